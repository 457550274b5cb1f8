import type { Trx } from '#app/db/database.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { rememberFreeDeals } from '#app/deals/server/feed/free-deals.ts'
import { endDue, leaveDue, startDue } from '#app/deals/server/life/life.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay, MINUTE_MS } from '#app/shared/dates.ts'
import { forbidWriting, putOut } from './planning.queries.ts'
import { arrangedDay } from './planning.ts'

class TakenBack<T> {
  readonly seen: T
  constructor(seen: T) {
    this.seen = seen
  }
}

/**
 * Shows the edition of a day as if it were out, at its last minute: publishes it in a transaction that `look`
 * may only read in and that is always rolled back. Nobody else ever sees any of it.
 */
export async function rehearseEdition<T>(
  ctx: Pick<AppContext, 'db' | 'now'>,
  day: string,
  look: (trx: Trx, moment: Date) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const moment = await pretendOut(trx, day, ctx.now())
      await forbidWriting(trx)
      throw new TakenBack(await look(trx, moment))
    })
  } catch (thrown) {
    if (thrown instanceof TakenBack) return thrown.seen
    throw thrown
  }
}

/** Publishes what would go out by hand and by the clock. Returns the moment at which everything is out. */
async function pretendOut(trx: Trx, day: string, now: Date): Promise<Date> {
  await lockDeals(trx)
  const { inOrder, timeOf } = await arrangedDay(trx, day, now)
  const soon = now.getTime() + MINUTE_MS
  const byTime = new Map<number, string[]>()
  for (const row of inOrder) {
    // Deals without a name or without a rate for their currency cannot go out.
    if (row.isPublished || !row.hasName || !row.hasRate) continue
    const at = Number.isFinite(timeOf(row)) ? timeOf(row) : soon
    byTime.set(at, [...(byTime.get(at) ?? []), row.id])
  }
  for (const [at, ids] of byTime) await putOut(trx, ids, new Date(at))
  const moment = new Date(Math.max(now.getTime(), ...byTime.keys()))
  const today = businessDay(moment)
  await startDue(trx, moment)
  await rememberFreeDeals(trx, today)
  await endDue(trx, moment)
  await leaveDue(trx, today)
  return moment
}
