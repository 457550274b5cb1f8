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
 * What can be seen once the edition of a day is out, at its last minute: in a transaction in which it is out, which
 * `look` may read in and not write in, and which is taken back whatever happens. Nobody else ever sees any of it.
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

/** Puts out what would be, by hand and by the clock. Answers the moment at which all of it is. */
async function pretendOut(trx: Trx, day: string, now: Date): Promise<Date> {
  await lockDeals(trx)
  const { inOrder, timeOf } = await arrangedDay(trx, day, now)
  const soon = now.getTime() + MINUTE_MS
  const byTime = new Map<number, string[]>()
  for (const row of inOrder) {
    // Without a name nothing can go out, nor what is sold in a currency of which there is no rate.
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
