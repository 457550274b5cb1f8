import type { ForgotPassword, ResetPassword } from '#app/accounts/accounts.contract.ts'
import { RESET_LINK_MS } from '#app/accounts/accounts.facts.ts'
import {
  type AccountRow,
  findAccountByEmail,
  lockAccount,
} from '#app/accounts/server/accounts.queries.ts'
import {
  RESETS_PER_ADDRESS,
  RESETS_PER_NETWORK,
  RESETS_WINDOW_SECONDS,
} from '#app/accounts/server/accounts.rules.ts'
import { changePassword, confirmAccount } from '#app/accounts/server/accounts.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { networkOf, widerNetworkOf } from '#app/server/network.ts'
import { Problem } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { toReturnPath } from '#app/shared/return-path.ts'
import {
  consumePasswordReset,
  deletePasswordResetsBefore,
  findPasswordReset,
  insertPasswordReset,
} from './password-reset.queries.ts'
import { hashPassword, requireUncommonPassword } from './passwords.ts'

/**
 * Queues a reset mail for any address. Whether it has an account is looked up only when the mail is sent, so
 * neither the answer nor its timing reveals it. Past the rate limit the answer is the same and no mail is
 * sent.
 */
export async function requestPasswordReset(
  ctx: AppContext,
  { email, next, ip }: ForgotPassword & { ip: string },
): Promise<void> {
  const ofNetwork = createThrottle(ctx, {
    name: 'reset-network',
    limit: RESETS_PER_NETWORK,
    windowSeconds: RESETS_WINDOW_SECONDS,
  })
  const ofAddress = createThrottle(ctx, {
    name: 'reset-address',
    limit: RESETS_PER_ADDRESS,
    windowSeconds: RESETS_WINDOW_SECONDS,
  })
  const ofWiderNetwork = createThrottle(ctx, {
    name: 'reset-wider-network',
    limit: 10 * RESETS_PER_NETWORK,
    windowSeconds: RESETS_WINDOW_SECONDS,
  })
  const wider = widerNetworkOf(ip)
  if (!(await ofNetwork.consume(networkOf(ip))).isAllowed) return
  if (wider && !(await ofWiderNetwork.consume(wider)).isAllowed) return
  if (!(await ofAddress.consume(hashToken(email))).isAllowed) return
  await ctx.db.transaction().execute((trx) =>
    queueMail(trx, ctx, {
      key: `password-reset:${newId()}`,
      template: 'password-reset',
      to: email,
      data: { next: toReturnPath(next) },
    }),
  )
}

/**
 * Creates the single-use token of a reset link, valid for {@link RESET_LINK_MS}; only its hash is stored.
 * Undefined when the address has no account.
 */
export async function createPasswordReset(
  ctx: AppContext,
  email: string,
  next?: unknown,
): Promise<{ token: string } | undefined> {
  const account = await findAccountByEmail(ctx.db, email)
  if (!account) return
  const token = newToken()
  const now = ctx.now()
  const isMade = await insertPasswordReset(ctx.db, {
    tokenHash: hashToken(token),
    userId: account.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + RESET_LINK_MS),
    returnTo: toReturnPath(next) ?? null,
  })
  return isMade ? { token } : undefined
}

/** Whether a reset link is still valid, so that its page can say so before anything is typed. */
export async function isResetLinkUsable(ctx: AppContext, token: string): Promise<boolean> {
  if (!isTokenShaped(token)) return false
  const tokenHash = hashToken(token)
  return (await findPasswordReset(ctx.db, { tokenHash, now: ctx.now() })) !== undefined
}

/**
 * Sets a new password by a mailed link, ends every session of the old one, and signs in: `open` does that in
 * the same transaction. Throws 400 for a link that is unknown, used or expired.
 */
export async function resetPassword<S>(
  ctx: AppContext,
  { token, password }: ResetPassword,
  open: (trx: Trx, account: Pick<AccountRow, 'id' | 'passwordHash'>) => Promise<S | undefined>,
): Promise<{ opened: S; next: string | undefined }> {
  if (!isTokenShaped(token)) throw linkInvalid()
  const tokenHash = hashToken(token)
  // Checked before the expensive password hash, so that an invented link costs one query.
  const reset = await findPasswordReset(ctx.db, { tokenHash, now: ctx.now() })
  if (!reset) throw linkInvalid()
  const { userId, email, returnTo } = reset
  await requireUncommonPassword(ctx, password, email)
  const passwordHash = await hashPassword(password)

  return ctx.db.transaction().execute(async (trx) => {
    // Lock the account first: two links of one account would otherwise deadlock.
    await lockAccount(trx, userId)
    if (!(await consumePasswordReset(trx, { tokenHash, now: ctx.now() }))) throw linkInvalid()
    await changePassword(trx, ctx, { userId, passwordHash })
    // The link proves the inbox, so no separate confirmation is needed.
    await confirmAccount(trx, ctx, userId)
    await queueMail(trx, ctx, {
      key: `password-changed:${newId()}`,
      template: 'password-changed',
      to: email,
    })
    const opened = await open(trx, { id: userId, passwordHash })
    if (!opened) throw linkInvalid()
    return { opened, next: returnTo ?? undefined }
  })
}

function linkInvalid(): Problem {
  return new Problem(
    400,
    'reset-link-invalid',
    'This reset link is no longer valid. Please request a new one.',
  )
}

export async function purgeOldPasswordResets(ctx: AppContext): Promise<void> {
  await deletePasswordResetsBefore(ctx.db, ctx.now())
}
