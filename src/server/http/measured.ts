import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromOutside } from '#app/server/admission/admission.ts'
import type { Config } from '#app/server/config/config.ts'
import { counter, histogram, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { isTracing, startSpan, type TraceSpan } from '#app/server/observability/tracing.ts'
import { whatIsUnderWay } from '#app/server/under-way.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const
/** Status class of an answer, or `gone` when the client had disconnected. */
const OUTCOMES = ['2xx', '3xx', '4xx', '5xx', 'gone'] as const

const requests = counter(
  'nouveau_http_requests_total',
  'Requests by the pattern of their route, never their address; class "inside" is what pages ask of us',
  { route: OF_THE_CODE, method: METHODS, status: OUTCOMES, class: OF_THE_CODE },
)
const seconds = histogram(
  'nouveau_http_request_seconds',
  'From a request’s arrival until its answer was taken',
  { route: OF_THE_CODE, method: METHODS, class: OF_THE_CODE },
)

/** Route label of all requests that match no route. */
const NOWHERE = 'none'

/**
 * Initializes a route's failure counter to zero; otherwise alert rules on its increase would miss the first failure.
 */
export function expectRequests(route: string, method: string, requestClass: string): void {
  requests.expect({ route, method: methodOf({ method }), status: '5xx', class: requestClass })
}
expectRequests(NOWHERE, 'GET', 'page')

const spans = new WeakMap<FastifyRequest, TraceSpan>()

/** Starts the span of a request, as a child of the caller's if there is one. */
export function beginRequest(request: FastifyRequest, { http }: Pick<Config, 'http'>): void {
  if (!isTracing()) return
  const parent = isFromOutside(request)
    ? given(http, request.headers.traceparent, TRACEPARENT)
    : whatIsUnderWay().span
  const span = startSpan(request.method, {
    kind: isFromOutside(request) ? 'SERVER' : 'INTERNAL',
    parent,
    attributes: { 'http.request.method': methodOf(request), 'nouveau.request.id': request.id },
  })
  if (span) spans.set(request, span)
}

/** The async context of a request. */
export function atRequest(request: FastifyRequest) {
  const span = spans.get(request)
  return span ? { reqId: request.id, span } : { reqId: request.id }
}

/** Counts a request once its answer has been sent or the client has gone. */
export function endRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? NOWHERE
  const method = methodOf(request)
  const { requestClass = 'page' } = request.routeOptions.config ?? {}
  const isOutside = isFromOutside(request)
  const status = isOutside && !reply.raw.writableFinished ? 'gone' : hundredOf(reply.statusCode)
  const about = { route, method, class: isOutside ? requestClass : 'inside' }
  requests.add({ ...about, status })
  seconds.observe(about, reply.elapsedTime / 1000)

  const span = spans.get(request)
  if (!span) return
  span.note({
    'http.route': route,
    'http.response.status_code': reply.statusCode,
    'nouveau.request.class': about.class,
    ...(status === 'gone' && { 'nouveau.gone': true }),
  })
  if (reply.statusCode >= 500) span.fail(undefined)
  span.end(`${method} ${route}`)
}

/** Counts a cached answer; `ms` is the time spent on the owner's identity. */
export function countCached(route: string, requestClass: string, ms = 0): void {
  const about = { route, method: 'GET', class: requestClass } as const
  requests.add({ ...about, status: '2xx' })
  seconds.observe(about, ms / 1000)
}

function methodOf({ method }: { method: string }): (typeof METHODS)[number] {
  return METHODS.find((each) => each === method) ?? 'other'
}

function hundredOf(status: number): (typeof OUTCOMES)[number] {
  if (status >= 500) return '5xx'
  if (status >= 400) return '4xx'
  return status >= 300 ? '3xx' : '2xx'
}

const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(-.{0,100})?$/
/** Request ids accepted from outside: long enough to be unique, and harmless characters only. */
const REQUEST_ID = /^[\w.:-]{8,80}$/

/** The value of a header, if it was set by our own proxy and is well-formed. */
function given(
  { trustedProxies }: Config['http'],
  header: string | string[] | undefined,
  shape: RegExp,
): string | undefined {
  if (trustedProxies === 0 || typeof header !== 'string') return
  return shape.test(header) ? header : undefined
}

/**
 * Request ids: that of our own proxy; that of the page for calls made while it is rendered; otherwise a generated id,
 * unique over processes and restarts. Random bytes for each request would cost a tenth of a quick answer.
 */
export function requestIds({ http }: Pick<Config, 'http'>): (raw: IncomingMessage) => string {
  const process = randomBytes(6).toString('hex')
  let count = 0
  return (raw) => {
    const known =
      raw instanceof IncomingMessage
        ? given(http, raw.headers['x-request-id'], REQUEST_ID)
        : whatIsUnderWay().reqId
    if (known) return known
    count += 1
    return process + count.toString(16).padStart(8, '0')
  }
}
