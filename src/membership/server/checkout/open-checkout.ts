import { createHash } from 'node:crypto'
import { acceptedNow, recordAcceptance } from '#app/accounts/server/acceptances.ts'
import type { Trx } from '#app/db/database.ts'
import type { CheckoutCreated } from '#app/membership/checkout.contract.ts'
import { isLiveStatus } from '#app/membership/server/membership.rules.ts'
import { findSoldPlan, priceIdOf } from '#app/membership/server/plans/prices.ts'
import { findSaleOf } from '#app/membership/server/plans/sales.ts'
import {
  type CheckoutRow,
  findCheckoutsOf,
  insertCheckout,
  type NewCheckout,
  updateCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { findLiveSubscriptions } from '#app/membership/server/subscription/subscriptions.queries.ts'
import { hasHadTrial } from '#app/membership/server/subscription/trials.ts'
import { requireDoorOpen } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { paymentCall } from '#app/server/payments.ts'
import { badRequest, Problem } from '#app/server/problem.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import {
  checkoutFailed,
  openPaymentPage,
  recoverLostSessions,
  toCheckoutCreated,
} from './payment-page.ts'
import type { BuyerAdClickIds } from './purchases.queries.ts'
import { recordAdClickIds } from './purchases.ts'
import { settleCheckout } from './settle-checkout.ts'
import { readSiteName } from './site-name.rules.ts'
import { countPage, requirePageLeft, throttleRequests, watchPages } from './throttle.ts'

/** A session with less time left than this is not offered again. */
const REUSABLE_MS = 5 * 60 * 1000

export type Buyer = {
  /** The signed-in user. */
  user: { id: string; email: string } | undefined
  bindingHash: string
  ip: string
  /** Undefined without the buyer's consent to be measured. */
  adClickIds?: BuyerAdClickIds | undefined
  /** Where to go afterwards, as the browser says. */
  next?: unknown
  /** The site they came from, as the browser says. */
  cameFrom?: unknown
}

/**
 * Opens a payment page for a plan, or returns the one that is open already: two clicks, or two
 * tabs, share one session. Throws 409 to a member, and to somebody who has just paid.
 */
export async function openCheckout(
  ctx: AppContext,
  buyer: Buyer,
  wanted: string,
): Promise<CheckoutCreated> {
  const sold = await findSoldPlan(ctx, wanted)
  if (!sold) throw badRequest('This plan is not for sale.', { priceId: 'is not a plan of ours' })
  const { plan, priceCents } = sold
  const { user, bindingHash } = buyer
  const owner = user ? { userId: user.id } : { bindingHash }
  // A buyer without earlier checkouts must be within the limits before anything about them is stored.
  const known = await findCheckoutsOf(ctx.db, owner)
  const isNew = known.length === 0
  if (isNew) await requirePageLeft(ctx, buyer)
  await throttleRequests(ctx, buyer)
  if (user) {
    await refuseMembers(ctx, user.id)
    // What this browser paid for before it signed in waits to be linked to this account.
    await settleOpenCheckouts(ctx, await findCheckoutsOf(ctx.db, { bindingHash }))
  }

  const earlier = await settleOpenCheckouts(
    ctx,
    await recoverLostSessions(ctx, user ? await findCheckoutsOf(ctx.db, owner) : known),
  )
  const sale = await findSaleOf(ctx, plan)
  const terms = {
    plan,
    priceId: await priceIdOf(ctx, plan),
    isTrial: !(await isTrialUsed(ctx, user, earlier)),
    isSale: sale !== undefined,
    firstPriceCents: sale?.priceCents ?? priceCents,
  }
  const isWanted = (row: CheckoutRow) =>
    row.status === 'open' &&
    row.priceId === terms.priceId &&
    row.isTrial === terms.isTrial &&
    row.isSale === terms.isSale &&
    row.firstPriceCents === terms.firstPriceCents
  const [open] = earlier.filter(isWanted)
  if (open?.sessionId && open.url && isReusable(ctx, open)) {
    await recordAdClickIds(ctx, open, buyer.adClickIds)
    await recordReturnPath(ctx, open, buyer.next)
    await recordTerms(ctx, open, user)
    return toCheckoutCreated(open, open.url)
  }

  // Buyers with an open page, and those who have paid, were answered above.
  await requireDoorOpen(ctx, 'joining')
  await expireCheckouts(
    ctx,
    earlier.filter(({ status }) => status === 'open'),
  )
  // A new buyer was checked a moment ago; counting the page refuses too.
  if (!isNew) await requirePageLeft(ctx, buyer)
  const checkout = await addCheckout(ctx, buyer, {
    id: newId(),
    bindingHash,
    userId: user?.id ?? null,
    ...terms,
    eventId: `purchase_${newId()}`,
    cameFrom: readSiteName(buyer.cameFrom, ctx.config.http.publicUrl),
    idempotencyKey: keyOf(ownerKey(owner), terms, earlier.find(isSettled)?.id),
    createdAt: ctx.now(),
    termsVersion: acceptedNow(ctx, 'terms'),
  })
  await recordAdClickIds(ctx, checkout, buyer.adClickIds)
  await recordReturnPath(ctx, checkout, buyer.next)
  const opened = await openPaymentPage(ctx, { checkout, user, salePriceCents: sale?.priceCents })
  if (opened.status === 'complete') await refuseWhoPaid(ctx, opened)
  if (opened.status !== 'open' || !opened.url) throw checkoutFailed()
  return toCheckoutCreated(opened, opened.url)
}

/**
 * Stores and counts the checkout, or returns the one that another click has stored. A refusal
 * leaves no row.
 */
async function addCheckout(
  ctx: AppContext,
  buyer: Buyer,
  wanted: NewCheckout,
): Promise<CheckoutRow> {
  const checkout = await ctx.db.transaction().execute(async (trx) => {
    const row = await insertCheckout(trx, wanted)
    if (row.id === wanted.id) await countPage({ db: trx, now: ctx.now }, buyer)
    if (row.id === wanted.id) await acceptTerms(trx, row)
    return row
  })
  if (checkout.id === wanted.id) await watchPages(ctx)
  return checkout
}

/** Stores the page they last began from, also for a payment page that was open already. */
async function recordReturnPath(ctx: AppContext, row: CheckoutRow, next: unknown): Promise<void> {
  const returnTo = toReturnPath(next) ?? null
  if (returnTo !== row.returnTo) await updateCheckout(ctx.db, row.id, { returnTo })
}

/** When the terms have changed since the page was opened, pressing again accepts the new ones. */
async function recordTerms(ctx: AppContext, row: CheckoutRow, user: Buyer['user']): Promise<void> {
  const termsVersion = acceptedNow(ctx, 'terms')
  if (termsVersion === row.termsVersion) return
  await ctx.db.transaction().execute(async (trx) => {
    await updateCheckout(trx, row.id, { termsVersion })
    if (user) await acceptTerms(trx, { userId: user.id, termsVersion, createdAt: ctx.now() })
  })
}

/** A signed-in user accepts by pressing; everybody else once it is known who they are. */
async function acceptTerms(
  trx: Trx,
  { userId, termsVersion, createdAt }: Pick<CheckoutRow, 'userId' | 'termsVersion' | 'createdAt'>,
): Promise<void> {
  if (!userId) return
  const accepted = { userId, document: 'terms', place: 'joining' } as const
  await recordAcceptance(trx, { ...accepted, version: termsVersion, acceptedAt: createdAt })
}

/** 409 for somebody who has paid but has no account yet; the page may lead on to creating it. */
export class AlreadyPaid extends Problem {
  readonly checkoutId: string

  constructor(checkoutId: string) {
    super(409, 'already-paid', 'You have paid already. Make your account to see the deals.')
    this.checkoutId = checkoutId
  }
}

async function refuseMembers(ctx: AppContext, userId: string): Promise<void> {
  const [live] = await findLiveSubscriptions(ctx.db, { userId })
  if (!live) return
  throw new Problem(
    409,
    'already-member',
    live.status === 'past_due'
      ? 'You have a membership whose last payment failed. Fix it on your account page.'
      : 'You are a member already. You can manage your membership on your account page.',
  )
}

/**
 * Asks the provider about sessions that we know as open: this browser may have paid in another tab
 * a moment ago.
 */
async function settleOpenCheckouts(
  ctx: AppContext,
  earlier: CheckoutRow[],
): Promise<CheckoutRow[]> {
  const settled: CheckoutRow[] = []
  for (const row of earlier) {
    const now =
      row.status === 'open' && row.sessionId
        ? ((await settleCheckout(ctx, row.sessionId))?.checkout ?? row)
        : row
    if (now.status === 'complete') await refuseWhoPaid(ctx, now)
    settled.push(now)
  }
  return settled
}

async function refuseWhoPaid(ctx: AppContext, row: CheckoutRow): Promise<void> {
  if (row.userId) return refuseMembers(ctx, row.userId)
  // Once linked, the account decides, and this browser is only one of its owner's.
  if (row.claimedUserId) return
  const [live] = await findLiveSubscriptions(ctx.db, { bindingHash: row.bindingHash })
  if (!live || !isLiveStatus(live.status)) return
  throw new AlreadyPaid(row.id)
}

/**
 * Whether the trial has been used: there is one for each address, and a browser that has had one
 * gets no other.
 */
async function isTrialUsed(
  ctx: AppContext,
  user: Buyer['user'],
  earlier: CheckoutRow[],
): Promise<boolean> {
  if (earlier.some(({ status, isTrial }) => isTrial && HAD_TRIAL.has(status))) return true
  return user !== undefined && (await hasHadTrial(ctx.db, user.email))
}

const HAD_TRIAL = new Set(['complete', 'trial-refused'])

/** False for a checkout that another click is opening right now: that one is to be shared. */
function isSettled({ sessionId, status }: CheckoutRow): boolean {
  return sessionId !== null || status !== 'open'
}

function isReusable(ctx: AppContext, { expiresAt }: CheckoutRow): boolean {
  return (
    expiresAt !== null && expiresAt.getTime() - ctx.payments.providerNow().getTime() > REUSABLE_MS
  )
}

/**
 * Expires earlier payment pages at the provider, because with two open ones somebody can pay twice.
 * A failure does not stop the new checkout, unless an earlier page has been paid meanwhile.
 */
async function expireCheckouts(ctx: AppContext, open: CheckoutRow[]): Promise<void> {
  for (const { sessionId } of open) {
    if (!sessionId) continue
    await paymentCall(() => ctx.payments.stripe.checkout.sessions.expire(sessionId)).catch(
      (error: unknown) => ctx.log.warn({ err: error }, 'an open checkout was not expired'),
    )
    const current = await settleCheckout(ctx, sessionId)
    if (current?.checkout.status === 'complete') await refuseWhoPaid(ctx, current.checkout)
  }
}

function ownerKey(owner: { userId: string } | { bindingHash: string }): string {
  return 'userId' in owner ? owner.userId : owner.bindingHash
}

type Terms = { priceId: string; isTrial: boolean; isSale: boolean; firstPriceCents: number }

/**
 * Idempotency key: equal for clicks that must share one session, by the same person on the same
 * terms, as long as `previousId`, their checkout before this one, is the same.
 */
function keyOf(owner: string, terms: Terms, previousId = ''): string {
  const { priceId, isTrial, isSale, firstPriceCents } = terms
  return createHash('sha256')
    .update([owner, priceId, isTrial, isSale, firstPriceCents, previousId].join('|'))
    .digest('base64url')
}
