import { ApiError, browserApi } from './api.ts'

let known: Promise<string> | undefined

/**
 * The CSRF token that calls of this page send. Concurrent callers share one request: each response sets a
 * cookie for its own token, so a second one would invalidate the first.
 */
export function loadCsrfToken(): Promise<string> {
  if (known) return known
  const asked = browserApi
    .load('/api/csrf-token')
    .then((answer) => (answer as { csrfToken: string }).csrfToken)
  known = asked
  // A failed request is not cached; the next caller tries again.
  asked.catch(() => forget(asked))
  return asked
}

/**
 * Makes a call with the CSRF token. If the token is refused because its cookie is gone or replaced, retries
 * once with a new one, which all refused calls share.
 */
export async function withCsrfToken<T>(call: (token: string) => Promise<T>): Promise<T> {
  const used = loadCsrfToken()
  try {
    return await call(await used)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'csrf') throw error
    forget(used)
    return call(await loadCsrfToken())
  }
}

function forget(token: Promise<string>): void {
  if (known === token) known = undefined
}
