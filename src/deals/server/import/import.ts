import { createHash } from 'node:crypto'
import { MOST_SHEET_ROWS } from '#app/deals/deals.facts.ts'
import { findDealsByKey } from '#app/deals/server/deal/deal.queries.ts'
import type { SheetRow } from '#app/deals/server/sheets/messages.ts'
import { badSheet } from '#app/deals/server/sheets/problem.ts'
import { readSheet, type Sheet } from '#app/deals/server/sheets/sheet.ts'
import type { AppContext } from '#app/server/context.ts'
import { type Columns, matchColumns } from './columns.rules.ts'
import { type FoundPictures, findPictures, type ReadPicture } from './pictures.ts'
import { type ImportProgress, type ImportRecording, type ImportReport, reportOf } from './report.ts'
import { readDeal, type SheetDeal, type SheetDuplicate, type SheetProblem } from './rows.rules.ts'
import { mapInTurns } from './turns.ts'
import { recordRefusal, writeDeals } from './writing.ts'

/** What an import stands on; scripts have no more of the context. */
export type ImportContext = Pick<AppContext, 'db' | 'storage' | 'now'>

export type ImportInput = {
  /** Its ending says what the file is: .xlsx, .xls or .csv. */
  fileName: string
  bytes: Buffer
  readPicture?: ReadPicture
  /** Whether a link may stand where a picture is named; `readPicture` is asked for it. */
  takesPictureLinks?: boolean
  /** Stores the pictures also when nothing else is written, so that each is really tried. */
  storesPictures?: boolean
  /** Answers the same report and writes nothing. */
  isDryRun: boolean
  /** Publishes every deal, whatever the sheet says. */
  publishAll?: boolean
  /** Moves the dates of the sheet before they are checked and used. */
  movePublishedAt?: (at: Date) => Date
  /** Keeps what came of it in the history, under somebody's name, unless it is a dry run. */
  record?: ImportRecording
  /** Gives up with its reason, but never once writing has begun. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports the deals of a spreadsheet, whole or not at all: every row is checked before the first
 * is written. Throws a Problem 422 `bad-sheet` when the file cannot be read as a sheet; everything
 * else that is wrong with it is in the report.
 */
export async function importDeals(
  { now, ...world }: ImportContext,
  input: ImportInput,
): Promise<ImportReport> {
  // One moment for all of it: what is published at once and what waits keep the sheet's order.
  const at = now()
  const ctx = { ...world, now: () => at }
  const { fileName, bytes, isDryRun, record, signal, onProgress = () => {} } = input
  onProgress({ stage: 'reading', done: 0, total: 0 })
  const sheet = await readSheet(fileName, bytes, (done, total) =>
    onProgress({ stage: 'reading', done, total }),
  )
  const { report, fresh, pictureIds } = await reviewSheet(ctx, sheet, input)
  if (isDryRun) return report

  signal?.throwIfAborted()
  const fileSha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { fileName, fileSha256 }
  if (report.problems.length > 0) {
    return { ...report, importId: record ? await recordRefusal(ctx, file, report, record) : null }
  }
  const { duplicates, ...written } = await writeDeals(ctx, {
    file,
    report,
    drafts: fresh,
    pictureIds,
    record,
    onWritten: (done) => onProgress({ stage: 'writing', done, total: fresh.length }),
  })
  return {
    ...report,
    ...written,
    isCommitted: true,
    duplicates: [...report.duplicates, ...duplicates].sort((one, other) => one.row - other.row),
  }
}

type SheetReview = {
  /** The report of a dry run. */
  report: ImportReport
  /** The rows that make deals. */
  fresh: SheetDeal[]
  /** Of stored pictures, by their name in the sheet. */
  pictureIds: Map<string, string>
}

/** Checks every row and every picture of a sheet, writing no deal. Throws 422 `bad-sheet` when it has no deals. */
export async function reviewSheet(
  ctx: ImportContext,
  sheet: Sheet,
  input: ImportInput,
): Promise<SheetReview> {
  const [headings, ...rows] = sheet.rows
  if (!headings) throw badSheet('The sheet is empty.')
  if (rows.length > MOST_SHEET_ROWS) {
    throw badSheet(`The sheet has more than ${MOST_SHEET_ROWS} deals.`)
  }
  if (rows.length === 0) throw badSheet('The sheet has headings but no deals.')

  const { columns, problems, notes } = matchColumns(headings)
  const checked = await checkRows(ctx, columns, rows, input)
  for (const problem of checked.problems) problems.push(problem)
  const { fresh, duplicates } = await setDuplicatesApart(ctx, checked.drafts)

  const { isDryRun, readPicture, storesPictures, signal, onProgress } = input
  const pictures = await findPictures(ctx, fresh, {
    readPicture,
    isStoring: storesPictures ?? (!isDryRun && problems.length === 0),
    signal,
    onPicture: (done, total) => onProgress?.({ stage: 'pictures', done, total }),
  })
  for (const problem of pictureProblems(columns, fresh, pictures)) problems.push(problem)
  problems.sort((one, other) => one.row - other.row)

  const report = await reportOf(ctx, {
    isDryRun,
    drafts: checked.drafts,
    ...{ fresh, problems, duplicates, pictureIds: pictures.ids },
    areHeadingsWrong: problems.some(({ row }) => row === headings.row),
    notes: [...sheet.notes, ...notes],
  })
  return { report, fresh, pictureIds: pictures.ids }
}

async function checkRows(
  ctx: ImportContext,
  columns: Columns,
  rows: SheetRow[],
  input: ImportInput,
) {
  const { publishAll = false, takesPictureLinks = false, signal, onProgress } = input
  const movePublishedAt = input.movePublishedAt ?? ((at) => at)
  const options = { now: ctx.now(), publishAll, takesPictureLinks, movePublishedAt }
  const problems: SheetProblem[] = []
  const drafts = await mapInTurns(
    rows,
    (row) => {
      signal?.throwIfAborted()
      const deal = readDeal(columns, row, options)
      problems.push(...deal.problems)
      return deal.draft
    },
    (done) => onProgress?.({ stage: 'checking', done, total: rows.length }),
  )
  onProgress?.({ stage: 'checking', done: rows.length, total: rows.length })
  return { drafts, problems }
}

/** The first row of several with one link stays. */
async function setDuplicatesApart(ctx: ImportContext, drafts: SheetDeal[]) {
  // A row whose link cannot be read has no key and is nobody's duplicate.
  const keys = new Set(drafts.map((draft) => draft.link.key).filter((key) => key !== ''))
  const known = await findDealsByKey(ctx.db, [...keys])
  const rowByKey = new Map<string, number>()
  const fresh: SheetDeal[] = []
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
  drafts: SheetDeal[],
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
