import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  FEED_FIELDS,
  type FeedField,
  NEEDED_FEED_FIELDS,
} from '#app/product-feeds/feed-columns.facts.ts'
import {
  ITEMS_THAT_SETTLE,
  MOST_FEED_COLUMNS,
  MOST_FEED_ROWS,
  MOST_PIECE_SIZES,
  MOST_REFUSED_SHOWN,
  MOST_UNPACKED_BYTES,
  type ProductFeedFormat,
  ROWS_THAT_SETTLE,
} from '#app/product-feeds/product-feeds.facts.ts'
import { formatCount, formatGigabytes, MB } from '#app/shared/counts.ts'
import { EMPTY, FeedFault } from './feed-fault.ts'
import type { FeedItem } from './feed-fields.ts'
import { kindOf } from './feed-kind.ts'
import type { FeedColumn, FeedPart, FeedToRead, RefusedRow } from './feed-messages.ts'
import { ownText } from './own-text.rules.ts'
import { createPieceReader, type FeedPiece, mapFeedColumns } from './piece.rules.ts'
import { createSeenTexts } from './seen-texts.ts'
import { createTableRows } from './table-rows.ts'
import { createXmlItems } from './xml-items.ts'

/** The chunk size for reading and for unpacking. */
const CHUNK_BYTES = 256 * 1024
/** The highest accepted compression ratio; even very repetitive text stays below fifty. */
const MOST_TIMES_PACKED = 200
const UNPACKED_UNSEEN = 32 * MB
const MOST_EXAMPLES = 3
const LONGEST_EXAMPLE = 60

type Tell = (part: FeedPart) => Promise<void>

/**
 * Reads a whole feed of any kind and reports its pieces in batches, holding only the part being read in
 * memory. A problem with the feed as a whole is reported as a `fault` part instead of thrown.
 */
export async function readFeedFile(feed: FeedToRead, tell: Tell): Promise<void> {
  const reading = createReading(feed)
  try {
    await readThrough(feed, reading, tell)
  } catch (error) {
    const message =
      error instanceof FeedFault
        ? error.message
        : isBrokenPacking(error)
          ? 'The packed file stops in the middle or is broken. Fetch or upload it again.'
          : undefined
    if (message === undefined) throw error
    await tell({ kind: 'fault', message, columns: reading.columns() })
  }
}

async function readThrough(feed: FeedToRead, reading: Reading, tell: Tell): Promise<void> {
  const packed = await beginOf(feed.path)
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b
  const file = createReadStream(feed.path, { highWaterMark: CHUNK_BYTES })
  const source: Readable = isPacked ? file.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : file
  file.once('error', (error) => source.destroy(error))
  let decoder: TextDecoder | undefined
  let parser: { write: (chunk: string) => void; end: () => void } | undefined
  let unpacked = 0
  try {
    for await (const bytes of source as AsyncIterable<Buffer>) {
      unpacked += bytes.length
      if (unpacked > MOST_UNPACKED_BYTES) {
        throw new FeedFault(
          `Unpacked, the feed is larger than ${formatGigabytes(MOST_UNPACKED_BYTES)}. Ask the shop for it in parts.`,
        )
      }
      if (unpacked > UNPACKED_UNSEEN && unpacked > file.bytesRead * MOST_TIMES_PACKED) {
        throw new FeedFault(
          `It unpacks to more than ${MOST_TIMES_PACKED} times its size, as no feed does. Ask the shop for its product feed, or choose another file.`,
        )
      }
      if (!decoder || !parser) {
        const kind = kindOf(bytes)
        decoder = new TextDecoder(kind.encoding)
        reading.begin(kind.format)
        parser =
          kind.format === 'xml'
            ? createXmlItems(reading.item, reading.isWanted)
            : createTableRows({
                onHeadings: reading.headings,
                onRow: reading.row,
                onBroken: reading.broken,
              })
      }
      parser.write(decoder.decode(bytes, { stream: true }))
      reading.progress.bytes = isPacked ? file.bytesRead : unpacked
      await reading.tellAll(tell, false)
    }
  } finally {
    source.destroy()
    file.destroy()
  }
  if (!parser || !decoder) throw new FeedFault(EMPTY)
  parser.write(decoder.decode())
  parser.end()
  await reading.tellAll(tell, true)
  reading.end()
  const { rowsRead } = reading.progress
  if (rowsRead === 0) {
    throw new FeedFault(
      'No piece was found in it. A feed has them as item, entry or product elements, or as rows under headings: choose another file, or ask the shop for its product feed.',
    )
  }
  await tell({
    kind: 'end',
    format: reading.format(),
    ...reading.progress,
    refused: reading.refused(),
    columns: reading.columns(),
  })
}

type Reading = ReturnType<typeof createReading>
type Row = Parameters<ReturnType<typeof createPieceReader>>[0]

function createReading(feed: FeedToRead) {
  const { currency, rules } = feed
  const readPiece = createPieceReader({ currency, rules, now: new Date(feed.now) })
  const progress = { bytes: 0, rowsRead: 0, rowsKept: 0, rowsRefused: 0, rowsLeftOut: 0 }
  const refused: RefusedRow[] = []
  const isNew = createSeenTexts()
  const examples = new Map<string, string[]>()
  let format: ProductFeedFormat = 'xml'
  let mapped: Partial<Record<FeedField, string>> | undefined
  /** The elements whose text is needed, once the mapping is settled. */
  let wanted: Set<string> | undefined
  let places: Partial<Record<FeedField, number[]>> = {}
  let isMapped = false
  const ready: FeedPiece[][] = []
  let batch = new Map<string, FeedPiece>()

  function refuse(row: Pick<Row, 'number' | 'of'>, reason: string) {
    progress.rowsRefused += 1
    if (refused.length >= MOST_REFUSED_SHOWN) return
    const said = [row.of('id'), row.of('name')].filter(Boolean).join(' · ')
    const words = ownText(said.slice(0, 120))
    refused.push({ row: row.number, reason: ownText(reason), words })
  }

  function keepRow(row: Row) {
    const reading = readPiece(row)
    if (!reading.ok) return refuse(row, reading.reason)
    if (!reading.piece) {
      progress.rowsLeftOut += 1
      return
    }
    if (!isNew(reading.id))
      return refuse(row, `Its number is there twice: ${reading.id.slice(0, 60)}.`)
    progress.rowsKept += 1
    const { piece } = reading
    const same = batch.get(piece.itemKey)
    if (same) batch.set(piece.itemKey, mergePieces(same, piece))
    else batch.set(piece.itemKey, piece)
    if (batch.size < feed.atOnce) return
    ready.push([...batch.values()])
    batch = new Map()
  }

  function count(): number {
    progress.rowsRead += 1
    if (progress.rowsRead > MOST_FEED_ROWS) {
      throw new FeedFault(
        `The feed has more than ${formatCount(MOST_FEED_ROWS)} rows. Ask the shop for it in parts.`,
      )
    }
    return progress.rowsRead
  }

  function noteExample(heading: string, value: string) {
    const known = examples.get(heading)
    if (!known) {
      if (examples.size < MOST_FEED_COLUMNS) {
        examples.set(ownText(heading), [ownText(value.slice(0, LONGEST_EXAMPLE))])
      }
    } else if (known.length < MOST_EXAMPLES && !known.includes(value.slice(0, LONGEST_EXAMPLE))) {
      known.push(ownText(value.slice(0, LONGEST_EXAMPLE)))
    }
  }

  return {
    progress,
    format: () => format,
    refused: () => refused,
    begin(as: ProductFeedFormat) {
      format = as
    },
    isWanted: (name: string) => wanted?.has(name) ?? true,
    item(item: FeedItem) {
      const number = count()
      // The first items settle which element holds what, since later ones may have further elements.
      if (number <= ITEMS_THAT_SETTLE) {
        for (const [name, first] of item.entries()) noteExample(name, first)
        mapped = mapFeedColumns([...examples.keys()], feed.mapping)
      } else wanted ??= new Set(Object.values(mapped ?? {}))
      const names = mapped ?? {}
      keepRow({
        number,
        of: (field) => {
          const name = names[field]
          return name === undefined ? undefined : item.first(name)
        },
        all: (field) => {
          const name = names[field]
          return name === undefined ? [] : item.all(name)
        },
      })
    },
    headings(headings: string[]) {
      mapped = mapFeedColumns(headings, feed.mapping)
      for (const heading of headings) examples.set(heading, [])
      places = Object.fromEntries(
        Object.entries(mapped).map(([field, heading]) => [
          field,
          headings.flatMap((each, at) => (each === heading ? [at] : [])),
        ]),
      )
      isMapped = missingFields().length === 0
    },
    row({ number, cells }: { number: number; cells: string[] }) {
      count()
      if (progress.rowsRead <= ROWS_THAT_SETTLE) {
        for (const [at, heading] of [...examples.keys()].entries()) {
          const value = cells[at]?.trim()
          if (value) noteExample(heading, value)
        }
      }
      if (!isMapped) {
        if (progress.rowsRead < ROWS_THAT_SETTLE) return
        throw unmapped()
      }
      const of = (field: FeedField) => {
        for (const at of places[field] ?? []) {
          const value = cells[at]?.trim()
          if (value) return value
        }
        return
      }
      const all = (field: FeedField) =>
        (places[field] ?? []).flatMap((at) => cells[at]?.trim() || [])
      keepRow({ number, of, all })
    },
    broken(number: number) {
      count()
      refuse({ number, of: () => undefined }, 'A quotation mark is opened in it and never closed.')
    },
    columns(): FeedColumn[] {
      const fields = new Map(
        Object.entries(mapped ?? {}).map(([field, heading]) => [heading, field as FeedField]),
      )
      return [...examples]
        .slice(0, MOST_FEED_COLUMNS)
        .map(([heading, some]) => ({ heading, field: fields.get(heading) ?? null, examples: some }))
    },
    end() {
      if (format === 'table' && !isMapped && progress.rowsRead > 0) throw unmapped()
    },
    async tellAll(tell: Tell, isEnd: boolean) {
      if (isEnd && batch.size > 0) {
        ready.push([...batch.values()])
        batch = new Map()
      }
      for (let some = ready.shift(); some; some = ready.shift()) {
        await tell({ kind: 'pieces', json: storable(some), ...progress })
      }
    },
  }

  /** Returns the required fields that are missing; either price is enough. */
  function missingFields() {
    return NEEDED_FEED_FIELDS.filter(
      (field) => !(field in places) && !(field === 'price' && 'salePrice' in places),
    )
  }

  function unmapped() {
    const names = missingFields()
      .map((field) => `'${FEED_FIELDS[field]}'`)
      .join(', ')
    return new FeedFault(
      `It is not clear which column is ${names}. Say it once under 'Columns', then fetch or upload it again.`,
    )
  }
}

/** Returns JSON that the database accepts: without NUL and lone surrogates. */
function storable(pieces: FeedPiece[]): string {
  const json = JSON.stringify(pieces)
  if (!json.includes('\\u') || !/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(pieces, (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/** Merges two rows of one piece: its sizes, or duplicates. */
function mergePieces(one: FeedPiece, other: FeedPiece): FeedPiece {
  return {
    ...one,
    sizes: [...new Set([...one.sizes, ...other.sizes])].slice(0, MOST_PIECE_SIZES),
    sizeKeys: [...new Set([...one.sizeKeys, ...other.sizeKeys])],
    isInStock: one.isInStock || other.isInStock,
  }
}

async function beginOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function isBrokenPacking(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException
  return code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE'
}
