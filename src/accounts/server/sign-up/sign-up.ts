import type { SignUp } from '#app/accounts/accounts.contract.ts'
import { CONFIRMATION_LINK_MS, UNCONFIRMED_KEPT_MS } from '#app/accounts/accounts.facts.ts'
import { acceptedNow } from '#app/accounts/server/acceptances.ts'
import {
  SIGN_UPS_PER_ADDRESS,
  SIGN_UPS_PER_NETWORK,
  SIGN_UPS_WINDOW_SECONDS,
} from '#app/accounts/server/accounts.rules.ts'
import { removeUnconfirmed } from '#app/accounts/server/accounts.ts'
import { hashPassword, requireUncommonPassword } from '#app/accounts/server/passwords/passwords.ts'
import type { Trx } from '#app/db/database.ts'
import { requireDoorOpen } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { networkOf, widerNetworkOf } from '#app/server/network.ts'
import { tooManyRequests, unavailable } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import {
  deleteSignUpsBefore,
  findConfirmationLink,
  findLatestSignUp,
  findUnconfirmedBefore,
  insertConfirmationLink,
  insertSignUp,
  type NewSignUp,
} from './sign-up.queries.ts'

/**
 * Requests a free account. Whether the address already has one changes neither the answer nor the work done: it
 * is looked up when the mail is sent. Returns a secret for the browser, by which the mailed link recognizes the
 * browser that signed up. Throws 400 for an easily guessed password, and 429 after too many requests.
 */
export async function signUp(
  ctx: AppContext,
  { email, password, next, ip }: SignUp & { ip: string },
): Promise<{ secret: string }> {
  await requireDoorOpen(ctx, 'sign-up')
  await requireUncommonPassword(ctx, password, email)
  await throttleMails(ctx, { email, ip })
  const passwordHash = await hashPassword(password)
  const secret = newToken()
  const asked = {
    email,
    passwordHash,
    bindingHash: hashToken(secret),
    returnTo: toReturnPath(next) ?? null,
    termsVersion: acceptedNow(ctx, 'terms'),
    policyVersion: acceptedNow(ctx, 'policy'),
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await ctx.db.transaction().execute((trx) => addSignUp(trx, ctx, asked))) return { secret }
  }
  throw unavailable('Please try again in a moment.', 1)
}

/** A concurrent call may create or delete the account. */
const TRIES = 3

type Asked = Omit<NewSignUp, 'id' | 'userId' | 'now'>

async function addSignUp(trx: Trx, ctx: AppContext, asked: Asked): Promise<boolean> {
  const id = newId()
  if (!(await insertSignUp(trx, { ...asked, id, userId: newId(), now: ctx.now() }))) return false
  await queueSignUpMail(trx, ctx, { id, email: asked.email })
  return true
}

async function queueSignUpMail(
  trx: Trx,
  ctx: AppContext,
  { id, email }: { id: string; email: string },
): Promise<void> {
  await queueMail(trx, ctx, {
    key: `sign-up:${id}:${newId()}`,
    template: 'sign-up',
    to: email,
    data: { signUpId: id },
  })
}

type Resend = {
  /** The token of an expired link. */
  token: string | undefined
  /** The secret of the browser that signed up. */
  secret: string | undefined
  /** Who is signed in. */
  userId: string | undefined
  ip: string
}

/**
 * Resends the mail of the latest sign-up: that of the signed-in account, else of the link, else of the browser.
 * Does not reveal whether there was anything to send. Throws 429 after too many requests.
 */
export async function resendConfirmation(ctx: AppContext, asked: Resend): Promise<void> {
  const signUp = await findOwnSignUp(ctx, asked)
  if (!signUp) return
  const { id, email } = signUp
  await throttleMails(ctx, { email, ip: asked.ip })
  await ctx.db.transaction().execute((trx) => queueSignUpMail(trx, ctx, { id, email }))
}

async function findOwnSignUp({ db }: AppContext, { token, secret, userId }: Resend) {
  if (userId !== undefined) return findLatestSignUp(db, { userId })
  if (isTokenShaped(token)) {
    const link = await findConfirmationLink(db, hashToken(token))
    return link && findLatestSignUp(db, { userId: link.userId })
  }
  return isTokenShaped(secret)
    ? findLatestSignUp(db, { bindingHash: hashToken(secret) })
    : undefined
}

/** Counts every address alike, so that a refusal reveals nothing about it. */
async function throttleMails(
  ctx: AppContext,
  { email, ip }: { email: string; ip: string },
): Promise<void> {
  const wider = widerNetworkOf(ip)
  const counters = [
    { name: 'sign-up-network', limit: SIGN_UPS_PER_NETWORK, key: networkOf(ip) },
    ...(wider
      ? [{ name: 'sign-up-wider-network', limit: 10 * SIGN_UPS_PER_NETWORK, key: wider }]
      : []),
    { name: 'sign-up-address', limit: SIGN_UPS_PER_ADDRESS, key: hashToken(email) },
  ]
  for (const { key, ...counter } of counters) {
    const throttle = createThrottle(ctx, { ...counter, windowSeconds: SIGN_UPS_WINDOW_SECONDS })
    const verdict = await throttle.consume(key)
    if (!verdict.isAllowed) throw tooManyRequests(TOO_MANY, verdict.waitSeconds)
  }
}

const TOO_MANY = 'We have sent several mails already: please look into the spam folder.'

/** Creates the single-use token of a confirmation link; only its hash is stored. */
export async function createConfirmationLink(ctx: AppContext, signUpId: string): Promise<string> {
  const token = newToken()
  const now = ctx.now()
  await insertConfirmationLink(ctx.db, {
    tokenHash: hashToken(token),
    signUpId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CONFIRMATION_LINK_MS),
  })
  return token
}

/** Deletes accounts that were not confirmed in time, and old sign-ups. */
export async function purgeUnconfirmed(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - UNCONFIRMED_KEPT_MS)
  for (const id of await findUnconfirmedBefore(ctx.db, before)) {
    await ctx.db.transaction().execute((trx) => removeUnconfirmed(trx, { id }))
  }
  await deleteSignUpsBefore(ctx.db, before)
}
