import { readPendingSession } from '#app/web/page/pending-session.rules.ts'

/**
 * Where to go after signing in: to the feed, unless the person is in the middle of a checkout, which
 * must continue where it is.
 */
export function afterSignIn({
  address,
  cookies,
}: {
  address: string
  cookies: string
}): 'deals' | 'stay' {
  const hasPendingSession = Boolean(readPendingSession(cookies))
  return address.includes('checkout') || hasPendingSession ? 'stay' : 'deals'
}
