import { findAccount } from '#app/accounts/server/accounts.ts'
import type { Trx } from '#app/db/database.ts'
import { type ClaimRefusal, HELD_MS } from '#app/guarantee/guarantee.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { judgeYear, meterCents } from './claim.rules.ts'
import {
  addRefunds,
  deleteClaim,
  lockDay,
  putClaim,
  reviveRefunds,
  sumDecidedOn,
  updateClaim,
} from './claims.queries.ts'
import {
  findGuarantee,
  lockGuaranteeById,
  updateGuarantee,
  updateWaiting,
} from './guarantee.queries.ts'
import { enqueueGuaranteeMail, type MailFacts } from './mails.ts'
import { tellNews } from './news.ts'
import { readPaidTime } from './reading.ts'
import { type GuaranteeStanding, readStanding } from './standing.ts'

/** The queue that pays claims; a job carries the id of its guarantee. */
export const REFUNDS_QUEUE = 'guarantee-refunds'

const claims = counter(
  'nouveau_guarantee_claims_total',
  'Claims of a year’s fee, by what became of them',
  {
    outcome: ['paying', 'held', 'waiting', 'refused', 'paid'],
  },
)

/**
 * Claims a member's year. Safe under concurrency: the later of two requests finds what the first has done.
 * Throws 409 if there is nothing to claim.
 */
export async function claimYear(ctx: AppContext, userId: string): Promise<void> {
  // Read from the provider if it answers; otherwise the last known state decides.
  await readPaidTime(ctx, userId).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    ctx.log.warn({ err: error, userId }, 'a claim is decided by what is known')
  })
  const row = await findGuarantee(ctx.db, userId)
  if (!row) throw notOpen()
  await ctx.db.transaction().execute(async (trx) => {
    const locked = await lockGuaranteeById(trx, row.id)
    // The account, and with it the guarantee, was deleted meanwhile.
    if (!locked?.userId) throw notOpen()
    const standing = await readStanding(trx, locked, ctx.payments.providerNow())
    const { state, refusal, isForPerson } = standing.verdict
    if (state === 'refused' && refusal) return refuse(trx, ctx, standing, refusal)
    if (state !== 'open') {
      if (standing.claim && state === standing.claim.state) return
      throw notOpen()
    }
    if (isForPerson) return setAside(trx, ctx, standing)
    await letGo(trx, ctx, standing)
  })
}

/** Starts the refund, or holds it if the day's total is above the alarm limit. */
async function letGo(trx: Trx, ctx: AppContext, standing: GuaranteeStanding): Promise<void> {
  await lockDay(trx)
  const now = ctx.payments.providerNow()
  const spent = await sumDecidedOn(trx, businessDay(now))
  const limit = ctx.config.guarantee.alarmCents
  const dueCents = dueOfAll(standing)
  if (spent + dueCents <= limit) return beginPaying(trx, ctx, standing)
  ctx.log.error({ spent, dueCents, limit }, 'guarantee refunds of the day are above the alarm')
  claims.add({ outcome: 'held' })
  const held = { state: 'held' as const, heldUntil: new Date(now.getTime() + HELD_MS) }
  if (standing.claim?.state === 'waiting') await updateClaim(trx, standing.row.id, held)
  else await putClaim(trx, { ...draftOf(standing, now), ...held })
  await tell(trx, ctx, standing, 'held', now)
}

async function setAside(trx: Trx, ctx: AppContext, standing: GuaranteeStanding): Promise<void> {
  const now = ctx.payments.providerNow()
  claims.add({ outcome: 'waiting' })
  await putClaim(trx, { ...draftOf(standing, now), state: 'waiting', heldUntil: null })
  await tell(trx, ctx, standing, 'waiting', now)
}

/**
 * Decides a claim that waits for a person once the stored rows alone are enough, as of the day it was made.
 * Returns false if it still has to wait.
 */
export async function decideWaiting(
  trx: Trx,
  ctx: AppContext,
  standing: GuaranteeStanding,
): Promise<boolean> {
  const { row, claim } = standing
  // Once the account is gone its savings are unknown: a person decides by what was known before.
  if (claim?.state !== 'waiting' || row.userId === null) return false
  const verdict = judgeYear({ ...standing, now: claim.askedAt, decided: null, hadBefore: false })
  const { state, refusal, isForPerson } = verdict
  if (isForPerson) return false
  if (state === 'open') await letGo(trx, ctx, standing)
  else if (state === 'refused' && refusal) await refuse(trx, ctx, standing, refusal)
  else {
    // The member's own records reach the goal; they can correct them and claim again.
    await deleteClaim(trx, row.id)
    await tell(trx, ctx, { ...standing, verdict }, 'saved', ctx.payments.providerNow())
  }
  return true
}

/** Schedules a new look at a waiting claim after the member's purchases have changed. */
export async function lookAtWaiting(trx: Trx, ctx: AppContext, userId: string): Promise<void> {
  // The provider's clock has whole seconds, so the sweep's next "now" may seem earlier than this one.
  const lookAt = new Date(ctx.payments.providerNow().getTime() - 1000)
  await updateWaiting(trx, { userId, lookAt })
}

export async function refuse(
  trx: Trx,
  ctx: AppContext,
  standing: GuaranteeStanding,
  refusal: ClaimRefusal,
  by?: { name: string; reason: string },
): Promise<void> {
  const now = ctx.payments.providerNow()
  const before = standing.claim
  if (before?.state === 'refused' && before.refusal === refusal) return
  claims.add({ outcome: 'refused' })
  const decision = {
    state: 'refused' as const,
    refusal,
    decidedAt: now,
    ...(standing.row.userId !== null && sumsOf(standing)),
    ...(by && { decidedBy: by.name, reason: by.reason }),
  }
  if (before && before.state !== 'refused') await updateClaim(trx, standing.row.id, decision)
  else await putClaim(trx, { ...draftOf(standing, now), ...decision, heldUntil: null })
  // If it opens again, the member is told again.
  await updateGuarantee(trx, standing.row.id, { toldState: null })
  await tell(trx, ctx, standing, 'refused', now, refusal)
}

/** Commits a claim to be paid; from here on nothing stops it, not even the deletion of the account. */
export async function beginPaying(
  trx: Trx,
  ctx: AppContext,
  standing: GuaranteeStanding,
  by?: { name: string; reason: string },
): Promise<void> {
  const { row, payments, claim } = standing
  const now = ctx.payments.providerNow()
  claims.add({ outcome: 'paying' })
  const due = payments.filter(({ dueCents }) => dueCents > 0)
  const decision = {
    state: 'paying' as const,
    refusal: null,
    decidedAt: now,
    heldUntil: null,
    dueCents: dueOfAll(standing) + (claim?.paidCents ?? 0),
    ...(by && { decidedBy: by.name, reason: by.reason }),
  }
  if (claim && claim.state !== 'refused') await updateClaim(trx, row.id, decision)
  else {
    const again = claim ? { askedAt: claim.askedAt, paidCents: claim.paidCents } : {}
    await putClaim(trx, { ...draftOf(standing, now), ...again, ...decision })
  }
  await addRefunds(
    trx,
    due.map(({ invoiceId, feeCents }) => ({
      id: newId(),
      guaranteeId: row.id,
      invoiceId,
      feeCents,
      attemptedAt: null,
    })),
  )
  await reviveRefunds(trx, row.id)
  await enqueueRefunds(trx, ctx, row.id)
  await announceTo(trx, row.userId)
}

export async function enqueueRefunds(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs'>,
  guaranteeId: string,
): Promise<void> {
  await ctx.jobs.send(trx, REFUNDS_QUEUE, { guaranteeId }, { singletonKey: guaranteeId })
}

/** Marks a claim as paid once all its refunds are. */
export async function finish(
  trx: Trx,
  ctx: AppContext,
  standing: GuaranteeStanding,
  paidCents: number,
): Promise<void> {
  const now = ctx.payments.providerNow()
  claims.add({ outcome: 'paid' })
  await updateClaim(trx, standing.row.id, {
    state: 'paid',
    paidCents,
    dueCents: paidCents,
    paidAt: now,
  })
  // A refund sent back and paid again is announced again, even within the same second of the provider's
  // clock. One paid by hand has no attempt of its own and no refund id, hence the 0.5.
  const tries = standing.refunds.map(({ attempt, refundId }) => attempt + (refundId ? 0 : 0.5))
  const times = tries.reduce((sum, each) => sum + each, 0)
  await tell(trx, ctx, standing, 'paid', `${now.getTime()} ${times}`)
}

function sumsOf({ savings: { recordedCents, confirmedCents } }: GuaranteeStanding) {
  return { recordedCents, confirmedCents }
}

function draftOf(standing: GuaranteeStanding, now: Date) {
  return {
    guaranteeId: standing.row.id,
    askedAt: now,
    decidedAt: null,
    dueCents: dueOfAll(standing),
    ...sumsOf(standing),
  }
}

/** Returns the part of the fees not yet paid back, in cents. */
export function dueOfAll({ payments }: Pick<GuaranteeStanding, 'payments'>): number {
  return payments.reduce((sum, { dueCents }) => sum + dueCents, 0)
}

/** Tells the owner by mail and inbox, in the caller's transaction. Does nothing after a deletion. */
export async function tell(
  trx: Trx,
  ctx: AppContext,
  { row, year, savings, verdict }: GuaranteeStanding,
  what: MailFacts['what'],
  /** What makes the news unique: the same key is told once. */
  about: Date | number | string,
  refusal?: ClaimRefusal,
): Promise<void> {
  if (row.userId === null) return
  const account = await findAccount({ db: trx }, { id: row.userId })
  if (!account) return
  const key = `${what}:${row.id}:${about instanceof Date ? about.getTime() : about}`
  await enqueueGuaranteeMail(trx, ctx, {
    what,
    key,
    to: account.email,
    data: {
      userId: row.userId,
      what,
      meterCents: meterCents(savings),
      ...(refusal && { refusal }),
      ...(typeof about === 'number' && { months: about }),
    },
  })
  await tellNews(trx, ctx, {
    guaranteeId: row.id,
    news: what,
    key,
    meterCents: meterCents(savings),
    ...(year && { endsOn: businessDay(year.endsAt) }),
    ...(verdict.until && { until: businessDay(verdict.until) }),
  })
  await announceTo(trx, row.userId)
}

/** Makes the owner's open pages refetch. */
async function announceTo(trx: Trx, userId: string | null): Promise<void> {
  if (userId !== null) await announce(trx, 'accounts', JSON.stringify({ userId }))
}

function notOpen(): Problem {
  return new Problem(
    409,
    'claim-not-open',
    'There is nothing to refund now. How your guarantee stands is on this page.',
  )
}
