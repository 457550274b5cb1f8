import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext } from '#app/server/context.ts'
import { findDealsByKey } from './deal-import.queries.ts'
import {
  type DealDraft,
  readDeal,
  type SheetDuplicate,
  type SheetProblem,
} from './deal-import.rules.ts'
import { type Columns, matchColumns } from './deal-import-columns.rules.ts'
import { type FoundPictures, findPictures, type ReadPicture } from './deal-import-pictures.ts'
import { writeDeals } from './deal-import-writing.ts'
import { readSheet } from './sheet.ts'
import { MAX_ROWS } from './sheet-limits.rules.ts'
import type { SheetRow } from './sheet-messages.ts'
import { badSheet } from './sheet-problem.ts'

/** What an import stands on; scripts have no more of the context. */
export type ImportContext = Pick<AppContext, 'db' | 'storage' | 'now'>

export type ImportInput = {
  /** Its ending says what the file is: .xlsx, .xls or .csv. */
  fileName: string
  bytes: Buffer
  readPicture?: ReadPicture
  /** Answers the same report and writes nothing. */
  isDryRun: boolean
  /** Publishes every deal, whatever the sheet says. */
  publishAll?: boolean
  /** Moves the dates of the sheet before they are checked and used. */
  movePublishedAt?: (at: Date) => Date
  onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  stage: 'reading' | 'checking' | 'pictures' | 'writing'
  done: number
  /** 0 while it is not known. */
  total: number
}

export type ImportReport = {
  isDryRun: boolean
  /** False when problems, or a dry run, kept everything from being written. */
  isCommitted: boolean
  /** Rows with a deal. */
  rowCount: number
  /** In a dry run: how many deals would be created. */
  createdCount: number
  problems: SheetProblem[]
  duplicates: SheetDuplicate[]
  notes: string[]
}

/**
 * Imports the deals of a spreadsheet, whole or not at all: every row is checked before the first
 * is written. Throws a Problem 422 `bad-sheet` when the file cannot be read as a sheet; everything
 * else that is wrong with it is in the report.
 */
export async function importDeals(ctx: ImportContext, input: ImportInput): Promise<ImportReport> {
  const { fileName, bytes, isDryRun, readPicture, onProgress = () => {} } = input
  onProgress({ stage: 'reading', done: 0, total: 0 })
  const sheet = await readSheet(fileName, bytes, (done, total) =>
    onProgress({ stage: 'reading', done, total }),
  )
  const [headings, ...rows] = sheet.rows
  if (!headings) throw badSheet('The sheet is empty.')
  if (rows.length > MAX_ROWS) throw badSheet(`The sheet has more than ${MAX_ROWS} deals.`)
  if (rows.length === 0) throw badSheet('The sheet has headings but no deals.')

  const { columns, problems, notes } = matchColumns(headings)
  const checked = await checkRows(ctx, columns, rows, input)
  problems.push(...checked.problems)
  const { fresh, duplicates } = await setDuplicatesApart(ctx, checked.drafts)

  const isStoring = !isDryRun && problems.length === 0
  const pictures = await findPictures(ctx, fresh, {
    readPicture,
    isStoring,
    onPicture: (done, total) => onProgress({ stage: 'pictures', done, total }),
  })
  problems.push(...pictureProblems(columns, fresh, pictures))
  problems.sort((one, other) => one.row - other.row)

  const report: ImportReport = {
    isDryRun,
    isCommitted: false,
    rowCount: rows.length,
    createdCount: 0,
    problems,
    duplicates,
    notes: [...sheet.notes, ...notes],
  }
  if (problems.length > 0) return report
  if (isDryRun) return { ...report, createdCount: fresh.length }

  const fileSha256 = createHash('sha256').update(bytes).digest('hex')
  const written = await writeDeals(ctx, {
    file: { fileName, fileSha256 },
    drafts: fresh,
    pictureIds: pictures.ids,
    onWritten: (done) => onProgress({ stage: 'writing', done, total: fresh.length }),
  })
  return {
    ...report,
    isCommitted: true,
    createdCount: written.createdCount,
    duplicates: [...duplicates, ...written.duplicates].sort((one, other) => one.row - other.row),
  }
}

/** Long enough to be worth a turn of the event loop, short enough that nobody waits for it. */
const TURN_MS = 5

async function checkRows(
  ctx: ImportContext,
  columns: Columns,
  rows: SheetRow[],
  { publishAll = false, movePublishedAt = (at) => at, onProgress }: ImportInput,
) {
  const options = { now: ctx.now(), publishAll, movePublishedAt }
  const drafts: DealDraft[] = []
  const problems: SheetProblem[] = []
  let turnStartedAt = performance.now()
  for (const [index, row] of rows.entries()) {
    const deal = readDeal(columns, row, options)
    problems.push(...deal.problems)
    drafts.push(deal.draft)
    if (performance.now() - turnStartedAt > TURN_MS) {
      onProgress?.({ stage: 'checking', done: index + 1, total: rows.length })
      await nextTurn()
      turnStartedAt = performance.now()
    }
  }
  onProgress?.({ stage: 'checking', done: rows.length, total: rows.length })
  return { drafts, problems }
}

/** The first row of several with one link stays. */
async function setDuplicatesApart(ctx: ImportContext, drafts: DealDraft[]) {
  // A row whose link cannot be read has no key and is nobody's duplicate.
  const keys = new Set(drafts.map((draft) => draft.link.key).filter((key) => key !== ''))
  const known = await findDealsByKey(ctx.db, [...keys])
  const rowByKey = new Map<string, number>()
  const fresh: DealDraft[] = []
  const duplicates: SheetDuplicate[] = []

  for (const draft of drafts) {
    const { key, url: buyUrl } = draft.link
    const deal = known.get(key)
    const earlierRow = rowByKey.get(key)
    if (deal) {
      const { id: dealId, brandName, productName } = deal
      duplicates.push({ row: draft.row, buyUrl, sameAs: { dealId, brandName, productName } })
    } else if (earlierRow !== undefined) {
      duplicates.push({ row: draft.row, buyUrl, sameAs: { row: earlierRow } })
    } else {
      if (key !== '') rowByKey.set(key, draft.row)
      fresh.push(draft)
    }
  }
  return { fresh, duplicates }
}

function pictureProblems(
  columns: Columns,
  drafts: DealDraft[],
  { faults }: FoundPictures,
): SheetProblem[] {
  if (faults.size === 0) return []
  return drafts.flatMap(({ row, cardPicture, morePictures }) => {
    const named = [
      ...(cardPicture === undefined ? [] : [{ field: 'cardPicture' as const, name: cardPicture }]),
      ...morePictures.map((name) => ({ field: 'morePictures' as const, name })),
    ]
    return named.flatMap(({ field, name }) => {
      const reason = faults.get(name)
      return reason ? [{ row, column: columns[field]?.heading ?? field, value: name, reason }] : []
    })
  })
}
