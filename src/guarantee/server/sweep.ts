import { GOAL_CENTS, TOLD_AT_MONTHS, whyNoFee } from '#app/guarantee/guarantee.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { couldCostCents, isWatched, meterCents } from './claim.rules.ts'
import { findForgotten } from './claims.queries.ts'
import { beginPaying, decideWaiting, enqueueRefunds, tell } from './claims.ts'
import {
  findChanged,
  findDue,
  type GuaranteeRow,
  lockGuaranteeById,
  updateGuarantee,
} from './guarantee.queries.ts'
import { atMonth } from './paid-time.rules.ts'
import { readPaidTime } from './reading.ts'
import { lookForSentBack, payBack } from './refunds.ts'
import { type GuaranteeStanding, readStanding } from './standing.ts'

const CHANGED_AT_ONCE = 100
const DUE_AT_ONCE = 200
/** How long a claim may be in payment without news before it is looked at again. */
const FORGOTTEN_MS = 10 * MINUTE_MS
/** When to look whether a renewal was charged, which happens an hour after its period has begun. */
const CHARGED_BY_MS = 2 * HOUR_MS
/** Data of the provider older than this is read again before anything is decided by it. */
const FRESH_MS = HOUR_MS

/** Give up early if the provider is down; a few individual failures must not hold up the rest. */
const MOST_UNANSWERED = 3
const MOST_FAILURES = 30

/**
 * Handles the consequences of payments, refunds and the passing of time. Each part may be repeated; if the
 * provider is down, the rest is left to the next minute.
 */
export async function sweepGuarantees(ctx: AppContext): Promise<void> {
  const failures: unknown[] = []
  const attempt = async (work: () => Promise<unknown>) => {
    const unanswered = failures.filter((error) => error instanceof Problem)
    if (unanswered.length >= MOST_UNANSWERED || failures.length >= MOST_FAILURES) return
    await work().catch((error: unknown) => void failures.push(error))
  }
  for (const userId of await findChanged(ctx.db, CHANGED_AT_ONCE)) {
    await attempt(async () => {
      const id = await readPaidTime(ctx, userId)
      if (id) await lookAt(ctx, id)
    })
  }
  const now = ctx.payments.providerNow()
  for (const id of await findDue(ctx.db, { now, limit: DUE_AT_ONCE })) {
    await attempt(() => lookAt(ctx, id))
  }
  const before = new Date(ctx.now().getTime() - FORGOTTEN_MS)
  for (const id of await findForgotten(ctx.db, { before, limit: DUE_AT_ONCE })) {
    await attempt(() => ctx.db.transaction().execute((trx) => enqueueRefunds(trx, ctx, id)))
  }
  if (failures.length > 0) {
    ctx.log.error({ err: failures[0], failures: failures.length }, 'guarantees are left for later')
  }
}

/** Updates a guarantee's stored state, sends the news that is due, and schedules the next look. */
export async function lookAt(ctx: AppContext, id: string): Promise<void> {
  await refresh(ctx, id)
  await lookForSentBack(ctx, id).catch((error: unknown) => {
    ctx.log.warn({ err: error, guarantee: id }, 'what banks send back is looked for later')
  })
  await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.payments.providerNow()
    let row = await lockGuaranteeById(trx, id)
    if (!row) return
    let standing = await readStanding(trx, row, now)
    if (await decideWaiting(trx, ctx, standing)) {
      row = await lockGuaranteeById(trx, id)
      if (!row) return
      standing = await readStanding(trx, row, now)
    }
    const { year, savings, verdict } = standing
    const toldMonths = await tellHalfway()
    const toldState = await tellOpen()
    if (verdict.state === 'held' && (standing.claim?.heldUntil ?? now) <= now) {
      await beginPaying(trx, ctx, standing)
    }
    await updateGuarantee(trx, id, {
      startsAt: year?.startsAt ?? null,
      endsAt: year?.endsAt ?? null,
      paidMonths: year?.paidMonths ?? 0,
      isWhole: year?.isWhole ?? false,
      recordedCents: savings.recordedCents,
      confirmedCents: savings.confirmedCents,
      refusal: verdict.refusal,
      couldCostCents: couldCostCents(standing),
      lookAt: lookAgainAt(standing, now),
      toldMonths,
      toldState,
    })

    async function tellHalfway(): Promise<number> {
      if (!year || verdict.state !== 'running') return row?.toldMonths ?? 0
      const told = row?.toldMonths ?? 0
      const due = TOLD_AT_MONTHS.filter(
        (months) => months > told && atMonth(standing.runs, months, year) <= now,
      )
      const months = due.at(-1)
      if (months === undefined) return told
      const fees = standing.payments.filter(({ feeCents }) => feeCents > 0)
      const noFee = whyNoFee(
        fees.map(({ dueCents, dispute }) => ({ due: dueCents, dispute })),
        year.isWhole,
      )
      const isBelow = meterCents(savings) < GOAL_CENTS
      if (isBelow && !noFee) await tell(trx, ctx, standing, 'below', months)
      return months
    }

    async function tellOpen(): Promise<string | null> {
      if (verdict.state === 'refused' || verdict.state === 'saved') return null
      if (verdict.state !== 'open' || !verdict.until) return row?.toldState ?? null
      const state = `open until ${verdict.until.toISOString()}`
      if (row?.toldState !== state) await tell(trx, ctx, standing, 'open', verdict.until)
      return state
    }
  })
}

/**
 * Reads the provider's data again before a finished year is decided, and when paid time seems to have run
 * out: the provider sends no event for a month paid by credit.
 */
async function refresh(ctx: AppContext, id: string): Promise<void> {
  const row = await ctx.db.transaction().execute((trx) => lockGuaranteeById(trx, id))
  const now = ctx.payments.providerNow().getTime()
  if (!row?.userId) return
  if (row.readAt && now - row.readAt.getTime() < FRESH_MS) return
  if (!isDeciding(row, now) && !(await hasRunOut(ctx, row, now))) return
  await readPaidTime(ctx, row.userId).catch((error: unknown) => {
    ctx.log.warn({ err: error, guarantee: id }, 'a guarantee is looked at by what is known')
  })
}

function isDeciding({ isWhole, endsAt }: GuaranteeRow, now: number): boolean {
  return isWhole && endsAt !== null && endsAt.getTime() <= now
}

async function hasRunOut({ db }: AppContext, row: GuaranteeRow, now: number): Promise<boolean> {
  const { year, runs, verdict } = await readStanding(db, row, new Date(now))
  if (year?.isWhole || !['running', 'leaving'].includes(verdict.state)) return false
  return (runs.at(-1)?.to.getTime() ?? now) <= now
}

/** Returns when to look next; null if nothing follows until something changes. */
function lookAgainAt(standing: GuaranteeStanding, now: Date): Date | null {
  const { year, runs, verdict, claim, refunds } = standing
  if (refunds.some((refund) => isWatched(refund, now))) return new Date(now.getTime() + DAY_MS)
  if (!year || ['had', 'stopped', 'paid', 'over'].includes(verdict.state)) return null
  const moments = [
    ...TOLD_AT_MONTHS.map((months) => atMonth(runs, months, year)),
    year.endsAt,
    ...runs.slice(-1).map(({ to }) => new Date(to.getTime() + CHARGED_BY_MS)),
    ...(verdict.until ? [verdict.until] : []),
    ...(claim?.heldUntil ? [claim.heldUntil] : []),
    // The back office shows data at most a day old.
    new Date(now.getTime() + DAY_MS),
  ]
  const ahead = moments.filter((at) => at > now).map((at) => at.getTime())
  return new Date(Math.min(...ahead))
}

export const guaranteeQueue = {
  work: sweepGuarantees,
  cron: '* * * * *',
  policy: 'exclusive' as const,
}

export const refundsQueue = {
  work: async (ctx: AppContext, data: object) => {
    await payBack(ctx, (data as { guaranteeId: string }).guaranteeId)
  },
  atOnce: 2,
}
