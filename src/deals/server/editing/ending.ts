import type { Trx } from '#app/db/database.ts'
import type { ReasonToEnd } from '#app/deals/life.facts.ts'
import { type LifeStep, lifeState, stateAfter, whyNot } from '#app/deals/server/deal/life.rules.ts'
import { rememberFreeDeals } from '#app/deals/server/feed/free-deals.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { markBack, markEnded } from './editing.queries.ts'
import { type BulkOutcome, describeChanged, sortOut } from './many.ts'

type Clock = Pick<AppContext, 'now'>

/** Ends living deals for a reason. */
export async function endDeals(
  trx: Trx,
  ctx: Clock,
  ids: string[],
  { reason }: { reason: ReasonToEnd },
): Promise<BulkOutcome> {
  return changeMany(trx, ctx, ids, 'end', (able) =>
    markEnded(trx, able, { endedAt: ctx.now(), endedReason: reason }),
  )
}

/** Makes ended deals live again, in their old position; clears an end time that has passed. */
export async function bringBackDeals(trx: Trx, ctx: Clock, ids: string[]): Promise<BulkOutcome> {
  return changeMany(trx, ctx, ids, 'bring-back', (able) => markBack(trx, able, ctx.now()))
}

async function changeMany(
  trx: Trx,
  ctx: Clock,
  ids: string[],
  step: LifeStep,
  change: (ids: string[]) => Promise<void>,
): Promise<BulkOutcome> {
  const now = ctx.now()
  const { able, left } = await sortOut(trx, ids, (row) => {
    if (row.deletedAt !== null) return 'It was deleted meanwhile.'
    const state = lifeState(row)
    return stateAfter(state, step, row.startsAt, now) ? '' : whyNot(state, step)
  })
  // Free deals that were open today stay readable, and the next ones take their place.
  if (able.length > 0) await rememberFreeDeals(trx, businessDay(now))
  await change(able.map(({ id }) => id))
  return { changed: await describeChanged(trx, able), left }
}
