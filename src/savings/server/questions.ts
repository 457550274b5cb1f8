import type { Database, Trx } from '#app/db/database.ts'
import { ASKED_AFTER_DAYS, ASKED_UNTIL_DAYS } from '#app/savings/savings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { findPeopleToAsk, findUnanswered, findUnasked, insertAsked } from './questions.queries.ts'

type Clock = Pick<AppContext, 'now'>
type AskedTrip = { number: string; dealId: string }

/** Who has a trip of a week ago or more that they were not asked about, nor have answered; in pieces. */
export function peopleToAsk(
  ctx: Pick<AppContext, 'db' | 'now'>,
  range: { after: string; limit: number },
): Promise<string[]> {
  return findPeopleToAsk(ctx.db, { ...spanOf(ctx), ...range })
}

/**
 * The trips of these people that are to be asked about now, marked in this transaction as asked about:
 * each is once, by whichever way comes first.
 */
export async function askAboutTrips(
  trx: Trx,
  ctx: Clock,
  userIds: string[],
): Promise<Map<string, AskedTrip[]>> {
  if (userIds.length === 0) return new Map()
  const trips = await findUnasked(trx, { ...spanOf(ctx), userIds })
  const numbers = trips.map(({ number }) => number)
  const asked = await insertAsked(trx, { numbers, askedAt: ctx.now() })
  const ours = trips.filter(({ number }) => asked.has(number))
  return Map.groupBy(ours, ({ userId }) => userId ?? '')
}

/** Of these, those that nobody has answered meanwhile, with what everybody may see of them. */
export function unansweredTrips(db: Database, numbers: string[]) {
  return findUnanswered(db, numbers)
}

function spanOf(ctx: Clock) {
  const now = ctx.now().getTime()
  return {
    madeSince: new Date(now - ASKED_UNTIL_DAYS * DAY_MS),
    madeUntil: new Date(now - ASKED_AFTER_DAYS * DAY_MS),
  }
}
