import { createHash } from 'node:crypto'
import { MOST_SHEET_ROWS } from '#app/deals/deals.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import { findDealsByKey } from '#app/deals/server/deal/deal.queries.ts'
import type { Rates } from '#app/deals/server/rates/rates.rules.ts'
import { ratesOn } from '#app/deals/server/rates/rates.ts'
import type { SheetRow } from '#app/deals/server/sheets/messages.ts'
import { badSheet } from '#app/deals/server/sheets/problem.ts'
import { readSheet, type Sheet } from '#app/deals/server/sheets/sheet.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { type ArrangedSheet, arrangeSheet } from './arranging.rules.ts'
import type { Columns } from './columns.rules.ts'
import { dateNotes } from './dates-told.rules.ts'
import { offerMappings, saidColumns } from './mappings.ts'
import { goesOut, warningsOfRows } from './outgoing.ts'
import {
  type FoundPictures,
  findPictures,
  lookAlikeNotes,
  type Pictured,
  type ReadPicture,
} from './pictures.ts'
import { type ImportProgress, type ImportRecording, type ImportReport, reportOf } from './report.ts'
import { readDeal, type SheetDeal, type SheetDuplicate, type SheetProblem } from './rows.rules.ts'
import { mapInTurns } from './turns.ts'
import { missingForNew, readUpdate, type SheetUpdate } from './updating.rules.ts'
import {
  matchRows,
  type PlannedUpdate,
  type PlannedUpdates,
  planUpdates,
  type RowMatch,
} from './updating.ts'
import { recordRefusal, writeDeals } from './writing.ts'

/** The part of the context an import needs, which scripts can provide. */
export type ImportContext = Pick<AppContext, 'db' | 'storage' | 'now'>

export type ImportInput = {
  /** The extension determines the format: .xlsx, .xls or .csv. */
  fileName: string
  bytes: Buffer
  readPicture?: ReadPicture
  /** Whether a link may replace a picture's name; it is passed to `readPicture`. */
  takesPictureLinks?: boolean
  /** Stores pictures even when nothing else is written, so that each is really decoded. */
  storesPictures?: boolean
  /** Returns the same report without writing. */
  isDryRun: boolean
  /** Publishes every deal, whatever the sheet says. */
  publishAll?: boolean
  /** Receives the warnings about deals that go out, before anything is written; throwing cancels the import. */
  onWarnings?: (warnings: Warning[]) => void
  /** Receives the stamp of the changes about to be written; throwing cancels the import. */
  onUpdates?: (stamp: string) => void
  /** Choices made by hand for the sheet. */
  choices?: SheetChoices
  /** Shifts the sheet's publication dates before they are checked and used. */
  movePublishedAt?: (at: Date) => Date
  /** Records the result in the history under somebody's name, unless it is a dry run. */
  record?: ImportRecording
  /** Aborts with the signal's reason, but never once writing has begun. */
  signal?: AbortSignal
  onProgress?: (progress: ImportProgress) => void
}

/**
 * Imports the deals of a spreadsheet atomically: every row is checked before the first is written. Throws a
 * Problem 422 `bad-sheet` when the file cannot be read as a sheet; all other problems are in the report.
 */
export async function importDeals(
  { now, ...world }: ImportContext,
  input: ImportInput,
): Promise<ImportReport> {
  // One moment for the whole import, so that published and scheduled deals keep the sheet's order.
  const at = now()
  const ctx = { ...world, now: () => at }
  const { fileName, bytes, isDryRun, record, signal, onProgress = () => {} } = input
  onProgress({ stage: 'reading', done: 0, total: 0 })
  const sheet = await readSheet(
    fileName,
    bytes,
    (done, total) => onProgress({ stage: 'reading', done, total }),
    input.choices?.sheet,
  )
  const { report, fresh, updates, pictureIds } = await reviewSheet(ctx, sheet, input)
  if (isDryRun) return report

  signal?.throwIfAborted()
  const fileSha256 = createHash('sha256').update(bytes).digest('hex')
  const file = { fileName, fileSha256 }
  if (report.problems.length > 0) {
    return { ...report, importId: record ? await recordRefusal(ctx, file, report, record) : null }
  }
  if (report.updateStamp !== null) input.onUpdates?.(report.updateStamp)
  const { onWarnings } = input
  let warnings: Warning[] = []
  if (onWarnings) {
    const outgoing = fresh.filter(goesOut)
    const isAll = outgoing.length === fresh.length
    warnings = isAll ? report.warnings : await warningsOfRows(ctx, outgoing)
    // With updates, some warnings are known only after writing, so all are asked about together then.
    if (updates.length === 0) onWarnings(warnings)
  }
  const { duplicates, ...written } = await writeDeals(ctx, {
    file,
    report,
    drafts: fresh,
    updates,
    onBrought: (brought) => onWarnings?.([...warnings, ...brought]),
    said: saidColumns(report.sheet),
    pictureIds,
    record,
    onWritten: (done) =>
      onProgress({ stage: 'writing', done, total: fresh.length + updates.length }),
  })
  return {
    ...report,
    ...written,
    isCommitted: true,
    duplicates: [...report.duplicates, ...duplicates].sort((one, other) => one.row - other.row),
  }
}

type SheetReview = {
  /** The sheet as checked. */
  arranged: ArrangedSheet
  /** The report of a dry run. */
  report: ImportReport
  /** Rows that become new deals. */
  fresh: SheetDeal[]
  /** Changes of existing deals. */
  updates: PlannedUpdate[]
  /** Ids of stored pictures by their name in the sheet. */
  pictureIds: Map<string, string>
}

/** Checks every row and picture of a sheet; writes no deals. Throws 422 `bad-sheet` when there are none. */
export async function reviewSheet(
  ctx: ImportContext,
  sheet: Sheet,
  input: ImportInput,
): Promise<SheetReview> {
  const { choices = {} } = input
  const arranged = arrangeSheet(sheet, choices)
  if (!arranged) throw badSheet('The sheet is empty.')
  const { headings, rows, columns, notes } = arranged
  if (rows.length > MOST_SHEET_ROWS) {
    throw badSheet(`The sheet has more than ${MOST_SHEET_ROWS} deals.`)
  }
  if (rows.length === 0) throw badSheet(nothingIn(arranged))

  const rates = await ratesOn(ctx.db, businessDay(ctx.now()))
  const readings = await readRows(ctx, arranged, rates, input)
  const apart = await setApart(ctx, arranged, readings, input)
  const { fresh, duplicates, asked } = apart
  const problems = apart.problems

  const { isDryRun, readPicture, storesPictures, signal, onProgress } = input
  const pictured = [...fresh, ...asked]
  const pictures = await findPictures(ctx, pictured, {
    readPicture,
    isStoring: storesPictures ?? (!isDryRun && problems.length === 0),
    signal,
    onPicture: (done, total) => onProgress?.({ stage: 'pictures', done, total }),
  })
  const missing = pictureProblems(columns, pictured, pictures)
  if (choices.withoutPictures) leavePicturesOut(pictured, pictures)
  else for (const problem of missing) problems.push(problem)
  const updates = await planUpdates(ctx, { updates: asked, pictureIds: pictures.ids }, columns)
  for (const problem of updates.problems) problems.push(problem)
  problems.sort((one, other) => one.row - other.row)

  const report = await reportOf(ctx, {
    isDryRun,
    rates,
    drafts: readings.map(({ draft }) => draft),
    fresh,
    problems,
    duplicates,
    updates,
    pictureIds: pictures.ids,
    isAbout: dealsTold(updates),
    areHeadingsWrong: problems.some(({ row }) => row === headings.row),
    notes: [
      ...sheet.notes,
      ...notes,
      ...dateNotes(columns, rows),
      ...lookAlikeNotes(pictured, pictures),
    ],
    facts: {
      ...arranged.facts,
      missingPictures: missing.length,
      offers: await offerMappings(ctx.db, arranged.facts.columns),
    },
  })
  // For all new deals, because it is not decided yet which of them go out.
  if (input.onWarnings) report.warnings = await warningsOfRows(ctx, fresh)
  return { arranged, report, fresh, updates: updates.changed, pictureIds: pictures.ids }
}

type RowReading = { draft: SheetDeal; problems: SheetProblem[]; row: SheetRow }

/** Parses each row as a new deal and collects its problems. */
async function readRows(
  ctx: ImportContext,
  { columns, rows, commaPrice }: ArrangedSheet,
  rates: Rates,
  input: ImportInput,
): Promise<RowReading[]> {
  const { publishAll = false, takesPictureLinks = false, signal, onProgress } = input
  const movePublishedAt = input.movePublishedAt ?? ((at) => at)
  const hasCommaPrices = commaPrice !== undefined
  const said = { publishAll, takesPictureLinks, movePublishedAt, rates, hasCommaPrices }
  const options = { now: ctx.now(), ...said }
  const readings = await mapInTurns(
    rows,
    (row) => {
      signal?.throwIfAborted()
      return { ...readDeal(columns, row, options), row }
    },
    (done) => onProgress?.({ stage: 'checking', done, total: rows.length }),
  )
  onProgress?.({ stage: 'checking', done: rows.length, total: rows.length })
  return readings
}

/** Sorts rows into new deals, changes of existing deals, and duplicates. */
async function setApart(
  ctx: ImportContext,
  arranged: ArrangedSheet,
  readings: RowReading[],
  input: ImportInput,
) {
  const isUpdating = input.choices?.isUpdating === true
  const drafts = readings.map(({ draft }) => draft)
  const { columns } = arranged
  const { takesPictureLinks = false } = input
  const hasCommaPrices = arranged.commaPrice !== undefined
  const isFindable = columns.buyUrl !== undefined || columns.gtin !== undefined
  const matches = isUpdating && isFindable ? await matchRows(ctx, drafts) : new Map()
  // When updating, only rows of new deals need every column.
  const problems = arranged.problems.filter(
    ({ value }) => !isUpdating || !isFindable || value !== '',
  )
  const rowOfDeal = new Map<string, number>()
  const asked: Array<SheetUpdate & { dealId: string }> = []
  const duplicates: SheetDuplicate[] = []
  const others: SheetDeal[] = []
  for (const { draft, row, problems: ofNew } of readings) {
    const match: RowMatch | undefined = matches.get(draft.row)
    if (!match) {
      others.push(draft)
      const missing = isUpdating && isFindable ? missingForNew(columns, draft.row) : []
      for (const problem of [...missing, ...ofNew]) problems.push(problem)
    } else if ('reason' in match) {
      const { heading: column = '' } = columns.gtin ?? {}
      problems.push({ row: draft.row, column, value: draft.gtin ?? '', reason: match.reason })
    } else {
      const { dealId } = match
      const earlier = rowOfDeal.get(dealId)
      if (earlier !== undefined) {
        duplicates.push({ row: draft.row, buyUrl: draft.link.url, sameAs: { row: earlier } })
        continue
      }
      rowOfDeal.set(dealId, draft.row)
      const said = readUpdate(columns, row, { takesPictureLinks, hasCommaPrices })
      for (const problem of said.problems) problems.push(problem)
      if (said.problems.length === 0) asked.push({ ...said.update, dealId })
    }
  }
  const apart = await setDuplicatesApart(ctx, others)
  return {
    fresh: apart.fresh,
    asked,
    problems,
    duplicates: [...duplicates, ...apart.duplicates].sort((one, other) => one.row - other.row),
  }
}

/** The existing deals that rows refer to, as they are or will be. */
function dealsTold({ changed, unchanged }: PlannedUpdates): Map<number, ManagedDeal> {
  const deals = new Map(unchanged.map(({ row, deal }) => [row, deal]))
  for (const { row, outcome } of changed) if (outcome.after) deals.set(row, outcome.after)
  return deals
}

/** Of several rows with the same link the first one counts. */
async function setDuplicatesApart(ctx: ImportContext, drafts: SheetDeal[]) {
  // A row whose link is invalid has no key, so it duplicates nothing.
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

function nothingIn({ facts }: ArrangedSheet): string {
  return facts.withoutRows > 0
    ? 'Every row is left out: there is nothing to import.'
    : 'The sheet has headings but no deals.'
}

function leavePicturesOut(drafts: Pictured[], { faults }: FoundPictures): void {
  for (const draft of drafts) {
    if (draft.cardPicture !== undefined && faults.has(draft.cardPicture))
      draft.cardPicture = undefined
    draft.morePictures = draft.morePictures.filter((name) => !faults.has(name))
  }
}

function pictureProblems(
  columns: Columns,
  drafts: Pictured[],
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
