import type { Trx } from '#app/db/database.ts'
import {
  CLAIM_LISTS,
  type ClaimList,
  type ClaimRefusal,
  GOAL_CENTS,
} from '#app/guarantee/guarantee.facts.ts'
import type {
  DecideClaim,
  DeskEntry,
  GuaranteeDesk,
} from '#app/guarantee/guarantee-desk.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { sumPaid } from './claim.rules.ts'
import {
  findRefunds,
  isBeingPaidBack,
  reviveRefunds,
  settleByHand,
  sumDecidedOn,
  updateClaim,
} from './claims.queries.ts'
import { beginPaying, dueOfAll, finish, refuse } from './claims.ts'
import { countListed, countTroubles, countUnpaid, findListed, sumByMonth } from './desk.queries.ts'
import { type GuaranteeRow, lockGuaranteeById } from './guarantee.queries.ts'
import { refundState } from './guarantee.ts'
import { type GuaranteeStanding, readStanding } from './standing.ts'

const ON_A_PAGE = 25

/** Returns a page of claims and meters, and what the years about to end could cost. */
export async function readGuaranteeDesk(
  ctx: AppContext,
  { list, page }: { list: ClaimList; page: number },
): Promise<GuaranteeDesk> {
  const { db } = ctx
  const now = ctx.payments.providerNow()
  const counts = Object.fromEntries(
    await Promise.all(
      CLAIM_LISTS.map(async (each) => [each, await countListed(db, { list: each, now })] as const),
    ),
  ) as Record<ClaimList, number>
  const place = { offset: (page - 1) * ON_A_PAGE, limit: ON_A_PAGE }
  const rows = await findListed(db, { list, now, ...place })
  const entries: DeskEntry[] = []
  for (const { email, ...row } of rows) entries.push(await describeEntry(ctx, { row, email, now }))
  const months = await sumByMonth(db, { now, goalCents: GOAL_CENTS })
  return {
    list,
    counts,
    entries,
    total: counts[list],
    page,
    pages: Math.max(1, Math.ceil(counts[list] / ON_A_PAGE)),
    months: months.map(({ couldCost, atMost, ...month }) => ({
      ...month,
      couldCost: couldCost / 100,
      atMost: atMost / 100,
    })),
    alarm: {
      limit: ctx.config.guarantee.alarmCents / 100,
      today: (await sumDecidedOn(db, businessDay(now))) / 100,
      ...(await countTroubles(db)),
    },
  }
}

async function describeEntry(
  { db }: AppContext,
  { row, email, now }: { row: GuaranteeRow; email: string | null; now: Date },
): Promise<DeskEntry> {
  const standing = await readStanding(db, row, now)
  const { year, verdict, claim, savings, payments, refunds } = standing
  const paymentOf = new Map(payments.map((payment) => [payment.invoiceId, payment]))
  const isRefused = claim?.state === 'refused'
  // A refused claim may have opened again, or be refused for another reason by now. Once the account is gone
  // its savings are unknown, so the claim stays as decided.
  const isOpenAgain = isRefused && verdict.state === 'open' && row.userId !== null
  return {
    id: row.id,
    email,
    state: isOpenAgain ? verdict.state : (claim?.state ?? verdict.state),
    startsOn: year ? businessDay(year.startsAt) : null,
    endsOn: year ? businessDay(year.endsAt) : null,
    claimUntil: verdict.until ? businessDay(verdict.until) : null,
    paidMonths: year?.paidMonths ?? 0,
    recorded: (claim?.recordedCents ?? savings.recordedCents) / 100,
    confirmed: (claim?.confirmedCents ?? savings.confirmedCents) / 100,
    due: (claim && !isRefused ? claim.dueCents : dueOfAll(standing)) / 100,
    paidBack: (claim?.paidCents ?? 0) / 100,
    refusal: isOpenAgain
      ? null
      : (verdict.refusal ?? (claim?.refusal as ClaimRefusal | undefined) ?? null),
    askedAt: claim?.askedAt.toISOString() ?? null,
    heldUntil: claim?.heldUntil?.toISOString() ?? null,
    decidedBy: claim?.decidedBy ?? null,
    reason: claim?.reason ?? null,
    refunds: refunds.map((refund) => ({
      paidOn: businessDay(paymentOf.get(refund.invoiceId)?.paidAt ?? row.createdAt),
      amount: (refund.amountCents ?? refund.feeCents) / 100,
      fee: refund.feeCents / 100,
      state: refundState(refund) ?? refund.state,
      problem: refund.problem,
    })),
  }
}

/** A person's decision with the state before it, for the audit log. */
type DecidedClaim = {
  id: string
  /** Null once the account is gone. */
  userId: string | null
  label: string
  before: { state: string; refusal: string | null }
  after: { state: string; due: number }
}

/**
 * Applies a person's decision about a claim. They can pay one that was refused (claimed or not), waits or is
 * held; retry or settle by hand what could not be paid; or refuse one that waits for a person. Throws 409 for
 * anything else.
 */
export async function decideClaim(
  trx: Trx,
  ctx: AppContext,
  { guaranteeId, decision, reason, name }: DecideClaim & { guaranteeId: string; name: string },
): Promise<DecidedClaim> {
  const row = await lockGuaranteeById(trx, guaranteeId)
  if (!row) throw notFound('claim')
  const standing = await readStanding(trx, row, ctx.payments.providerNow())
  const { year, claim, refunds, savings, verdict } = standing
  const state = claim?.state ?? verdict.state
  // Without a refusal there is no claim until the member makes one.
  if (!claim && state !== 'refused') throw notFound('claim')
  const by = { name, reason }
  const isStuck = state === 'paying' && refunds.some((refund) => refund.state === 'stuck')
  if (decision === 'pay' && (PAYABLE.has(state) || isStuck)) {
    if (!isStuck && dueOfAll(standing) === 0) {
      throw new Problem(409, 'nothing-due', 'All of this year’s fee has been paid back already.')
    }
    if (isStuck) await reviveRefunds(trx, guaranteeId)
    await beginPaying(trx, ctx, standing, by)
  } else if (decision === 'paid-by-hand' && isStuck) {
    await payByHand(trx, ctx, standing, by)
  } else if (decision === 'refuse' && state === 'waiting') {
    // Once the account is gone, what was known at the time of the claim counts.
    const known = row.userId === null ? claim : savings
    if ((known?.confirmedCents ?? 0) < GOAL_CENTS) {
      throw new Problem(
        409,
        'below-goal',
        `Less than ${formatShortPrice(GOAL_CENTS / 100)} is confirmed. Decide what waits under Savings, or pay.`,
      )
    }
    await refuse(trx, ctx, standing, 'confirmed', by)
  } else {
    throw new Problem(409, 'claim-decided', 'This claim has been decided meanwhile. Look again.')
  }
  return {
    id: guaranteeId,
    userId: row.userId,
    label: claim
      ? `The claim of ${businessDay(claim.askedAt)}`
      : `The year until ${businessDay(year?.endsAt ?? row.createdAt)}`,
    before: { state, refusal: claim ? claim.refusal : verdict.refusal },
    after: {
      state: AFTER[decision],
      due: dueOfAll(standing) / 100,
    },
  }
}

const AFTER = { pay: 'paying', refuse: 'refused', 'paid-by-hand': 'paid' } as const

/** Records that refunds which could not go back the way they came were paid by other means. */
async function payByHand(
  trx: Trx,
  ctx: AppContext,
  standing: GuaranteeStanding,
  by: { name: string; reason: string },
): Promise<void> {
  const { row, payments } = standing
  const now = ctx.payments.providerNow()
  const dueOf = new Map(payments.map(({ invoiceId, dueCents }) => [invoiceId, dueCents]))
  for (const { id, invoiceId, state, feeCents } of standing.refunds) {
    if (state !== 'stuck') continue
    await settleByHand(trx, { id, amountCents: dueOf.get(invoiceId) ?? feeCents, now })
  }
  await updateClaim(trx, row.id, { decidedBy: by.name, reason: by.reason })
  const refunds = await findRefunds(trx, row.id)
  const paidCents = sumPaid(refunds)
  if (refunds.some(({ state }) => state === 'due' || state === 'sent')) {
    return updateClaim(trx, row.id, { paidCents })
  }
  await finish(trx, ctx, { ...standing, refunds }, paidCents)
}

const PAYABLE = new Set<string>(['refused', 'waiting', 'held'])

/** Counts claims in payment, the age of the oldest, and those held or stuck, for monitoring. */
export async function countClaims(ctx: Pick<AppContext, 'db' | 'payments'>) {
  const [unpaid, troubles] = await Promise.all([countUnpaid(ctx.db), countTroubles(ctx.db)])
  const now = ctx.payments.providerNow().getTime()
  return {
    ...troubles,
    unpaid: unpaid.unpaid,
    oldestSeconds: unpaid.oldest ? Math.max(0, (now - unpaid.oldest.getTime()) / 1000) : 0,
  }
}

/** Throws 409 while a claim is refunding this payment, because the claim deducts refunds made elsewhere. */
export async function requireNoRefund(trx: Trx, invoiceId: string): Promise<void> {
  if (!(await isBeingPaidBack(trx, invoiceId))) return
  throw new Problem(
    409,
    'guarantee-pays',
    'The guarantee is paying this payment back just now. Look again when it is through.',
  )
}
