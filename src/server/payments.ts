import type { IncomingMessage } from 'node:http'
import Stripe from 'stripe'
import type { Config } from '#app/server/config/config.ts'
import { outbound } from '#app/server/observability/outbound.ts'
import { createBreaker, NoAnswer } from './breaker.ts'
import type { Log } from './log.ts'
import { Problem } from './problem.ts'
import { isUnattended } from './under-way.ts'

/** For one attempt including the whole answer; the library makes up to three, unless no answer comes. */
const TIMEOUT_MS = 5000
const RETRIES = 2

/** The payment provider. Never call it inside a database transaction. */
export type Payments = {
  stripe: Stripe
  /**
   * The provider's clock, by the Date header of its last answer, for comparing with its dates.
   */
  providerNow: () => Date
}

type Settings = { log?: Log; timeoutMs?: number; restMs?: number }

/** Talks to the provider or, depending on the configuration, to anything that speaks its API. */
export function createPayments(
  { payments }: Pick<Config, 'payments'>,
  now: () => Date,
  { log, timeoutMs = TIMEOUT_MS, restMs }: Settings = {},
): Payments {
  let aheadMs = 0
  const httpClient = Stripe.createNodeHttpClient()
  const send = httpClient.makeRequest.bind(httpClient)
  const breaker = createBreaker({
    to: 'payments',
    isSilence,
    onChange: (isOpen, err) => {
      if (isOpen)
        log?.error({ err }, 'the payment provider does not answer: it is asked less often')
      else log?.info({}, 'the payment provider answers again')
    },
    ...(restMs !== undefined && { restMs }),
  })
  httpClient.makeRequest = async (...request) => {
    const [, , path, method] = request
    const what = `${method} ${withoutIds(path)}`
    try {
      const work = () => outbound('payments', what, () => readWhole(send(...request), timeoutMs))
      const answer = await breaker.call(work, { isPatient: isUnattended() })
      const date = Date.parse(String(answer.getHeaders().date))
      // The header has whole seconds: less than two seconds is no difference.
      const difference = Number.isNaN(date) ? 0 : date - now().getTime()
      aheadMs = Math.abs(difference) < 2000 ? 0 : difference
      return answer
    } catch (error) {
      // The library only uses status, headers and JSON of an answer.
      if (error instanceof NoAnswer || isSilence(error)) return new NoAnswerYet(error) as Answer
      throw error
    }
  }
  const stripe = new Stripe(payments.secretKey, {
    httpClient,
    timeout: timeoutMs,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...addressOf(payments.apiBase),
  })
  return { stripe, providerNow: () => new Date(now().getTime() + aheadMs) }
}

type Answer = Awaited<ReturnType<ReturnType<typeof Stripe.createNodeHttpClient>['makeRequest']>>

/** The library's timeout is for inactivity only; this one also ends an answer that merely trickles. */
async function readWhole(sent: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let answer: Answer | undefined
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      ;(answer?.getRawResponse() as IncomingMessage | undefined)?.destroy()
      reject(Stripe.HttpClient.makeTimeoutError())
    }, timeoutMs)
  })
  const arrived = sent.then(async (begun) => {
    answer = begun
    const body = begun.toJSON()
    // The library handles a malformed body; here only its completeness matters.
    await body.catch((error: { code?: unknown }) => {
      if (isSilence(error)) throw error
    })
    return Object.assign(begun, { toJSON: () => body })
  })
  try {
    return await Promise.race([arrived, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function isSilence(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === Stripe.HttpClient.TIMEOUT_ERROR_CODE
}

/** An answer that keeps the library from retrying: that would only make people wait twice as long. */
class NoAnswerYet extends Stripe.HttpClientResponse {
  readonly #error: unknown

  constructor(error: unknown) {
    super(503, { 'stripe-should-retry': 'false' })
    this.#error = error
  }

  override async toJSON() {
    const isRefused = this.#error instanceof NoAnswer
    const message = isRefused ? 'It has not answered just before.' : 'It did not answer in time.'
    return { error: { type: 'api_error', message, ...(isRefused && { code: NOT_ASKED }) } }
  }
}

const NOT_ASKED = 'not-asked'

/** Replaces ids in a path, for logs and traces: `/v1/subscriptions/{id}`; drops the query. */
function withoutIds(path: string): string {
  const [plain = ''] = path.split('?', 1)
  return plain
    .split('/')
    .map((part) => (/^(v\d|[a-z_]+)$/.test(part) ? part : part && '{id}'))
    .join('/')
}

function addressOf(apiBase: string | undefined) {
  if (!apiBase) return {}
  const { protocol, hostname, port } = new URL(apiBase)
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const)
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme }
}

/**
 * Wraps every call of the provider. When it is unreachable, busy or failing, throws a Problem that asks people to try
 * again; refusals are rethrown for the caller to handle.
 */
export async function paymentCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The timeouts that opened the breaker have been logged.
    if (isNotAsked(error)) throw paymentsUnavailable()
    if (isAway(error)) throw paymentsUnavailable({ words: AWAY, error: causeOf(error) })
    if (isShutOut(error)) throw paymentsUnavailable({ words: SHUT_OUT, error })
    throw error
  }
}

function isNotAsked(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeAPIError && error.code === NOT_ASKED
}

function isAway(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError
  )
}

/** The provider rejects our key: only an operator can fix that. */
function isShutOut(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  )
}

const AWAY = 'the payment provider cannot be reached, or fails'
const SHUT_OUT = 'the payment provider does not accept STRIPE_SECRET_KEY'

function paymentsUnavailable(reason?: { words: string; error: unknown }): Problem {
  return new Problem(
    503,
    'payments-unavailable',
    'We cannot reach our payment provider right now. Nothing was charged. Please try again in a moment.',
    { retryAfterSeconds: 5, ...(reason && { reason }) },
  )
}

/** The operating system's error behind a failed connection. */
function causeOf(error: unknown): unknown {
  const { detail } = error as { detail?: unknown }
  return error instanceof Stripe.errors.StripeConnectionError && detail instanceof Error
    ? detail
    : error
}

/**
 * Cents refunded of a charge, pending refunds included. Failed refunds are excluded one by one, because the charge's own
 * total may include them.
 */
export async function readRefundedCents(
  { stripe }: Payments,
  { id, amount_refunded }: Pick<Stripe.Charge, 'id' | 'amount_refunded'>,
): Promise<number> {
  if (amount_refunded === 0) return 0
  const refunds = await paymentCall(() =>
    stripe.refunds.list({ charge: id, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
  return refunds.filter(isAlive).reduce((sum, { amount }) => sum + amount, 0)
}

/** Whether a refund has succeeded or still may. */
export function isAlive({ status }: Pick<Stripe.Refund, 'status'>): boolean {
  return status !== 'failed' && status !== 'canceled'
}

/** Whether the provider says that the object does not exist. */
export function isUnknownToProvider(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
  )
}

/** All refunds of a payment, in any state; `intent` is the id of its payment intent. */
export async function listRefunds({ stripe }: Payments, intent: string): Promise<Stripe.Refund[]> {
  return paymentCall(() =>
    stripe.refunds.list({ payment_intent: intent, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
}
