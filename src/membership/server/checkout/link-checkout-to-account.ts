import {
  type Account,
  addAccount,
  changePassword,
  findAccount,
} from '#app/accounts/server/accounts.ts'
import { hashPassword, requireUncommonPassword } from '#app/accounts/server/passwords.ts'
import { type SessionTokens, startSession } from '#app/accounts/server/sessions.ts'
import { findAccountByPassword } from '#app/accounts/server/sign-in.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { type FoundLink, spendLink } from './checkout-links.queries.ts'
import { claimCheckout } from './claims.ts'
import { isTooLate } from './complete-checkout.rules.ts'
import { type Call, type PaidCheckout, requirePaidCheckout } from './preconditions.ts'
import { finishByMail, linkExpired, notThisBrowsers, requirePassword } from './problems.ts'

export type Completed = {
  userId: string
  isNewUser: boolean
  sessionId: string
  /** For the browser's cookies; undefined for whoever is signed in already. */
  tokens: SessionTokens | undefined
}

/**
 * Gives a payment its account. An existing account is changed only by its session, its current
 * password or its inbox, and its password only by its inbox.
 */
export async function completeCheckout(ctx: AppContext, call: Call): Promise<Completed> {
  // When another call is faster, perhaps the same one sent twice, things are looked at afresh.
  const completed = (await decide(ctx, call)) ?? (await decide(ctx, call))
  if (!completed) throw notThisBrowsers()
  return completed
}

/** The whole decision; undefined when another call was faster, and then nothing has changed. */
async function decide(ctx: AppContext, call: Call): Promise<Completed | undefined> {
  const { checkout, link } = await requirePaidCheckout(ctx, call)
  if (checkout.claimedAt) return answerAgain(ctx, call, checkout)
  if (link && !link.isUsable) throw linkExpired()

  // Whoever was signed in when it was opened; else the account with the address of the payment,
  // which proves nothing yet.
  const { userId, email } = checkout
  const account = await findAccount(ctx, userId ? { id: userId } : { email })
  if (!link && isTooLate(checkout.completedAt, ctx.now())) {
    throw await finishByMail(ctx, checkout, account)
  }

  // No account: it is made.
  if (!account) return makeAccount(ctx, { call, checkout, link })

  // Its inbox: sets the password that was typed.
  if (link) return setPassword(ctx, { call, checkout, link, account })

  // Its session: the password is not even looked at.
  if (call.signedIn?.id === account.id) return join(ctx, { checkout, account })

  // Its current password: counts as signing in, with the same limits.
  const password = requirePassword(call.password)
  const owner = await findAccountByPassword(ctx, { ...call, email: account.email, password })
  if (owner) return signInAndJoin(ctx, { call, checkout, account: owner })

  // None of these: nothing changes, and the payment stays unclaimed.
  throw await finishByMail(ctx, checkout, account)
}

type Step = { call: Call; checkout: PaidCheckout; account: Account }

async function makeAccount(
  ctx: AppContext,
  { call, checkout, link }: Omit<Step, 'account'> & { link: FoundLink | undefined },
): Promise<Completed | undefined> {
  const { email, sessionId } = checkout
  const passwordHash = await hashNewPassword(call, email)
  return claimCheckout(ctx, checkout, async (trx, now) => {
    if (link && !(await spendLink(trx, { ...link, now }))) return
    const account = await addAccount(trx, { email, passwordHash, createdAt: now })
    if (!account) return
    const { id: userId } = account
    await queueMail(trx, ctx, {
      key: `welcome:${userId}`,
      template: 'welcome',
      to: email,
      data: { userId },
    })
    const tokens = await startSession(trx, ctx, { ...call, account })
    return { userId, isNewUser: true, sessionId, tokens }
  })
}

async function setPassword(
  ctx: AppContext,
  { call, checkout, link, account }: Step & { link: FoundLink },
): Promise<Completed | undefined> {
  const { email, sessionId } = checkout
  const { id: userId } = account
  // The link was mailed to the payment's address, for one account: it proves that inbox only.
  if (link.userId !== userId || account.email !== email) throw linkExpired()
  const passwordHash = await hashNewPassword(call, email)
  return claimCheckout(ctx, checkout, async (trx, now) => {
    if (!(await spendLink(trx, { ...link, now }))) return
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
    return { userId, isNewUser: false, sessionId, tokens }
  })
}

async function join(
  ctx: AppContext,
  { checkout, account }: Omit<Step, 'call'>,
): Promise<Completed | undefined> {
  const { sessionId } = checkout
  const entrance = { userId: account.id, isNewUser: false, sessionId, tokens: undefined }
  return claimCheckout(ctx, checkout, async () => entrance)
}

async function signInAndJoin(
  ctx: AppContext,
  { call, checkout, account }: Step,
): Promise<Completed | undefined> {
  return claimCheckout(ctx, checkout, async (trx) => {
    const tokens = await startSession(trx, ctx, { ...call, account })
    if (!tokens) return
    return { userId: account.id, isNewUser: false, sessionId: checkout.sessionId, tokens }
  })
}

/**
 * The answer to a call that has succeeded before, for the account it was made for: by its session
 * or its current password. Knowing the payment signs nobody in.
 */
async function answerAgain(
  ctx: AppContext,
  call: Call,
  checkout: PaidCheckout,
): Promise<Completed | undefined> {
  const { claimedAt, claimedUserId, sessionId } = checkout
  const account = claimedUserId ? await findAccount(ctx, { id: claimedUserId }) : undefined
  if (!account || !claimedAt) throw notThisBrowsers()
  // An account that was made by the claim is as old as the claim.
  const isNewUser = account.createdAt.getTime() === claimedAt.getTime()
  const completed = { userId: account.id, isNewUser, sessionId }
  if (call.signedIn?.id === account.id) return { ...completed, tokens: undefined }

  const { password = '' } = call
  const owner = await findAccountByPassword(ctx, { ...call, email: account.email, password })
  if (!owner) throw notThisBrowsers()
  const tokens = await ctx.db
    .transaction()
    .execute((trx) => startSession(trx, ctx, { ...call, account: owner }))
  return tokens && { ...completed, tokens }
}

/** Before the transaction: it takes its time, and others wait for a transaction. */
async function hashNewPassword(call: Call, email: string): Promise<string> {
  const password = requirePassword(call.password)
  requireUncommonPassword(password, email)
  return hashPassword(password)
}
