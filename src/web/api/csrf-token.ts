import { ApiError, browserApi } from './api.ts'

let known: Promise<string> | undefined

/**
 * The token that calls of this page send along. However many ask at once, it is fetched once: the
 * first answer sets the cookie behind it, and a second one would set another.
 */
export function loadCsrfToken(): Promise<string> {
  if (known) return known
  const asked = browserApi
    .load('/api/csrf-token')
    .then((answer) => (answer as { csrfToken: string }).csrfToken)
  known = asked
  // What failed is asked for again by the next one.
  asked.catch(() => forget(asked))
  return asked
}

/**
 * Calls with the token. Where it is refused, because the cookie behind it is gone or another, once
 * more with a new one, which all who were refused share.
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
