import type { ManyChanged } from '#app/admin/admin-deals.contract.ts'
import { type Actor, type AuditDraft, recordAudit } from '#app/admin/server/audit/audit.ts'
import { readSeenWarnings, warningsBefore, warnOf } from '#app/admin/server/warned.ts'
import type { Trx } from '#app/db/database.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { ReasonToEnd } from '#app/deals/life.facts.ts'
import {
  createDeal,
  type DealOutcome,
  deleteDeal,
  prepareDealPatch,
  publishDeal,
  type SubmittedDeal,
  switchDeal,
  updateDeal,
} from '#app/deals/server/editing/editing.ts'
import { bringBackDeals, endDeals } from '#app/deals/server/editing/ending.ts'
import {
  type BulkOutcome,
  deleteDeals,
  publishDeals,
  restoreDeals,
} from '#app/deals/server/editing/many.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'

type Switches = Parameters<typeof switchDeal>[2]

// Each of these is one transaction: a use case of `deals`, and the audit entry that says who did it.
// They throw what the use case throws.

export async function createDealAsAdmin(ctx: AppContext, actor: Actor, form: SubmittedDeal) {
  const change = await prepareDealPatch(ctx, form, { isNew: true })
  const seen = readSeenWarnings(form.texts('seenWarnings')[0])
  return changeOne(
    ctx,
    actor,
    ({ before }) => (before ? 'deal.updated' : 'deal.created'),
    (trx) => createDeal(trx, ctx, { ...change, seenBy: actor.name }),
    { seen },
  )
}

export async function updateDealAsAdmin(
  ctx: AppContext,
  actor: Actor,
  id: string,
  form: SubmittedDeal,
) {
  const change = await prepareDealPatch(ctx, form, { isNew: false })
  const seen = readSeenWarnings(form.texts('seenWarnings')[0])
  return changeOne(
    ctx,
    actor,
    'deal.updated',
    (trx) => updateDeal(trx, ctx, id, { ...change, seenBy: actor.name }),
    { seen, id },
  )
}

export async function publishDealAsAdmin(
  ctx: AppContext,
  actor: Actor,
  id: string,
  {
    seenWarnings: seen = [],
    ...how
  }: { isPublished: boolean; seenWarnings?: string[] | undefined },
) {
  return changeOne(ctx, actor, publishing(how), (trx) => publishDeal(trx, ctx, id, how), { seen })
}

export async function switchDealAsAdmin(
  ctx: AppContext,
  actor: Actor,
  id: string,
  switches: Switches,
) {
  return changeOne(ctx, actor, 'deal.switched', (trx) => switchDeal(trx, id, switches))
}

export async function deleteDealAsAdmin(ctx: AppContext, actor: Actor, id: string) {
  await changeOne(ctx, actor, 'deal.deleted', (trx) => deleteDeal(trx, ctx, id))
}

export async function publishDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  {
    ids,
    seenWarnings: seen = [],
    ...how
  }: { ids: string[]; isPublished: boolean; seenWarnings?: string[] | undefined },
) {
  return changeMany(ctx, actor, publishing(how), (trx) => publishDeals(trx, ctx, ids, how), {
    seen,
  })
}

export async function deleteDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { ids }: { ids: string[] },
) {
  return changeMany(ctx, actor, 'deal.deleted', (trx) => deleteDeals(trx, ctx, ids))
}

export async function restoreDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { ids }: { ids: string[] },
) {
  // Asks for no confirmation: the deals were confirmed when they went out, and deleted deals cannot change.
  return changeMany(ctx, actor, 'deal.restored', (trx) => restoreDeals(trx, ctx, ids))
}

export async function endDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { ids, ...how }: { ids: string[]; reason: ReasonToEnd },
) {
  return changeMany(ctx, actor, 'deal.ended', (trx) => endDeals(trx, ctx, ids, how))
}

export async function bringBackDealsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { ids, seenWarnings: seen = [] }: { ids: string[]; seenWarnings?: string[] | undefined },
) {
  return changeMany(ctx, actor, 'deal.brought-back', (trx) => bringBackDeals(trx, ctx, ids), {
    seen,
  })
}

function publishing({ isPublished }: { isPublished: boolean }) {
  return isPublished ? 'deal.published' : 'deal.unpublished'
}

async function changeOne(
  ctx: AppContext,
  actor: Actor,
  action: string | ((written: DealOutcome) => string),
  change: (trx: Trx) => Promise<DealOutcome>,
  { seen, id }: { seen?: string[] | undefined; id?: string } = {},
): Promise<ManagedDeal> {
  const written = await ctx.db.transaction().execute(async (trx) => {
    const before = await warningsBefore(trx, ctx, id === undefined ? [] : [id], seen)
    const written = await change(trx)
    const warned = await warnOf(trx, ctx, [written], { seen, before })
    const done = typeof action === 'string' ? action : action(written)
    const entries = written.hasChanged ? [entryOf(done, written), ...warned] : []
    await recordAudit(trx, ctx, actor, entries)
    return written
  })
  const deal = written.after ?? written.before
  if (!deal) throw new Error('A change left no deal and had none.')
  return deal
}

async function changeMany(
  ctx: AppContext,
  actor: Actor,
  action: string,
  change: (trx: Trx) => Promise<BulkOutcome>,
  { seen }: { seen?: string[] | undefined } = {},
): Promise<ManyChanged> {
  const { changed, left } = await ctx.db.transaction().execute(async (trx) => {
    const written = await change(trx)
    const warned = await warnOf(trx, ctx, written.changed, {
      seen,
      before: [],
      left: written.left,
    })
    const entries = [...written.changed.map((each) => entryOf(action, each)), ...warned]
    await recordAudit(trx, ctx, actor, entries, newId())
    return written
  })
  return { changed: changed.map(({ id }) => id), left }
}

export function entryOf(action: string, { id, label, before, after }: DealOutcome): AuditDraft {
  return { action, subject: { kind: 'deal', id, label }, before, after }
}
