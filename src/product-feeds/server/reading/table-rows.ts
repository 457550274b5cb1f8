import { LONGEST_FEED_FIELD } from '#app/product-feeds/product-feeds.facts.ts'
import { EMPTY, FeedFault } from './feed-fault.ts'

const SEPARATORS = ['\t', ',', ';', '|']
/** A longer row has an unclosed quotation mark. */
const LONGEST_ROW = 256 * 1024
const MOST_COLUMNS = 400

type TableRow = { number: number; cells: string[] }

/**
 * Reads rows of a text separated by tabs, commas, semicolons or bars as a stream, following RFC 4180 with any
 * line ends. An unclosed quotation mark costs only its own row.
 */
export function createTableRows({
  onHeadings,
  onRow,
  onBroken,
}: {
  onHeadings: (headings: string[]) => void
  onRow: (row: TableRow) => void
  onBroken: (number: number) => void
}) {
  let rest = ''
  let separator: string | undefined
  let number = 0
  let hasHeadings = false

  function read(isEnd: boolean) {
    separator ??= guessSeparator(rest, isEnd)
    if (separator === undefined) return
    let at = 0
    while (at < rest.length) {
      const row = readRow(rest, at, separator, isEnd)
      if (row === undefined) {
        if (rest.length - at <= LONGEST_ROW && !isEnd) break
        // Continue at the next line, as if there were no quotation mark.
        number += 1
        onBroken(number)
        const next = rest.indexOf('\n', at)
        at = next < 0 ? rest.length : next + 1
        continue
      }
      at = row.end
      if (row.cells.length === 1 && row.cells[0]?.trim() === '') {
        number += 1
        continue
      }
      number += 1
      if (!hasHeadings) {
        hasHeadings = true
        if (row.cells.length > MOST_COLUMNS) {
          throw new FeedFault(
            `The table has more than ${MOST_COLUMNS} columns. Ask the shop for one with those of a product feed.`,
          )
        }
        onHeadings(row.cells.map((cell) => cell.trim().slice(0, 200)))
      } else onRow({ number, cells: row.cells })
    }
    rest = rest.slice(at)
  }

  return {
    write(chunk: string) {
      rest += chunk
      read(false)
    },
    end() {
      read(true)
      if (!hasHeadings) throw new FeedFault(EMPTY)
    },
  }
}

/** Reads the row that starts at `from`; returns undefined while its end has not arrived. */
function readRow(
  text: string,
  from: number,
  separator: string,
  isEnd: boolean,
): { cells: string[]; end: number } | undefined {
  const cells: string[] = []
  let at = from
  for (;;) {
    let cell = ''
    if (text.charCodeAt(at) === 34) {
      const closing = closingQuote(text, at + 1)
      // A quotation mark at the end may be the first half of an escaped pair.
      if (closing < 0 || (closing === text.length - 1 && !isEnd)) return
      cell = text.slice(at + 1, closing).replaceAll('""', '"')
      at = closing + 1
      if (at - from > LONGEST_ROW) return
    }
    const end = endOfCell(text, at, separator)
    if (end === text.length && !isEnd) return
    cell += text.slice(at, end)
    if (cells.length <= MOST_COLUMNS) cells.push(cell.slice(0, LONGEST_FEED_FIELD))
    at = end
    if (text[at] === separator) {
      at += 1
      continue
    }
    if (text.startsWith('\r\n', at)) return { cells, end: at + 2 }
    // The second half of a split CRLF may still arrive.
    if (text[at] === '\r' && at === text.length - 1 && !isEnd) return
    return { cells, end: at + 1 }
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}

function endOfCell(text: string, from: number, separator: string): number {
  const code = separator.charCodeAt(0)
  let at = from
  for (; at < text.length; at += 1) {
    const each = text.charCodeAt(at)
    if (each === code || each === 10 || each === 13) break
  }
  return at
}

/** Returns the most frequent separator of the heading line; undefined while that line is incomplete. */
function guessSeparator(text: string, isEnd: boolean): string | undefined {
  const end = text.search(/[\r\n]/)
  if (end < 0 && !isEnd && text.length < LONGEST_ROW) return
  const line = end < 0 ? text.slice(0, LONGEST_ROW) : text.slice(0, end)
  const bare = line.replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((each) => bare.split(each).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]
}
