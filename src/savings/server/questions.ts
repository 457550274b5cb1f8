import type { Database, Trx } from '#app/db/database.ts'
import { ASKED_AFTER_DAYS, ASKED_UNTIL_DAYS } from '#app/savings/savings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { findPeopleToAsk, findUnanswered, findUnasked, insertAsked } from './questions.queries.ts'

type Clock = Pick<AppContext, 'now'>
type AskedTrip = { number: string; dealId: string }

/** Returns people with trips of at least a week ago without a question or an answer, in pages. */
export function peopleToAsk(
  ctx: Pick<AppContext, 'db' | 'now'>,
  range: { after: string; limit: number },
): Promise<string[]> {
  return findPeopleToAsk(ctx.db, { ...spanOf(ctx), ...range })
}

/**
 * Returns these people's trips that are due for a question, and marks them as asked in this transaction: each
 * trip is asked about once, by whichever channel comes first.
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

/** Returns which of these trips are still unanswered, with their public details. */
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
