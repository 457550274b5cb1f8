import type { Trx } from '#app/db/database.ts'
import { findDealsByKey, lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { lifeState, stateAfter, whyNot } from '#app/deals/server/deal/life.rules.ts'
import {
  findManagedDealRecords,
  type ManagedDealRecord,
} from '#app/deals/server/deal/managed-deals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { businessDay } from '#app/shared/dates.ts'
import { isId } from '#app/shared/ids.ts'
import { dealName } from '#app/shared/names.ts'
import {
  markDeleted,
  markPublished,
  markRestored,
  markScheduled,
  markUnpublished,
} from './editing.queries.ts'
import { goingOutFaults } from './editing.rules.ts'
import { type DealOutcome, dealOutcome } from './editing.ts'

type Clock = Pick<AppContext, 'now'>

/** `left` are the deals that were not changed, each with a reason for the curator. */
export type BulkOutcome = { changed: DealOutcome[]; left: Array<{ id: string; reason: string }> }

/** Publishes or unpublishes deals. */
export async function publishDeals(
  trx: Trx,
  ctx: Clock,
  ids: string[],
  { isPublished }: { isPublished: boolean },
): Promise<BulkOutcome> {
  const now = ctx.now()
  const { able, left } = await sortOut(trx, ids, (row) => {
    if (row.deletedAt !== null) return 'It was deleted meanwhile.'
    const state = lifeState(row)
    const step = isPublished ? 'go-out' : 'take-off'
    if (!stateAfter(state, step, row.startsAt, now)) return whyNot(state, step)
    return isPublished ? Object.values(goingOutFaults(row, now)).join(' ') : ''
  })
  const isLater = ({ startsAt }: ManagedDealRecord) => startsAt !== null && startsAt > now
  const idsOf = (rows: ManagedDealRecord[]) => rows.map(({ id }) => id)
  if (isPublished) {
    await markScheduled(trx, idsOf(able.filter(isLater)))
    const atOnce = idsOf(able.filter((row) => !isLater(row)))
    await markPublished(trx, atOnce, { now, today: businessDay(now) })
  } else {
    await markUnpublished(trx, idsOf(able))
  }
  return { changed: await describeChanged(trx, able), left }
}

/** Soft-deletes deals, so that they can be restored. */
export async function deleteDeals(trx: Trx, ctx: Clock, ids: string[]): Promise<BulkOutcome> {
  const { able, left } = await sortOut(trx, ids, (row) =>
    row.deletedAt === null ? '' : 'It was deleted already.',
  )
  await markDeleted(
    trx,
    able.map(({ id }) => id),
    ctx.now(),
  )
  if (able.length > 0) await announce(trx, 'deals')
  return { changed: able.map((row) => dealOutcome(row, null)), left }
}

/** Restores deleted deals; published ones return to their place in the feed. */
export async function restoreDeals(trx: Trx, ctx: Clock, ids: string[]): Promise<BulkOutcome> {
  const { able, left } = await sortOut(trx, ids, (row) =>
    row.deletedAt === null ? 'It is there already.' : '',
  )
  const takenBy = await findDealsByKey(
    trx,
    able.map((row) => row.buyUrlKey),
  )
  const free: ManagedDealRecord[] = []
  for (const row of able) {
    const other = takenBy.get(row.buyUrlKey)
    if (other) {
      const reason = `Another deal has its link by now: ${dealName(other)}.`
      left.push({ id: row.id, reason })
    } else {
      free.push(row)
      // Two deleted deals may have had the same link, one after the other.
      takenBy.set(row.buyUrlKey, row)
    }
  }
  await markRestored(
    trx,
    free.map(({ id }) => id),
    ctx.now(),
  )
  const restored = await describeChanged(trx, free)
  return { changed: restored.map((each) => ({ ...each, before: null })), left }
}

/** Splits the ids into deals that can be changed, in the given order, and the rest with a reason each. */
export async function sortOut(
  trx: Trx,
  ids: string[],
  reasonOf: (row: ManagedDealRecord) => string,
) {
  await lockDeals(trx)
  const named = [...new Set(ids)]
  const rows = await findManagedDealRecords(trx, named.filter(isId))
  const able: ManagedDealRecord[] = []
  const left: BulkOutcome['left'] = []
  for (const id of named) {
    const row = rows.get(id)
    const reason = row ? reasonOf(row) : 'There is no such deal.'
    if (row && reason === '') able.push(row)
    else left.push({ id, reason })
  }
  return { able, left }
}

export async function describeChanged(
  trx: Trx,
  before: ManagedDealRecord[],
): Promise<DealOutcome[]> {
  if (before.length === 0) return []
  const after = await findManagedDealRecords(
    trx,
    before.map(({ id }) => id),
  )
  await announce(trx, 'deals')
  return before.map((row) => dealOutcome(row, after.get(row.id) ?? null))
}
