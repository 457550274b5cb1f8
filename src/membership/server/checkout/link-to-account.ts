import {
  isLongEnough,
  LONGEST_PASSWORD_BYTES,
  SHORTEST_PASSWORD,
  tooShort,
} from '#app/accounts/accounts.facts.ts'
import {
  type Account,
  addAccount,
  changePassword,
  findAccount,
  proveInbox,
  removeUnconfirmed,
} from '#app/accounts/server/accounts.ts'
import { hashPassword, requireUncommonPassword } from '#app/accounts/server/passwords/passwords.ts'
import { type SessionTokens, startSession } from '#app/accounts/server/sessions/sessions.ts'
import { findAccountByPassword } from '#app/accounts/server/sessions/sign-in.ts'
import { FAR_TOO_SHORT_PASSWORD, FINISH_WITHIN_MS } from '#app/membership/membership.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { badRequest, Problem } from '#app/server/problem.ts'
import { linkPayments } from './link-payments.ts'
import { type FoundLink, markLinkUsed } from './mailed-links.queries.ts'
import { mailCheckoutLink } from './mailed-links.ts'
import {
  checkoutNotValid,
  type LinkRequest,
  linkExpired,
  type PaidCheckout,
  requirePaidCheckout,
} from './paid-checkout.ts'

type LinkedCheckout = {
  userId: string
  isNewUser: boolean
  sessionId: string
  /** The page on which joining began. */
  returnTo: string | undefined
  /** For the browser's cookies; undefined when the account is signed in already. */
  tokens: SessionTokens | undefined
}

/**
 * Links a payment to an account. An existing account takes it only by its session, its current
 * password or its inbox; its password is changed only by its inbox.
 */
export async function linkCheckoutToAccount(
  ctx: AppContext,
  call: LinkRequest,
): Promise<LinkedCheckout> {
  // When another call was faster, perhaps the same one sent twice, decide again from the new state.
  const completed = (await decide(ctx, call)) ?? (await decide(ctx, call))
  if (!completed) throw checkoutNotValid()
  return completed
}

/** Makes the whole decision; undefined, with nothing changed, when another call was faster. */
async function decide(ctx: AppContext, call: LinkRequest): Promise<LinkedCheckout | undefined> {
  const { checkout, link } = await requirePaidCheckout(ctx, call)
  if (checkout.claimedAt) return answerRepeated(ctx, call, checkout)
  if (link && !link.isUsable) throw linkExpired()

  // The account that was signed in when the checkout was opened; else the one with the address of
  // the payment, which proves nothing yet.
  const account = await findPossibleOwner(ctx, call, checkout)
  if (!link && isTooLate(checkout.completedAt, ctx.now())) {
    throw await mailLinkInstead(ctx, checkout, account)
  }

  // There is no account: create it.
  if (!account) return createAccountAndLink(ctx, { call, checkout, link })

  // Proven by its session: the password is ignored, and no other proof is needed.
  if (call.signedIn?.id === account.id) return linkToSignedIn(ctx, { checkout, link, account })

  // Proven by its inbox: set the password that was typed.
  if (link) return setPasswordAndLink(ctx, { call, checkout, link, account })

  // Proven by its current password: this counts as signing in, with the same limits.
  const password = requirePassword(call.password)
  const owner = await findAccountByPassword(ctx, { ...call, email: account.email, password })
  if (owner) return signInAndLink(ctx, { call, checkout, account: owner })

  // Not proven: nothing changes, and the payment stays unclaimed.
  throw await mailLinkInstead(ctx, checkout, account)
}

/**
 * An account with an unconfirmed address has no claim to a payment from that address: the account
 * created by paying replaces it, unless it is the one that is signed in.
 */
async function findPossibleOwner(
  ctx: AppContext,
  { signedIn }: LinkRequest,
  { userId, email }: PaidCheckout,
): Promise<Account | undefined> {
  const account = await findAccount(ctx, userId ? { id: userId } : { email })
  const isOpen = account?.confirmedAt || userId || account?.id === signedIn?.id
  return isOpen ? account : undefined
}

function isTooLate(completedAt: Date, now: Date): boolean {
  return now.getTime() - completedAt.getTime() > FINISH_WITHIN_MS
}

type Step = { call: LinkRequest; checkout: PaidCheckout; account: Account }

async function createAccountAndLink(
  ctx: AppContext,
  { call, checkout, link }: Omit<Step, 'account'> & { link: FoundLink | undefined },
): Promise<LinkedCheckout | undefined> {
  const { email } = checkout
  const passwordHash = await hashNewPassword(ctx, call, email)
  return linkPayments(ctx, checkout, async (trx, now) => {
    if (link && !(await markLinkUsed(trx, { ...link, now }))) return
    await removeUnconfirmed(trx, { email })
    const account = await addAccount(trx, { email, passwordHash, createdAt: now })
    if (!account) return
    const { id: userId } = account
    if (link) await proveInbox(trx, ctx, userId)
    await queueMail(trx, ctx, {
      key: `welcome:${userId}`,
      template: 'welcome',
      to: email,
      data: { userId },
    })
    const tokens = await startSession(trx, ctx, { ...call, account })
    return { userId, isNewUser: true, ...whereTo(checkout), tokens }
  })
}

async function setPasswordAndLink(
  ctx: AppContext,
  { call, checkout, link, account }: Step & { link: FoundLink },
): Promise<LinkedCheckout | undefined> {
  const { email } = checkout
  const { id: userId } = account
  // The link was mailed to the payment's address for one account: it proves only that inbox.
  if (link.userId !== userId || account.email !== email) throw linkExpired()
  const passwordHash = await hashNewPassword(ctx, call, email)
  return linkPayments(ctx, checkout, async (trx, now) => {
    if (!(await markLinkUsed(trx, { ...link, now }))) return
    await changePassword(trx, ctx, { userId, passwordHash })
    await queueMail(trx, ctx, {
      key: `password-changed:${newId()}`,
      template: 'password-changed',
      to: email,
    })
    const tokens = await startSession(trx, ctx, {
      ...call,
      account: { id: userId, passwordHash },
    })
    return { userId, isNewUser: false, ...whereTo(checkout), tokens }
  })
}

async function linkToSignedIn(
  ctx: AppContext,
  { checkout, link, account }: Omit<Step, 'call'> & { link: FoundLink | undefined },
): Promise<LinkedCheckout | undefined> {
  const linked = {
    userId: account.id,
    isNewUser: false,
    ...whereTo(checkout),
    tokens: undefined,
  }
  return linkPayments(ctx, checkout, async (trx, now) => {
    if (link && !(await markLinkUsed(trx, { ...link, now }))) return
    return linked
  })
}

async function signInAndLink(
  ctx: AppContext,
  { call, checkout, account }: Step,
): Promise<LinkedCheckout | undefined> {
  return linkPayments(ctx, checkout, async (trx) => {
    const tokens = await startSession(trx, ctx, { ...call, account })
    if (!tokens) return
    return { userId: account.id, isNewUser: false, ...whereTo(checkout), tokens }
  })
}

/** What the page needs to continue from the payment. */
function whereTo({ sessionId, returnTo }: PaidCheckout) {
  return { sessionId, returnTo: returnTo ?? undefined }
}

/**
 * Answers a call that has already succeeded, to the account it was made for, proven by its session
 * or its current password. Knowing the payment signs nobody in.
 */
async function answerRepeated(
  ctx: AppContext,
  call: LinkRequest,
  checkout: PaidCheckout,
): Promise<LinkedCheckout | undefined> {
  const { claimedAt, claimedUserId } = checkout
  const account = claimedUserId ? await findAccount(ctx, { id: claimedUserId }) : undefined
  if (!account || !claimedAt) throw checkoutNotValid()
  // An account that was created by linking is as old as the link.
  const isNewUser = account.createdAt.getTime() === claimedAt.getTime()
  const completed = { userId: account.id, isNewUser, ...whereTo(checkout) }
  if (call.signedIn?.id === account.id) return { ...completed, tokens: undefined }

  const { password = '' } = call
  const owner = await findAccountByPassword(ctx, { ...call, email: account.email, password })
  if (!owner) throw checkoutNotValid()
  const tokens = await ctx.db
    .transaction()
    .execute((trx) => startSession(trx, ctx, { ...call, account: owner }))
  return tokens && { ...completed, tokens }
}

/** Call it before the transaction: hashing is slow, and others wait for an open transaction. */
async function hashNewPassword(ctx: AppContext, call: LinkRequest, email: string): Promise<string> {
  const password = requirePassword(call.password)
  await requireUncommonPassword(ctx, password, email)
  return hashPassword(password)
}

/** The password as typed; throws 400 for none and for one that is too short or too long. */
function requirePassword(password = ''): string {
  for (const shortest of [FAR_TOO_SHORT_PASSWORD, SHORTEST_PASSWORD]) {
    if (!isLongEnough(password, shortest)) throw refused(tooShort(shortest))
  }
  if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES) throw refused('Password is too long')
  return password
}

function refused(text: string): Problem {
  return badRequest(text, { password: text })
}

/**
 * Changes nothing and mails a link with which the reader of the payment's inbox can finish. That
 * inbox cannot open an account with another address.
 */
async function mailLinkInstead(
  ctx: AppContext,
  checkout: { id: string; email: string },
  account: Account | undefined,
): Promise<Problem> {
  if (account && account.email !== checkout.email) {
    return new Problem(409, 'sign-in-to-finish', 'You already have an account. Please sign in.')
  }
  await mailCheckoutLink(ctx, checkout)
  return new Problem(
    409,
    'finish-by-mail',
    account
      ? 'You already have an account. We have e-mailed you a link to finish.'
      : 'It has been a while since you paid. We have e-mailed you a link to finish.',
  )
}
