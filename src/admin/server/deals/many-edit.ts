import type { ManyChanged } from '#app/admin/admin-deals.contract.ts'
import type { EditedMany, EditPreview } from '#app/admin/many-edit.contract.ts'
import { type Actor, readDealSnapshots, recordAudit } from '#app/admin/server/audit/audit.ts'
import { readChanges } from '#app/admin/server/audit/changes.rules.ts'
import { warningsBefore, warnOf } from '#app/admin/server/warned.ts'
import type { Trx } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { ManyEdit } from '#app/deals/editing/many-edit.facts.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import {
  type BackField,
  bringBackFields,
  isBackField,
  type PastDeal,
  takeChangeBack,
} from '#app/deals/server/editing/bring-back-fields.ts'
import type { BulkOutcome } from '#app/deals/server/editing/many.ts'
import {
  editManyDeals,
  previewManyEdit,
  type SeenDeal,
} from '#app/deals/server/editing/many-edit.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { notFound } from '#app/server/problem.ts'
import { dealName } from '#app/shared/names.ts'
import { entryOf } from './deals.ts'

/** Returns what an edit would do to each deal, without writing anything. */
export async function previewEdit(
  ctx: AppContext,
  { ids, edit }: { ids: string[]; edit: ManyEdit },
): Promise<EditPreview> {
  const { changed, left, names } = await ctx.db.transaction().execute(async (trx) => {
    const outcome = await previewManyEdit(trx, ctx, ids, edit)
    const names = await findManagedDeals(
      trx,
      outcome.left.map(({ id }) => id),
    )
    return { ...outcome, names }
  })
  return {
    changed: changed.map(({ id, label, before, after }) => ({
      id,
      label,
      version: before?.version ?? 0,
      changes: readChanges(before, after),
    })),
    left: left.map(({ id, reason }) => {
      const deal = names.get(id)
      return { id, label: deal ? dealName(deal) : id, reason }
    }),
  }
}

export async function editDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  {
    deals,
    edit,
    seenWarnings: seen = [],
  }: { deals: SeenDeal[]; edit: ManyEdit; seenWarnings?: string[] | undefined },
): Promise<EditedMany> {
  const ids = deals.map(({ id }) => id)
  return changeTogether(
    ctx,
    actor,
    (trx) => editManyDeals(trx, ctx, { deals, edit, seenBy: actor.name }),
    { seen, ids },
  )
}

/** Undoes one edit of many deals, except where the same fields have changed since. */
export async function undoEditAsAdmin(
  ctx: AppContext,
  actor: Actor,
  {
    batchId,
    ids,
    seenWarnings: seen = [],
  }: { batchId: string; ids: string[]; seenWarnings?: string[] | undefined },
): Promise<EditedMany> {
  const takeAllBack = async (trx: Trx) => {
    const outcome: BulkOutcome = { changed: [], left: [] }
    const entries = new Map(
      (await readDealSnapshots(trx, { batchId, dealIds: ids })).map((entry) => [
        entry.dealId,
        entry,
      ]),
    )
    const deals = await findManagedDeals(trx, [...entries.keys()])
    for (const id of new Set(ids)) {
      const done = await takeBack(trx, ctx, actor, {
        entry: entries.get(id),
        now: deals.get(id),
        id,
      })
      if ('reason' in done) outcome.left.push(done)
      else outcome.changed.push(done)
    }
    return outcome
  }
  return changeTogether(ctx, actor, takeAllBack, { seen, ids })
}

type Entry = { before: PastDeal | null; after: PastDeal | null }

async function takeBack(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  { id, entry, now }: { id: string; entry: Entry | undefined; now: ManagedDeal | undefined },
) {
  if (!entry?.before || !entry.after || !now) return { id, reason: 'This was not done to it.' }
  const { before: from, after: to } = entry
  return takeChangeBack(trx, ctx, id, { from, to, now, seenBy: actor.name })
}

async function changeTogether(
  ctx: AppContext,
  actor: Actor,
  change: (trx: Trx) => Promise<BulkOutcome>,
  { seen, ids = [] }: { seen?: string[] | undefined; ids?: string[] } = {},
): Promise<ManyChanged & { batchId: string }> {
  const batchId = newId()
  const { changed, left } = await ctx.db.transaction().execute(async (trx) => {
    const before = await warningsBefore(trx, ctx, ids, seen)
    const written = await change(trx)
    const warned = await warnOf(trx, ctx, written.changed, { seen, before })
    const entries = written.changed
      .filter(({ hasChanged }) => hasChanged)
      .map((each) => entryOf('deal.updated', each))
    await recordAudit(trx, ctx, actor, entries, batchId)
    // Recorded outside the batch: undoing the edit reads every entry of its batch.
    await recordAudit(trx, ctx, actor, warned)
    return written
  })
  return { changed: changed.map(({ id }) => id), left, batchId }
}

/** Restores the value that a field had before a change. Throws 404, 409 `deal-changed` and 422. */
export async function bringBackFieldAsAdmin(
  ctx: AppContext,
  actor: Actor,
  id: string,
  {
    field,
    entryId,
    version,
    seenWarnings: seen = [],
  }: { field: string; entryId: number; version: number; seenWarnings?: string[] | undefined },
): Promise<ManagedDeal> {
  return ctx.db.transaction().execute(async (trx) => {
    const [entry] = await readDealSnapshots(trx, { dealIds: [id], entryId })
    if (!entry?.before || !isBackField(field) || !(field in entry.before)) throw notFound('value')
    const fields: BackField[] = [field]
    const before = await warningsBefore(trx, ctx, [id], seen)
    const written = await bringBackFields(trx, ctx, id, {
      past: entry.before,
      fields,
      version,
      seenBy: actor.name,
    })
    const warned = await warnOf(trx, ctx, [written], { seen, before })
    if (written.hasChanged) {
      await recordAudit(trx, ctx, actor, [entryOf('deal.updated', written), ...warned])
    }
    const deal = written.after ?? written.before
    if (!deal) throw notFound('deal')
    return deal
  })
}
