import type { Trx } from '#app/db/database.ts'
import type { ManyEdit } from '#app/deals/editing/many-edit.facts.ts'
import {
  findManagedDealRecords,
  type ManagedDealRecord,
} from '#app/deals/server/deal/managed-deals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { isId } from '#app/shared/ids.ts'
import { refuseFaults } from './columns.ts'
import type { DealPatch } from './editing.rules.ts'
import { dealOutcome, planUpdate, updateDeal } from './editing.ts'
import type { BulkOutcome } from './many.ts'
import { readManyEdit } from './many-edit.rules.ts'
import { refuseGivenAway } from './picture-notes.ts'

type Clock = Pick<AppContext, 'now'>
/** A deal at the version somebody has seen; it is skipped when it was saved since. */
export type SeenDeal = { id: string; version?: number | undefined }

/** The effect of an edit on each deal. Throws 422 `invalid-deal` when the edit is invalid. */
export async function previewManyEdit(
  trx: Trx,
  ctx: Clock,
  ids: string[],
  edit: ManyEdit,
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], left: [] }
  const plans = await planMany(
    trx,
    ctx,
    ids.map((id) => ({ id })),
    edit,
  )
  for (const plan of plans) {
    if ('reason' in plan) outcome.left.push(plan)
    else outcome.changed.push(dealOutcome(plan.row, { ...plan.row, ...plan.columns }))
  }
  return outcome
}

/** Applies the edit, deal by deal as the form would. */
export async function editManyDeals(
  trx: Trx,
  ctx: Clock,
  { deals, edit, seenBy }: { deals: SeenDeal[]; edit: ManyEdit; seenBy: string },
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { changed: [], left: [] }
  for (const plan of await planMany(trx, ctx, deals, edit)) {
    if ('reason' in plan) outcome.left.push(plan)
    else outcome.changed.push(await updateDeal(trx, ctx, plan.row.id, { ...plan.patch, seenBy }))
  }
  return outcome
}

type Plan =
  | { id: string; reason: string }
  | { row: ManagedDealRecord; patch: DealPatch; columns: Partial<ManagedDealRecord> }

async function planMany(trx: Trx, ctx: Clock, deals: SeenDeal[], edit: ManyEdit): Promise<Plan[]> {
  const { patchFor, faults } = readManyEdit(edit)
  refuseFaults(faults)
  const seen = new Map(deals.map(({ id, version }) => [id, version]))
  const rows = await findManagedDealRecords(trx, [...seen.keys()].filter(isId))
  const plans: Plan[] = []
  for (const [id, version] of seen) {
    const row = rows.get(id)
    if (!row) plans.push({ id, reason: 'There is no such deal.' })
    else if (row.deletedAt !== null) plans.push({ id, reason: 'It was deleted meanwhile.' })
    else {
      const made = patchFor(row)
      plans.push(
        'reason' in made
          ? { id, reason: made.reason }
          : await planOne(trx, ctx, row, {
              ...made.patch,
              ...(version !== undefined && { version }),
            }),
      )
    }
  }
  return plans
}

async function planOne(
  trx: Trx,
  ctx: Clock,
  row: ManagedDealRecord,
  patch: DealPatch,
): Promise<Plan> {
  try {
    const plan = await planUpdate(trx, ctx, row, patch)
    if (!plan.hasChanged) return { id: row.id, reason: 'It is so already.' }
    const columns = plan.columns as Partial<ManagedDealRecord>
    refuseGivenAway({ ...row, ...columns })
    return { row, patch, columns }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { id: row.id, reason: error.message }
  }
}
