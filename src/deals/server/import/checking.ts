import { setImmediate as nextTurn } from 'node:timers/promises'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import { MAX_ROWS } from '#app/deals/server/sheets/limits.rules.ts'
import type { SheetRow } from '#app/deals/server/sheets/messages.ts'
import type { Sheet } from '#app/deals/server/sheets/sheet.ts'
import { badSheet } from '#app/deals/server/sheets/sheet-problem.ts'
import { type Columns, matchColumns } from './columns.rules.ts'
import { findDealsByKey } from './import.queries.ts'
import { type DealDraft, readDeal, type SheetDuplicate, type SheetProblem } from './import.rules.ts'
import type { ImportContext, ImportInput, ImportReport } from './import.ts'
import { type FoundPictures, findPictures } from './import-pictures.ts'
import { previewRows } from './preview.ts'

type Checked = {
  /** As a dry run answers it. */
  report: ImportReport
  /** The rows that make deals. */
  fresh: DealDraft[]
  /** Of stored pictures, by their name in the sheet. */
  pictureIds: Map<string, string>
}

/** Looks at every row and every picture of a sheet. Throws 422 `bad-sheet` when it has no deals. */
export async function checkSheet(
  ctx: ImportContext,
  sheet: Sheet,
  input: ImportInput,
): Promise<Checked> {
  const [headings, ...rows] = sheet.rows
  if (!headings) throw badSheet('The sheet is empty.')
  if (rows.length > MAX_ROWS) throw badSheet(`The sheet has more than ${MAX_ROWS} deals.`)
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

  const isRefused = problems.length > 0
  const report: ImportReport = {
    isDryRun,
    isCommitted: false,
    importId: null,
    rowCount: rows.length,
    createdCount: isRefused ? 0 : fresh.length,
    publishedCount: isRefused ? 0 : fresh.filter(({ isPublished }) => isPublished).length,
    problems,
    duplicates,
    notes: [...sheet.notes, ...notes],
    rows: await previewRows(ctx, checked.drafts, {
      ...{ fresh, problems, duplicates, pictureIds: pictures.ids },
      areHeadingsWrong: problems.some(({ row }) => row === headings.row),
    }),
    pictures: new Map([...pictures.ids].map(([name, id]) => [name, fallbackKey(id)])),
  }
  return { report, fresh, pictureIds: pictures.ids }
}

/** Long enough to be worth a turn of the event loop, short enough that nobody waits for it. */
const TURN_MS = 5

async function checkRows(
  ctx: ImportContext,
  columns: Columns,
  rows: SheetRow[],
  input: ImportInput,
) {
  const { publishAll = false, takesPictureLinks = false, signal, onProgress } = input
  const movePublishedAt = input.movePublishedAt ?? ((at) => at)
  const options = { now: ctx.now(), publishAll, takesPictureLinks, movePublishedAt }
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
      signal?.throwIfAborted()
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
