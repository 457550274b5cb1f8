import type { User } from '#app/accounts/accounts.contract.ts'
import { isSessionOver } from '#app/accounts/server/accounts.rules.ts'
import { changePassword, endSessionsOf, type OwnBrowser } from '#app/accounts/server/accounts.ts'
import { hashPassword, requireUncommonPassword } from '#app/accounts/server/passwords/passwords.ts'
import type { AccountSettings, ChangePassword } from '#app/accounts/settings.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { notFound, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import { findOpenEmailChange } from './email-change.queries.ts'
import { requirePassword, requireUnchanged } from './email-change.ts'
import { deleteBrowser, findBrowsersOf, findPasswordChange } from './settings.queries.ts'
import { ENDINGS_PER_ACCOUNT, SETTINGS_WINDOW_SECONDS } from './settings.rules.ts'

type Cookies = { sessionToken: string | undefined; deviceToken: string | undefined }

/** How somebody signs in, and in which browsers they are signed in. */
export async function readSettings(
  ctx: AppContext,
  { user, sessionToken }: { user: User; sessionToken: string | undefined },
): Promise<AccountSettings> {
  const now = ctx.now()
  const next = await findOpenEmailChange(ctx.db, { userId: user.id, now })
  const password = await findPasswordChange(ctx.db, user.id)
  const sessions = await findBrowsersOf(ctx.db, user.id)
  const own = hashOf(sessionToken)
  const browsers = sessions
    .filter((session) => !isSessionOver(session, now))
    .map(({ id, tokenHash, browser, system, createdAt, lastSeenAt }) => ({
      id,
      browser,
      system,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isThis: tokenHash === own,
    }))
  return {
    email: user.email,
    nextEmail: next ? { email: next.newEmail, expiresAt: next.expiresAt.toISOString() } : null,
    passwordChangedAt: password?.passwordChangedAt?.toISOString() ?? null,
    browsers: browsers.toSorted((a, b) => Number(b.isThis) - Number(a.isThis)),
  }
}

type PasswordWish = ChangePassword & Cookies & { user: User; ip: string }

/**
 * Changes the password and signs every other browser out. Throws 403 when the current password is wrong, 429
 * after too many attempts.
 */
export async function changeOwnPassword(ctx: AppContext, wish: PasswordWish): Promise<void> {
  const { user, currentPassword, password, ip, deviceToken } = wish
  const account = await requirePassword(ctx, {
    user,
    password: currentPassword,
    ip,
    deviceToken,
  })
  await requireUncommonPassword(ctx, password, account.email)
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (trx) => {
    await requireUnchanged(trx, account)
    await changePassword(trx, ctx, { userId: user.id, passwordHash, keeping: browserOf(wish) })
    await queueMail(trx, ctx, {
      key: `password-changed:${user.id}:${newId()}`,
      template: 'password-changed-here',
      to: account.email,
    })
  })
}

/** Signs one browser out. Throws 404 when this account has no such browser. */
export async function endBrowser(
  ctx: AppContext,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  await limitEndings(ctx, userId)
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await deleteBrowser(trx, { userId, id }))) throw notFound('browser')
    await announce(trx, 'sessions', userId)
  })
}

/** Signs all other browsers out. */
export async function endOtherBrowsers(
  ctx: AppContext,
  { userId, ...cookies }: Cookies & { userId: string },
): Promise<void> {
  await limitEndings(ctx, userId)
  await ctx.db
    .transaction()
    .execute((trx) => endSessionsOf(trx, { userId, keeping: browserOf(cookies) }))
}

async function limitEndings(ctx: AppContext, userId: string): Promise<void> {
  const verdict = await createThrottle(ctx, {
    name: 'end-browser',
    limit: ENDINGS_PER_ACCOUNT,
    windowSeconds: SETTINGS_WINDOW_SECONDS,
  }).consume(userId)
  if (!verdict.isAllowed) {
    throw tooManyRequests('You have done this very often.', verdict.waitSeconds)
  }
}

function browserOf({ sessionToken, deviceToken }: Cookies): OwnBrowser {
  return { sessionHash: hashOf(sessionToken), deviceHash: hashOf(deviceToken) }
}

function hashOf(token: string | undefined): string | undefined {
  return isTokenShaped(token) ? hashToken(token) : undefined
}
