import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromOutside } from '#app/server/admission/admission.ts'
import type { Config } from '#app/server/config/config.ts'
import { counter, histogram, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { isTracing, startSpan, type TraceSpan } from '#app/server/observability/tracing.ts'
import { whatIsUnderWay } from '#app/server/under-way.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const
/** Of an answer: its hundred, or that nobody was there any more to take it. */
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

/** What leads nowhere is one route, wherever it was. */
const NOWHERE = 'none'

/**
 * Failures of a route are zero from the start, or the first of them would not be seen as a change: alarms
 * ask how many there were of late.
 */
export function expectRequests(route: string, method: string, requestClass: string): void {
  requests.expect({ route, method: methodOf({ method }), status: '5xx', class: requestClass })
}
expectRequests(NOWHERE, 'GET', 'page')

const spans = new WeakMap<FastifyRequest, TraceSpan>()

/** Begins its part of a trace: its own, or that of what asked for it. */
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

/** What is under way while this request is worked on. */
export function atRequest(request: FastifyRequest) {
  const span = spans.get(request)
  return span ? { reqId: request.id, span } : { reqId: request.id }
}

/** Counts it, once its answer is taken or nobody is there any more. */
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

/** The same for an answer that lay ready: nothing was worked on but, for somebody, who they are. */
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
/** Long enough to be unique, and nothing that could be anything but a name. */
const REQUEST_ID = /^[\w.:-]{8,80}$/

/** What a header says when a proxy of ours wrote it, and it is what it should be. */
function given(
  { trustedProxies }: Config['http'],
  header: string | string[] | undefined,
  shape: RegExp,
): string | undefined {
  if (trustedProxies === 0 || typeof header !== 'string') return
  return shape.test(header) ? header : undefined
}

/**
 * A proxy's own where it is ours; that of the page for what a page asks of us; else one that is unique over
 * processes and restarts. Random bytes for each request would cost a tenth of a quick answer.
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
