import type { IncomingMessage } from 'node:http'
import Stripe from 'stripe'
import type { Config } from '#app/server/config/config.ts'
import { outbound } from '#app/server/observability/outbound.ts'
import { createBreaker, NoAnswer } from './breaker.ts'
import type { Log } from './log.ts'
import { Problem } from './problem.ts'
import { isUnattended } from './under-way.ts'

/** One attempt, the whole answer with it; the library makes up to three unless nobody answers. */
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

type Settings = { log?: Log; timeoutMs?: number; restMs?: number }

/** Works against the provider or, by configuration alone, against anything that speaks its API. */
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
      // A header counts whole seconds: less than two apart is no difference.
      const difference = Number.isNaN(date) ? 0 : date - now().getTime()
      aheadMs = Math.abs(difference) < 2000 ? 0 : difference
      return answer
    } catch (error) {
      // Of an answer only its status, headers and JSON are ever asked for.
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

/** The library's own limit is for a silent line: an answer that only trickles has to end as well. */
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
    // What is wrong with it is for the library to say; only whether it has come to an end matters.
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

/** To ask once more, as the library would, costs whoever waits as long again and brings nothing. */
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

/** `/v1/subscriptions/{id}` of an address: neither whose nor what it ends in. */
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
 * Every call of the provider goes through here: when it cannot be reached, is busy or fails by
 * itself, people are told to try again. What it refuses is thrown as it is, for the caller to read.
 */
export async function paymentCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // Of the silence before it there is a line already.
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

/** It answers, but not to our key: for the operator to mend, while people can only wait. */
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

/** Of a connection that failed, what the operating system says of it. */
function causeOf(error: unknown): unknown {
  const { detail } = error as { detail?: unknown }
  return error instanceof Stripe.errors.StripeConnectionError && detail instanceof Error
    ? detail
    : error
}

/**
 * What has gone back of a charge, or is on its way: not what a bank has sent back to us. Failed refunds
 * are told apart one by one, whatever the charge says of them.
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

/** Whether a refund has arrived, or may do so. */
export function isAlive({ status }: Pick<Stripe.Refund, 'status'>): boolean {
  return status !== 'failed' && status !== 'canceled'
}

/** Whether the provider says that what was asked about does not exist. */
export function isUnknownToProvider(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
  )
}

/** All that was sent back of a payment, or was to be; `intent` is the provider's id of it. */
export async function listRefunds({ stripe }: Payments, intent: string): Promise<Stripe.Refund[]> {
  return paymentCall(() =>
    stripe.refunds.list({ payment_intent: intent, limit: 100 }).autoPagingToArray({ limit: 1000 }),
  )
}
