import type { FastifyRequest } from 'fastify'
import type { User } from '#app/accounts/accounts.contract.ts'
import { FINISH_WITHIN_MS } from '#app/membership/membership.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { readDeviceToken, readSessionToken } from '#app/server/http/session-cookie.ts'
import { paths } from '#app/shared/paths.ts'
import { findUnclaimedOf } from './checkout.queries.ts'
import { linkCheckoutToAccount } from './link-to-account.ts'
import { readCheckoutCookie } from './ownership.ts'

/**
 * Links what was paid in this browser with the account's address when its owner signs in, with or
 * without scripts, also after leaving the form for later. Returns the path to continue at. A
 * failure keeps nobody from signing in: the mail that follows leads to the same result.
 */
export async function finishOnSignIn(
  ctx: AppContext,
  request: FastifyRequest,
  user: User,
): Promise<string | undefined> {
  const bindingHash = readCheckoutCookie(ctx, request)
  if (!bindingHash) return
  try {
    const paid = await findUnclaimedOf(ctx.db, {
      bindingHash,
      user,
      since: new Date(ctx.now().getTime() - FINISH_WITHIN_MS),
    })
    if (!paid?.sessionId) return
    const { sessionId, returnTo } = await linkCheckoutToAccount(ctx, {
      sessionId: paid.sessionId,
      link: undefined,
      email: user.email,
      password: undefined,
      bindingHash,
      signedIn: user,
      ip: request.ip,
      deviceToken: readDeviceToken(ctx, request),
      sessionToken: readSessionToken(ctx, request),
    })
    return paths.paid(sessionId, returnTo)
  } catch (error) {
    ctx.log.warn({ err: error }, 'what was paid before signing in is not linked yet')
    return
  }
}
