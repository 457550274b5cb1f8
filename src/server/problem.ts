import { formatWait } from '#app/shared/dates.ts'

/**
 * A failure we expect and can explain to the caller. Use cases throw it, routes never catch it,
 * and `http/errors.ts` turns it into a response. Anything else that is thrown is a
 * bug: logged in full, answered with a bare 500.
 */
export class Problem extends Error {
  override name = 'Problem'
  readonly status: number
  /** Stable, kebab-case and machine-readable; the web app decides by it what to show. */
  readonly code: string
  /** Errors by input field. */
  readonly fields: Record<string, string> | undefined
  /** When to retry; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** For the log only: the dependency that has failed. */
  readonly reason: Reason | undefined
  /** Further data for programs. */
  readonly about: unknown

  constructor(
    status: number,
    code: string,
    message: string,
    details: {
      fields?: Record<string, string>
      retryAfterSeconds?: number
      reason?: Reason
      about?: unknown
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.reason = details.reason
    this.about = details.about
  }
}

type Reason = { words: string; error: unknown }

export function badRequest(message: string, fields?: Record<string, string>): Problem {
  return new Problem(400, 'bad-request', message, fields ? { fields } : {})
}

export function signInRequired(): Problem {
  return new Problem(401, 'sign-in-required', 'Sign in to continue.')
}

export function forbidden(code: string, message: string): Problem {
  return new Problem(403, code, message)
}

/** The request came from another site, or did not prove that it came from ours. */
export function crossSite(): Problem {
  return forbidden('cross-site', 'This request did not come from our own pages.')
}

export function notFound(what: string): Problem {
  return new Problem(404, 'not-found', `There is no such ${what}.`)
}

/** `reason` is a whole sentence; the time to wait is appended and sent as `Retry-After`. */
export function tooManyRequests(reason: string, retryAfterSeconds: number): Problem {
  const message = `${reason} Please try again in ${formatWait(retryAfterSeconds)}.`
  return new Problem(429, 'too-many-requests', message, { retryAfterSeconds })
}

export function unavailable(message: string, retryAfterSeconds: number, reason?: Reason): Problem {
  return new Problem(503, 'unavailable', message, {
    retryAfterSeconds,
    ...(reason && { reason }),
  })
}
