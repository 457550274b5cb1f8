import type { Insertable } from 'kysely'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import { ensureBrands, ensureRetailers } from '#app/deals/server/deal/brands-and-retailers.ts'
import { findDealsByKey } from '#app/deals/server/deal/deal.queries.ts'
import { columnsOfValues } from '#app/deals/server/deal/fields.rules.ts'
import { firstPriceColumns, recordFirst } from '#app/deals/server/prices/observing.ts'
import { pricesInDollars, type Rates } from '#app/deals/server/rates/rates.rules.ts'
import { ratesOn } from '#app/deals/server/rates/rates.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { businessDay } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import {
  insertDealPictures,
  insertDeals,
  insertImport,
  lockImports,
  setImportCounts,
} from './import.queries.ts'
import { keepMappings, type SaidColumn } from './mappings.ts'
import {
  type ImportOutcome,
  type ImportRecording,
  type ImportReport,
  saidInSheet,
} from './report.ts'
import type { SheetDeal, SheetDuplicate } from './rows.rules.ts'
import { mapInTurns } from './turns.ts'
import { type PlannedUpdate, writeUpdates } from './updating.ts'

type SheetFile = { fileName: string; fileSha256: string }

type SheetCounts = Pick<ImportReport, 'rowCount' | 'duplicates' | 'problems'>

type Writing = {
  file: SheetFile
  report: SheetCounts
  drafts: SheetDeal[]
  /** Updates of existing deals. */
  updates: PlannedUpdate[]
  /** Receives the warnings that the updates add for deals that are live or scheduled. */
  onBrought: (warnings: Warning[]) => void
  /** Columns mapped by hand, remembered for the sheet's retailers. */
  said: SaidColumn[]
  /** Ids of stored pictures by their name in the sheet. */
  pictureIds: Map<string, string>
  record: ImportRecording | undefined
  onWritten: (done: number) => void
}

type WrittenDeals = {
  importId: string | null
  createdCount: number
  publishedCount: number
  updatedCount: number
  /** Only those found while writing. */
  duplicates: SheetDuplicate[]
}

const ATTEMPTS = 3
const LONGEST_SEEN_BY = 200

/** Writes checked deals atomically. Deals that were added concurrently are reported as duplicates. */
export async function writeDeals(
  ctx: Pick<AppContext, 'db' | 'now'>,
  writing: Writing,
): Promise<WrittenDeals> {
  // An empty import by a script is not worth a row in the history.
  if (writing.drafts.length + writing.updates.length === 0 && !writing.record) {
    const none = { createdCount: 0, publishedCount: 0, updatedCount: 0 }
    return { importId: null, ...none, duplicates: [] }
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute((trx) => writeInside(trx, ctx.now(), writing))
    } catch (error) {
      // A deal saved by hand at the same moment may lock the same link in the opposite order. PostgreSQL then
      // aborts one of the two transactions completely, so retry.
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
    createdCount: 0,
    publishedCount: 0,
    duplicateCount: 0,
    updatedCount: 0,
  })
  await insertImport(trx, importRow(planned, file, record, createdAt))
  const { outcomes: updated, warnings } = await writeUpdates(
    trx,
    { now: () => createdAt },
    {
      changed: writing.updates,
      seenBy: file.fileName.slice(0, LONGEST_SEEN_BY),
      onDone: writing.onWritten,
    },
  )
  if (updated.length > 0) writing.onBrought(warnings)
  const brandIds = await ensureBrands(trx, createdAt, writing.drafts)
  const retailerIdOf = await ensureRetailers(trx, createdAt, writing.drafts)

  await keepMappings(trx, writing.said, {
    retailerIds: writing.drafts.map((draft) => requireValue(retailerIdOf(draft))),
    usedAt: createdAt,
  })

  // Oldest first: inserting into an earlier day rewrites the running totals of all later days.
  const drafts = writing.drafts.toSorted((one, other) => publishedMs(one) - publishedMs(other))
  const rates = await ratesOn(trx, businessDay(createdAt))
  const rows = await mapInTurns(drafts, (draft) => ({
    draft,
    deal: dealRow(
      draft,
      { observedAt: createdAt, rates },
      {
        brandId: requireValue(brandIds.get(foldName(draft.brandName))),
        retailerId: requireValue(retailerIdOf(draft)),
        cardPictureId: pictureId(writing, draft.cardPicture),
        importId,
        // Deals of past days count as created on those days.
        createdAt: draft.publishedAt ?? createdAt,
      },
    ),
  }))
  const insertedIds = await insertDeals(
    trx,
    rows.map(({ deal }) => deal),
    (done) => writing.onWritten(updated.length + done),
  )
  const created = rows.filter(({ deal }) => insertedIds.has(deal.id))
  await insertDealPictures(
    trx,
    created.flatMap((row) => pictureRows(writing, row.deal.id, row.draft)),
  )
  await recordFirst(
    trx,
    created.map(({ deal }) => deal),
    { observedAt: createdAt, source: 'import', seenBy: file.fileName.slice(0, LONGEST_SEEN_BY) },
  )
  const outcome: ImportOutcome = {
    ...planned,
    createdCount: created.length,
    publishedCount: created.filter(({ draft }) => draft.isPublished).length,
    duplicateCount: report.duplicates.length + rows.length - created.length,
    updatedCount: updated.length,
  }
  await setImportCounts(trx, outcome)
  await record?.onWrite(trx, outcome, updated)
  await announce(trx, 'deals')

  const late = rows.filter(({ deal }) => !insertedIds.has(deal.id)).map(({ draft }) => draft)
  const { createdCount, publishedCount, updatedCount } = outcome
  return {
    importId,
    createdCount,
    publishedCount,
    updatedCount,
    duplicates: await describeLate(trx, late),
  }
}

/** Records a rejected sheet in the history and returns the record's id. */
export async function recordRefusal(
  ctx: Pick<AppContext, 'db' | 'now'>,
  file: SheetFile,
  report: SheetCounts,
  record: ImportRecording,
): Promise<string> {
  const importId = newId()
  await ctx.db.transaction().execute(async (trx) => {
    const duplicateCount = report.duplicates.length
    const counts = { createdCount: 0, publishedCount: 0, duplicateCount, updatedCount: 0 }
    const outcome = outcomeOf({ file, report, importId, state: 'refused', ...counts })
    await insertImport(trx, importRow(outcome, file, record, ctx.now()))
    await record.onWrite(trx, outcome, [])
  })
  return importId
}

function outcomeOf({
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

function importRow(
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
  { observedAt, rates }: { observedAt: Date; rates: Rates },
  ids: Pick<NewDeal, 'brandId' | 'retailerId' | 'cardPictureId' | 'importId' | 'createdAt'>,
): NewDeal {
  const {
    row,
    basisText,
    sizesText,
    cardPicture,
    morePictures,
    showInSplash,
    carouselAssignment,
    publishedAt,
    ...values
  } = draft
  const id = newId()
  const columns = { ...columnsOfValues(values), ...pricesInDollars(saidInSheet(values), rates) }
  return {
    ...columns,
    ...firstPriceColumns({ id, ...columns }, observedAt),
    ...ids,
    id,
    showInSplash,
    carouselAssignment,
    publishedAt,
    feedPosition: row,
  }
}

function pictureRows(writing: Writing, dealId: string, { morePictures }: SheetDeal) {
  return morePictures.map((name, index) => ({
    dealId,
    position: index + 1,
    pictureId: requireValue(pictureId(writing, name)),
  }))
}

function pictureId({ pictureIds }: Writing, name: string | undefined): string | null {
  return name === undefined ? null : requireValue(pictureIds.get(name))
}

async function describeLate(trx: Trx, drafts: SheetDeal[]): Promise<SheetDuplicate[]> {
  const known = await findDealsByKey(
    trx,
    drafts.map((draft) => draft.link.key),
  )
  return drafts.map(({ row, link }) => {
    const { id: dealId, brandName, productName } = requireValue(known.get(link.key))
    return { row, buyUrl: link.url, sameAs: { dealId, brandName, productName } }
  })
}

/** Asserts what earlier steps guarantee. */
function requireValue<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('The import lost track of a row.')
  return value
}
