/** The fields of an error in the provider's API. */
type ErrorFacts = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
}

/** An error in the provider's format. The work of the call is rolled back unless `keepsWork` is set. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly status: number
  readonly facts: ErrorFacts
  /** The failed attempt is kept although the call failed. */
  readonly keepsWork: boolean

  constructor(status: number, facts: ErrorFacts, { keepsWork = false } = {}) {
    super(facts.message)
    this.status = status
    this.facts = facts
    this.keepsWork = keepsWork
  }
}

export function invalid(message: string, param?: string, code?: string): ProviderError {
  return new ProviderError(400, {
    type: 'invalid_request_error',
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  })
}

/** The error "No such customer: 'cus_1'"; 404 if the path names it, 400 for a parameter. */
export function noSuch(what: string, id: string, param = 'id'): ProviderError {
  return new ProviderError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  })
}
