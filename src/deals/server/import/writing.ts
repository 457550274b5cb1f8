import type { Insertable } from 'kysely'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { ensureBrands, ensureRetailers } from '#app/deals/server/deal/brands-and-retailers.ts'
import { findDealsByKey, insertPriceObservations } from '#app/deals/server/deal/deal.queries.ts'
import { columnsOfValues } from '#app/deals/server/deal/fields.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { foldName } from '#app/shared/names.ts'
import {
  insertDealPictures,
  insertDeals,
  insertImport,
  lockImports,
  setImportCounts,
} from './import.queries.ts'
import type { ImportOutcome, ImportRecording, ImportReport } from './report.ts'
import type { SheetDeal, SheetDuplicate } from './rows.rules.ts'
import { mapInTurns } from './turns.ts'

export type SheetFile = { fileName: string; fileSha256: string }

export type SheetCounts = Pick<ImportReport, 'rowCount' | 'duplicates' | 'problems'>

type Writing = {
  file: SheetFile
  report: SheetCounts
  drafts: SheetDeal[]
  /** Of the stored pictures, by their name in the sheet. */
  pictureIds: Map<string, string>
  record: ImportRecording | undefined
  onWritten: (done: number) => void
}

type WrittenDeals = {
  importId: string | null
  createdCount: number
  publishedCount: number
  /** Only those that were not known before. */
  duplicates: SheetDuplicate[]
}

const ATTEMPTS = 3

/** Writes checked deals, all or none. What somebody else added meanwhile ends as a duplicate. */
export async function writeDeals(
  ctx: Pick<AppContext, 'db' | 'now'>,
  writing: Writing,
): Promise<WrittenDeals> {
  // A script's empty import is not worth a row in the history.
  if (writing.drafts.length === 0 && !writing.record) {
    return { importId: null, createdCount: 0, publishedCount: 0, duplicates: [] }
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute((trx) => writeInside(trx, ctx.now(), writing))
    } catch (error) {
      // A deal saved by hand at the same moment may lock the same link the other way round; the
      // server ends one of the two, and nothing of it was kept.
      if (!isDeadlock(error) || attempt === ATTEMPTS) throw error
    }
  }
}

function isDeadlock(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}

async function writeInside(trx: Trx, createdAt: Date, writing: Writing): Promise<WrittenDeals> {
  await lockImports(trx)
  const { file, report, record } = writing
  const importId = newId()
  const planned = outcomeOf({
    file,
    report,
    importId,
    state: 'imported',
    ...{ createdCount: 0, publishedCount: 0, duplicateCount: 0 },
  })
  await insertImport(trx, importRow(planned, file, record, createdAt))
  const brandIds = await ensureBrands(trx, createdAt, writing.drafts)
  const retailerIdOf = await ensureRetailers(trx, createdAt, writing.drafts)

  // Oldest first: an insert into an earlier day rewrites the running count of every later one.
  const drafts = writing.drafts.toSorted((one, other) => publishedMs(one) - publishedMs(other))
  const rows = await mapInTurns(drafts, (draft) => ({
    draft,
    deal: dealRow(draft, {
      brandId: need(brandIds.get(foldName(draft.brandName))),
      retailerId: need(retailerIdOf(draft)),
      cardPictureId: pictureId(writing, draft.cardPicture),
      importId,
      // A sheet of past days brings deals that were there on those days.
      createdAt: draft.publishedAt ?? createdAt,
    }),
  }))
  const insertedIds = await insertDeals(
    trx,
    rows.map(({ deal }) => deal),
    writing.onWritten,
  )
  const created = rows.filter(({ deal }) => insertedIds.has(deal.id))
  await insertDealPictures(
    trx,
    created.flatMap((row) => pictureRows(writing, row.deal.id, row.draft)),
  )
  await insertPriceObservations(
    trx,
    created.flatMap(({ deal }) => observationRows(deal, createdAt)),
  )
  const outcome: ImportOutcome = {
    ...planned,
    createdCount: created.length,
    publishedCount: created.filter(({ draft }) => draft.isPublished).length,
    duplicateCount: report.duplicates.length + rows.length - created.length,
  }
  await setImportCounts(trx, outcome)
  await record?.onWrite(trx, outcome)
  await announce(trx, 'deals')

  const late = rows.filter(({ deal }) => !insertedIds.has(deal.id)).map(({ draft }) => draft)
  const { createdCount, publishedCount } = outcome
  return { importId, createdCount, publishedCount, duplicates: await describeLate(trx, late) }
}

/** Records a refused sheet in the history; answers the id of the record. */
export async function recordRefusal(
  ctx: Pick<AppContext, 'db' | 'now'>,
  file: SheetFile,
  report: SheetCounts,
  record: ImportRecording,
): Promise<string> {
  const importId = newId()
  await ctx.db.transaction().execute(async (trx) => {
    const counts = { createdCount: 0, publishedCount: 0, duplicateCount: report.duplicates.length }
    const outcome = outcomeOf({ file, report, importId, state: 'refused', ...counts })
    await insertImport(trx, importRow(outcome, file, record, ctx.now()))
    await record.onWrite(trx, outcome)
  })
  return importId
}

export function outcomeOf({
  file,
  report,
  ...counted
}: { file: SheetFile; report: SheetCounts } & Omit<
  ImportOutcome,
  'fileName' | 'rowCount' | 'problemCount'
>): ImportOutcome {
  const problemCount = new Set(report.problems.map(({ row }) => row)).size
  return { fileName: file.fileName, rowCount: report.rowCount, problemCount, ...counted }
}

export function importRow(
  { importId, publishedCount, ...outcome }: ImportOutcome,
  file: SheetFile,
  record: ImportRecording | undefined,
  createdAt: Date,
) {
  const actorName = record?.actorName ?? null
  return { ...outcome, ...file, id: importId, actorName, createdAt }
}

function publishedMs({ publishedAt }: SheetDeal) {
  return publishedAt?.getTime() ?? 0
}

type NewDeal = Insertable<Tables['deals']> & { id: string }

function dealRow(
  draft: SheetDeal,
  ids: Pick<NewDeal, 'brandId' | 'retailerId' | 'cardPictureId' | 'importId' | 'createdAt'>,
): NewDeal {
  const {
    row,
    sizesText,
    cardPicture,
    morePictures,
    showInSplash,
    carouselAssignment,
    publishedAt,
    ...values
  } = draft
  return {
    ...columnsOfValues(values),
    ...ids,
    id: newId(),
    ...{ showInSplash, carouselAssignment, publishedAt },
    feedPosition: row,
  }
}

function pictureRows(writing: Writing, dealId: string, { morePictures }: SheetDeal) {
  return morePictures.map((name, index) => ({
    dealId,
    position: index + 1,
    pictureId: need(pictureId(writing, name)),
  }))
}

function pictureId({ pictureIds }: Writing, name: string | undefined): string | null {
  return name === undefined ? null : need(pictureIds.get(name))
}

function observationRows(deal: NewDeal, observedAt: Date) {
  const { id: dealId, originalPriceCents = null, salePriceCents = null } = deal
  if (originalPriceCents === null && salePriceCents === null) return []
  return [{ dealId, observedAt, originalPriceCents, salePriceCents, source: 'import' }]
}

async function describeLate(trx: Trx, drafts: SheetDeal[]): Promise<SheetDuplicate[]> {
  const known = await findDealsByKey(
    trx,
    drafts.map((draft) => draft.link.key),
  )
  return drafts.map(({ row, link }) => {
    const { id: dealId, brandName, productName } = need(known.get(link.key))
    return { row, buyUrl: link.url, sameAs: { dealId, brandName, productName } }
  })
}

/** Asserts what the earlier steps guarantee. */
function need<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('The import lost track of a row.')
  return value
}
