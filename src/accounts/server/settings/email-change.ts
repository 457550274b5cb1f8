import type { User } from '#app/accounts/accounts.contract.ts'
import { CONFIRM_EMAIL_MS, EMAIL_CHANGE_KEPT_MS } from '#app/accounts/accounts.facts.ts'
import { findAccountByEmail, lockAccount } from '#app/accounts/server/accounts.queries.ts'
import {
  type Account,
  changePassword,
  confirmAccount,
  findAccount,
  proveInbox,
  removeUnconfirmed,
} from '#app/accounts/server/accounts.ts'
import { invalidatePasswordResets } from '#app/accounts/server/passwords/password-reset.queries.ts'
import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import { findAccountByPassword } from '#app/accounts/server/sessions/sign-in.ts'
import type { ChangeEmail } from '#app/accounts/settings.contract.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { networkOf } from '#app/server/network.ts'
import { badRequest, Problem, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import {
  deleteEmailChangesBefore,
  type EmailChangeRow,
  findEmailChange,
  findEmailChangeOfLink,
  insertEmailChange,
  insertEmailChangeLink,
  markEmailChangeConfirmed,
  stopEmailChangesSince,
  stopOpenEmailChanges,
  updateEmail,
} from './email-change.queries.ts'
import {
  EMAIL_CHANGES_PER_ACCOUNT,
  EMAIL_CHANGES_PER_ADDRESS,
  isOpenChange,
  isStoppable,
  LINKS_PER_NETWORK,
  SETTINGS_WINDOW_SECONDS,
} from './settings.rules.ts'

/** Queue for systems that know people by address, such as the payment provider. Payload: `{ userId }`. */
export const EMAIL_CHANGED_QUEUE = 'email-changed'

type Wish = ChangeEmail & { user: User; ip: string; deviceToken: string | undefined }

/**
 * Requests a new address. It takes effect when confirmed from its inbox; the old address is notified and can
 * stop it. Neither the answer nor its timing reveals whether the new address has an account: that is looked up
 * when the mail is sent. Throws 403 for a wrong password, 429 past the rate limits.
 */
export async function requestEmailChange(ctx: AppContext, wish: Wish): Promise<void> {
  const { user, email } = wish
  const account = await requirePassword(ctx, wish)
  if (email === account.email) {
    const text = 'This is the address you have already.'
    throw badRequest(text, { email: text })
  }
  const verdict = await createThrottle(ctx, {
    name: 'email-change',
    limit: EMAIL_CHANGES_PER_ACCOUNT,
    windowSeconds: SETTINGS_WINDOW_SECONDS,
  }).consume(user.id)
  if (!verdict.isAllowed) {
    throw tooManyRequests('You have asked for another address very often.', verdict.waitSeconds)
  }
  // Strangers cannot flood an inbox: past the limit the answer is the same and no mail is sent.
  const ofAddress = await createThrottle(ctx, {
    name: 'email-change-address',
    limit: EMAIL_CHANGES_PER_ADDRESS,
    windowSeconds: SETTINGS_WINDOW_SECONDS,
  }).consume(hashToken(email))

  await ctx.db.transaction().execute(async (trx) => {
    await requireUnchanged(trx, account)
    const now = ctx.now()
    await stopOpenEmailChanges(trx, { userId: user.id, now })
    const id = newId()
    await insertEmailChange(trx, {
      id,
      userId: user.id,
      oldEmail: account.email,
      newEmail: email,
      createdAt: now,
      expiresAt: new Date(now.getTime() + CONFIRM_EMAIL_MS),
    })
    const about = { data: { changeId: id } }
    await queueMail(trx, ctx, {
      ...about,
      key: `email-change-asked:${user.id}:${id}`,
      template: 'email-change-asked',
      to: account.email,
    })
    if (!ofAddress.isAllowed) return
    await queueMail(trx, ctx, {
      ...about,
      key: `confirm-new-email:${user.id}:${id}`,
      template: 'confirm-new-email',
      to: email,
    })
  })
}

/** Cancels a pending change on behalf of the signed-in owner. */
export async function cancelEmailChange(ctx: AppContext, userId: string): Promise<void> {
  await ctx.db.transaction().execute((trx) => stopOpenEmailChanges(trx, { userId, now: ctx.now() }))
}

/**
 * Puts a change into effect by the link mailed to the new address, and voids links mailed to the old one.
 * Throws 400 for a link that is unknown, used, stopped or expired, and 409 when the address now belongs to
 * another account.
 */
export async function confirmEmailChange(
  ctx: AppContext,
  { token, ip }: { token: string; ip: string },
): Promise<{ email: string }> {
  const tokenHash = await requireLink(ctx, { token, ip })
  const { newEmail } = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const change = await findLocked(trx, { tokenHash, purpose: 'confirm' })
      const now = ctx.now()
      if (!change || !isOpenChange(change, now)) throw linkInvalid()
      await changeEmail(trx, ctx, { userId: change.userId, email: change.newEmail })
      await queueMail(trx, ctx, {
        key: `email-changed:${change.userId}:${change.id}`,
        template: 'email-changed',
        to: change.oldEmail,
        data: { changeId: change.id },
      })
      // After the last mail to the old address: until this moment it was this person's.
      await markEmailChangeConfirmed(trx, change.id, ctx.now())
      return change
    })
    .catch(toAddressTaken)
  return { email: newEmail }
}

/**
 * Handles the link mailed to the old address. A pending change is stopped. A confirmed one is reverted, and as
 * somebody has used the password, it is replaced too: every browser is signed out, and a reset link is mailed.
 */
export async function stopEmailChange(
  ctx: AppContext,
  { token, ip }: { token: string; ip: string },
): Promise<{ isPutBack: boolean }> {
  const tokenHash = await requireLink(ctx, { token, ip })
  // Hash before the transaction: hashing is slow and would hold locks.
  const unknowable = await hashPassword(newToken())
  return ctx.db
    .transaction()
    .execute(async (trx) => {
      const change = await findLocked(trx, { tokenHash, purpose: 'stop' })
      const now = ctx.now()
      if (!change || !isStoppable(change, now)) throw linkInvalid()
      const { userId, oldEmail: email } = change
      const isPutBack = change.confirmedAt !== null
      // Already stopped: idempotent.
      if (change.stoppedAt) return { isPutBack }
      await stopEmailChangesSince(trx, { ...change, now })
      if (!isPutBack) return { isPutBack }
      await changeEmail(trx, ctx, { userId, email })
      await changePassword(trx, ctx, { userId, passwordHash: unknowable })
      await queueMail(trx, ctx, {
        key: `password-reset:${userId}:${newId()}`,
        template: 'password-reset',
        to: email,
      })
      return { isPutBack }
    })
    .catch(toAddressTaken)
}

/** Creates the token of a link; only its hash is stored. Undefined when the change is gone. */
export async function createEmailChangeLink(
  ctx: AppContext,
  { changeId, purpose }: { changeId: string; purpose: 'confirm' | 'stop' },
): Promise<string | undefined> {
  const token = newToken()
  const isMade = await insertEmailChangeLink(ctx.db, {
    tokenHash: hashToken(token),
    changeId,
    purpose,
  })
  return isMade ? token : undefined
}

/** Data for a mail about a change; undefined when the change is no longer pending. */
export async function readEmailChange(
  ctx: AppContext,
  changeId: string,
): Promise<(EmailChangeRow & { isOpen: boolean; isTaken: boolean }) | undefined> {
  const change = await findEmailChange(ctx.db, changeId)
  if (!change) return
  const owner = await findAccountByEmail(ctx.db, change.newEmail)
  const isTaken = owner !== undefined && owner.confirmedAt !== null
  return { ...change, isOpen: isOpenChange(change, ctx.now()), isTaken }
}

export async function purgeOldEmailChanges(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - EMAIL_CHANGE_KEPT_MS)
  await deleteEmailChangesBefore(ctx.db, before)
}

async function changeEmail(
  trx: Trx,
  ctx: AppContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  // An unconfirmed account cannot block an address against somebody who has proven it.
  await removeUnconfirmed(trx, { email })
  if (!(await updateEmail(trx, { userId, email }))) throw addressTaken()
  await confirmAccount(trx, ctx, userId)
  await proveInbox(trx, ctx, userId)
  await invalidatePasswordResets(trx, { userId, now: ctx.now() })
  await ctx.jobs.send(trx, EMAIL_CHANGED_QUEUE, { userId }, { singletonKey: userId })
  // Open pages reload who is signed in.
  await announce(trx, 'accounts', JSON.stringify({ userId }))
}

/** Locks the account, so that two links of it are handled one after the other. */
async function findLocked(
  trx: Trx,
  link: { tokenHash: string; purpose: 'confirm' | 'stop' },
): Promise<EmailChangeRow | undefined> {
  const known = await findEmailChangeOfLink(trx, link)
  if (!known) return
  await lockAccount(trx, known.userId)
  return findEmailChange(trx, known.id)
}

async function requireLink(
  ctx: AppContext,
  { token, ip }: { token: string; ip: string },
): Promise<string> {
  const verdict = await createThrottle(ctx, {
    name: 'email-link',
    limit: LINKS_PER_NETWORK,
    windowSeconds: SETTINGS_WINDOW_SECONDS,
  }).consume(networkOf(ip))
  if (!verdict.isAllowed) {
    throw tooManyRequests('You have tried very often.', verdict.waitSeconds)
  }
  if (!isTokenShaped(token)) throw linkInvalid()
  return hashToken(token)
}

/** Returns the account if this is its password; counts as a sign-in attempt. Throws 403 otherwise. */
export async function requirePassword(
  ctx: AppContext,
  { user, password, ip, deviceToken }: Omit<Wish, 'email'>,
): Promise<Account> {
  const account = await findAccountByPassword(ctx, {
    email: user.email,
    password,
    ip,
    deviceToken,
  })
  if (account?.id !== user.id) throw wrongPassword()
  return account
}

/** Locks the account and throws when its password has changed since it was checked. */
export async function requireUnchanged(trx: Trx, { id, passwordHash }: Account): Promise<void> {
  await lockAccount(trx, id)
  const current = await findAccount({ db: trx }, { id })
  if (current?.passwordHash !== passwordHash) throw wrongPassword()
}

/** The typed password is not that of the signed-in account. */
export function wrongPassword(): Problem {
  const text = 'That is not the password of this account.'
  return new Problem(403, 'wrong-password', text, { fields: { password: text } })
}

function linkInvalid(): Problem {
  return new Problem(400, 'email-link-invalid', 'This link has been used, stopped or is too old.')
}

function addressTaken(): Problem {
  return new Problem(409, 'address-taken', 'There is an account with this address by now.')
}

/** When two requests take the same address at once, only the unique constraint notices. */
function toAddressTaken(error: unknown): never {
  throw isUniqueViolation(error) ? addressTaken() : error
}

function isUniqueViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
}
