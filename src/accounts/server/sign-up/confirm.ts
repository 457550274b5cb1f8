import { recordAcceptance } from '#app/accounts/server/acceptances.ts'
import { changePassword, confirmAccount, proveInbox } from '#app/accounts/server/accounts.ts'
import { type SessionTokens, startSession } from '#app/accounts/server/sessions/sessions.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import {
  consumeConfirmationLink,
  findConfirmationLink,
  lockForConfirmation,
} from './sign-up.queries.ts'

type Confirm = {
  token: string
  /** The sign-up secret, if this is the browser that signed up. */
  secret: string | undefined
  deviceToken: string | undefined
  sessionToken: string | undefined
  userAgent: string | undefined
}

export type Confirmed = {
  email: string
  /** The page they came from. */
  next: string | undefined
  /** Only for the browser that signed up; any other browser is asked to sign in. */
  tokens: SessionTokens | undefined
}

/**
 * Confirms an address by its mailed link, once. The password of that sign-up becomes the account's, which shuts
 * out anybody else who signed up with the same address. Throws 400 for a link that is unknown, used or expired.
 */
export async function confirmEmail(ctx: AppContext, call: Confirm): Promise<Confirmed> {
  if (!isTokenShaped(call.token)) throw linkUnknown()
  const tokenHash = hashToken(call.token)
  const link = await findConfirmationLink(ctx.db, tokenHash)
  if (!link) throw linkUnknown()
  const { userId, email } = link
  return ctx.db.transaction().execute(async (trx) => {
    const account = await lockForConfirmation(trx, userId)
    if (!account) throw linkUnknown()
    if (account.confirmedAt) throw linkUsed()
    if (!(await consumeConfirmationLink(trx, { tokenHash, now: ctx.now() }))) throw linkExpired()
    const passwordHash = link.passwordHash ?? account.passwordHash
    if (passwordHash !== account.passwordHash) {
      await changePassword(trx, ctx, { userId, passwordHash })
    }
    await confirmAccount(trx, ctx, userId)
    await proveInbox(trx, ctx, userId)
    const accepted = { userId, place: 'sign-up', acceptedAt: link.askedAt } as const
    await recordAcceptance(trx, { ...accepted, document: 'terms', version: link.termsVersion })
    await recordAcceptance(trx, { ...accepted, document: 'policy', version: link.policyVersion })
    const isSameBrowser = isTokenShaped(call.secret) && hashToken(call.secret) === link.bindingHash
    const tokens = isSameBrowser
      ? await startSession(trx, ctx, { ...call, account: { id: userId, passwordHash } })
      : undefined
    return { email, next: link.returnTo ?? undefined, tokens }
  })
}

function linkUnknown(): Problem {
  return new Problem(
    400,
    'confirmation-unknown',
    'This link is not complete, or what it was for is gone. Please sign up again.',
  )
}

function linkUsed(): Problem {
  return new Problem(400, 'confirmation-used', 'This address is confirmed already. Please sign in.')
}

function linkExpired(): Problem {
  return new Problem(
    400,
    'confirmation-expired',
    'This link has run out. We can send you a new one.',
  )
}
