import Stripe from 'stripe'
import type { Config } from '#app/server/config/config.ts'
import { Problem } from './problem.ts'

/** One attempt; the library makes up to three. */
const TIMEOUT_MS = 5000
const RETRIES = 2

/** The payment provider. No call of it ever happens inside a database transaction. */
export type Payments = {
  stripe: Stripe
  /**
   * The provider's own time, by the Date of its last answer: its dates are judged by its clock.
   */
  providerNow: () => Date
}

/** Works against the provider or, by configuration alone, against anything that speaks its API. */
export function createPayments({ payments }: Pick<Config, 'payments'>, now: () => Date): Payments {
  let aheadMs = 0
  const httpClient = Stripe.createNodeHttpClient()
  const send = httpClient.makeRequest.bind(httpClient)
  httpClient.makeRequest = async (...request) => {
    const answer = await send(...request)
    const date = Date.parse(String(answer.getHeaders().date))
    // A header counts whole seconds: less than two apart is no difference.
    const difference = Number.isNaN(date) ? 0 : date - now().getTime()
    aheadMs = Math.abs(difference) < 2000 ? 0 : difference
    return answer
  }
  const stripe = new Stripe(payments.secretKey, {
    httpClient,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...addressOf(payments.apiBase),
  })
  return { stripe, providerNow: () => new Date(now().getTime() + aheadMs) }
}

function addressOf(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme }
}

/**
 * Every call of the provider goes through here: when it cannot be reached, is busy or fails by
 * itself, people are told to try again. What it refuses is thrown as it is, for the caller to read.
 */
export async function paymentCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isAway(error)) throw paymentsUnavailable(AWAY, error)
    if (isShutOut(error)) throw paymentsUnavailable(SHUT_OUT, error)
    throw error
  }
}

function isAway(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError
  )
}

/** It answers, but not to our key: for the operator to mend, while people can only wait. */
function isShutOut(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}

const AWAY = 'the payment provider cannot be reached, or fails'
const SHUT_OUT = 'the payment provider does not accept STRIPE_SECRET_KEY'

function paymentsUnavailable(words: string, error: unknown): Problem {
  return new Problem(
    503,
    'payments-unavailable',
    'We cannot reach our payment provider right now. Nothing was charged. Please try again in a moment.',
    { retryAfterSeconds: 5, reason: { words, error: causeOf(error) } },
  )
}

/** Of a connection that failed, what the operating system says of it. */
function causeOf(error: unknown): unknown {
  const { detail } = error as { detail?: unknown }
  return error instanceof Stripe.errors.StripeConnectionError && detail instanceof Error
    ? detail
    : error
}

/** Whether the provider says that what was asked about does not exist. */
export function isUnknownToProvider(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
  )
}
