import type { Trx } from '#app/db/database.ts'
import type { TripAnswer } from '#app/savings/savings.contract.ts'
import { ANSWERS_A_DAY, MOST_WITHOUT_TRIP } from '#app/savings/savings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest, notFound, Problem, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { formatCount } from '#app/shared/counts.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { dayFault, mayAnswer } from './answers.rules.ts'
import {
  countRowsWithoutTrip,
  findRowsOfTrips,
  findRowWithoutTrip,
  isListed,
  type LedgerRow,
  lockLedger,
  lockTrips,
} from './rows.queries.ts'
import { keepWithoutTrip, type LedgerMove, refreshTrips } from './rows.ts'

/**
 * Stores an owner's answer about a trip. Throws 404 for another person's trip, 400 for an impossible day, and
 * 409 if a report or a person has settled it.
 */
export async function answerTrip(
  ctx: AppContext,
  { userId, number, answer }: { userId: string; number: string; answer: TripAnswer },
): Promise<LedgerRow> {
  await countAnswer(ctx, userId)
  return ctx.db.transaction().execute(async (trx) => {
    const [trip] = await lockTrips(trx, [number])
    if (trip?.userId !== userId) throw notFound('trip')
    const [row] = await findRowsOfTrips(trx, [number])
    if (!mayAnswer(row).includes(answer.answer)) throw settled(row)
    const tripDay = businessDay(trip.madeAt)
    const said = sayingOf(ctx, answer, { row, tripDay, nowCents: trip.nowCents })
    const [kept] = await refreshTrips(trx, ctx, [number], memberSays(answer.answer, said))
    if (!kept) throw notFound('trip')
    return kept
  })
}

/** Records a purchase without a trip, which counts as zero. Throws as `answerTrip` does. */
export async function recordWithoutTrip(
  ctx: AppContext,
  { userId, dealId, paid, on }: { userId: string; dealId: string; paid: number; on: string },
): Promise<LedgerRow> {
  await countAnswer(ctx, userId)
  return ctx.db.transaction().execute(async (trx) => {
    await lockLedger(trx, userId)
    const row = await findRowWithoutTrip(trx, { userId, dealId })
    if (!row && !(await isListed(trx, dealId))) throw notFound('deal')
    if (!row) await refuseMany(trx, userId)
    const said = sayingOf(ctx, { answer: 'bought', paid, on }, { row, tripDay: undefined })
    const change = memberSays('bought', said)
    const [kept] = await keepWithoutTrip(trx, ctx, { row, userId, dealId }, change)
    if (!kept) throw notFound('deal')
    return kept
  })
}

function memberSays(what: string, said: NonNullable<LedgerMove['said']>): LedgerMove {
  return { madeBy: 'member', actorName: null, what, said }
}

type Before = {
  row: LedgerRow | undefined
  tripDay: string | undefined
  nowCents?: number | null
}

function sayingOf(
  ctx: AppContext,
  answer: TripAnswer,
  { row, tripDay, nowCents = null }: Before,
): NonNullable<LedgerMove['said']> {
  if (answer.answer === 'not-bought') return { what: 'not-bought', paidCents: null, on: null }
  if (answer.answer === 'returned') {
    // A returned piece had been bought: at the price stated, or else the one shown.
    const isKnown = row?.said === 'bought'
    const paidCents = isKnown ? row.saidPaidCents : row?.state === 'confirmed' ? null : nowCents
    return { what: 'returned', paidCents, on: isKnown ? row.saidOn : null }
  }
  const fault = dayFault(answer.on, { tripDay, today: businessDay(ctx.now()) })
  if (fault) throw badRequest(`The day ${fault}.`, { on: fault })
  return { what: 'bought', paidCents: Math.round(answer.paid * 100), on: answer.on }
}

async function refuseMany(trx: Trx, userId: string): Promise<void> {
  if ((await countRowsWithoutTrip(trx, userId)) < MOST_WITHOUT_TRIP) return
  throw new Problem(
    409,
    'too-many-without-trip',
    `You have kept ${formatCount(MOST_WITHOUT_TRIP)} purchases without a trip, which is all that there is room for. They count nought.`,
  )
}

function settled(row: LedgerRow | undefined): Problem {
  if (row?.decided) {
    return new Problem(
      409,
      'decided',
      'We have looked at this one and decided it. Write to us if that is wrong.',
    )
  }
  if (row && ['confirmed', 'returned', 'rejected'].includes(row.state)) {
    return new Problem(
      409,
      'reported',
      'The retailer’s report has settled this one. Write to us if it is wrong.',
    )
  }
  return new Problem(409, 'not-bought-yet', 'Only what was bought can have gone back.')
}

/** Limits answers per day, because every change is kept for good. */
async function countAnswer(ctx: AppContext, userId: string): Promise<void> {
  const throttle = createThrottle(ctx, {
    name: 'ledger',
    limit: ANSWERS_A_DAY,
    windowSeconds: DAY_MS / 1000,
  })
  const verdict = await throttle.consume(userId)
  if (!verdict.isAllowed) {
    throw tooManyRequests('That were very many changes for one day.', verdict.waitSeconds)
  }
}
