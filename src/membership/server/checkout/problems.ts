import type { Account } from '#app/accounts/server/accounts.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest, Problem } from '#app/server/problem.ts'
import { mailCheckoutLink } from './checkout-links.ts'

/** The one answer to everything that is not this browser's own paid checkout. */
export function notThisBrowsers(): Problem {
  return new Problem(400, 'checkout-not-valid', 'Session verification failed')
}

export function nothingToFinish(): Problem {
  return new Problem(400, 'session-expired', 'Session expired. Please start checkout again.')
}

export function linkExpired(): Problem {
  return new Problem(400, 'link-expired', 'This link is no longer valid. Please ask for a new one.')
}

/**
 * Leaves everything as it is and mails a link, with which whoever reads the inbox of the payment
 * can finish. An account with another address is not for that inbox to open.
 */
export async function finishByMail(
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

/** The password as typed; throws 400 for none and for one that is too short or too long. */
export function requirePassword(password = ''): string {
  const length = [...password].length
  if (length < 6) throw refused('Password must be at least 6 characters')
  if (length < 8) throw refused('Password must be at least 8 characters')
  if (Buffer.byteLength(password) > 256) throw refused('Password is too long')
  return password
}

function refused(text: string): Problem {
  return badRequest(text, { password: text })
}
