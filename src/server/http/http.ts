import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import fastifyCookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { classOfRoute, createAdmission } from '#app/server/admission/admission.ts'
import type { Config } from '#app/server/config/config.ts'
import { logResponse } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { whileAt } from '#app/server/under-way.ts'
import { BODY_TIMES, limitBodyTime } from './body-timeout.ts'
import { answerBrokenAddress, refuseControlCharacters } from './broken-addresses.ts'
import { boundConnections, CONNECTION_LIMITS } from './connections.ts'
import { answerBrokenRequest, describeError, handleError } from './errors.ts'
import {
  forbidKeeping,
  refuseLists,
  refuseNul,
  refuseUnknownParameters,
  requireOwnHost,
  requireSameOrigin,
} from './guards.ts'
import { securityHeaders } from './headers.ts'
import { atRequest, beginRequest, endRequest, expectRequests, requestIds } from './measured.ts'
import { createMicroCache } from './micro-cache.ts'
import type { Declared } from './policy.rules.ts'
import { shareOfRoute } from './pool-shares.rules.ts'
import { compileValidator, notJson, setZodMessages } from './schemas.ts'
import { cookieName } from './session-cookie.ts'

/** Fastify with Zod schemas: a field that the response schema does not name is never sent. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes, so that tests can check rules against each of them. */
    routeTable: Declared[]
    /** Paths of WebSockets; filled by `createSockets`. */
    socketPaths: Set<string>
    /** Each asks the browsers at one WebSocket to reconnect, spread over a few seconds, to another process. */
    socketClosers: Array<() => Promise<void>>
    /** Closes connections without a request in progress, including those on which one is still arriving. */
    closeUnused: () => void
    /** Refuses requests whose body is still arriving, when the process stops. */
    endArrivals: () => void
  }
}

/** Enough for any JSON the back office sends; uploads and webhooks declare their own limit. */
const BODY_LIMIT_BYTES = 32 * 1024
/** For visitors and signed-in people: ten times the longest honest form. */
export const PUBLIC_BODY_LIMIT_BYTES = 4 * 1024
const LONGEST_PARAM = 200
const SMALLEST_COMPRESSED_BYTES = 1024

/** The bare server: limits, headers, guards and error handler. `app.ts` adds the product. */
export async function createHttp(
  config: Config,
  log: FastifyBaseLogger,
  { isDraining = () => false }: { isDraining?: () => boolean } = {},
): Promise<Http> {
  const microCache = createMicroCache()
  const headers = securityHeaders(config)
  const socketPaths = new Set<string>()
  const connections = boundConnections(
    {
      headersTimeout: 10_000,
      // The maximum for any request; `limitBodyTime` is far stricter except for uploads.
      requestTimeout: BODY_TIMES.uploadMs + 60_000,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 2000,
      shouldUpgradeCallback: (request) => isSocketRequest(request, socketPaths),
    },
    { ...CONNECTION_LIMITS, perNetwork: connectionsPerNetwork(config) },
    log,
  )
  const nextId = requestIds(config)
  const isReadOfEach = ['debug', 'trace'].includes(config.log.level)
  const admission = createAdmission({
    config,
    headers,
    nextId,
    cookies: {
      session: cookieName({ config }, 'session'),
      admin: cookieName({ config }, 'admin'),
    },
    // Not when every request is logged, nor while stopping, when every answer closes its connection.
    sendCached: (raw, response) =>
      isReadOfEach || isDraining() ? 'nothing' : microCache.send(raw, response),
    cachedForOwner: (raw) => (isReadOfEach || isDraining() ? undefined : microCache.forOwner(raw)),
    noteLateFailure: describeError,
  })
  const http = fastify<RawServerDefault>({
    loggerInstance: log,
    // `logResponse` writes one line for each request.
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs a tenth of a quick answer, and log lines name the request
    // anyway.
    childLoggerFactory: (logger) => logger,
    genReqId: nextId,
    // Without proxies of ours in front, X-Forwarded-For can be forged.
    trustProxy: (_address, hop) => hop < config.http.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) => connections.serve(admission.guard(handle)),
    routerOptions: { maxParamLength: LONGEST_PARAM },
    return503OnClosing: true,
    // Hooks do not run for malformed addresses and requests, so these two stand in for them.
    frameworkErrors: (error, request, reply) =>
      answerBrokenAddress(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
  }).withTypeProvider<ZodTypeProvider>()

  const routeTable: Http['routeTable'] = []
  http.decorate('routeTable', routeTable)
  http.addHook('onRoute', function (route) {
    const access = route.config?.access ?? this.accessOfAll
    if (!access) throw new Error(`${route.method} ${route.url} does not say for whom it is`)
    const { roles } = route.config ?? {}
    if ((access === 'admin') !== (roles !== undefined)) {
      throw new Error(`${route.method} ${route.url} does not say for which administrators it is`)
    }
    const keeping = route.config?.keeping ?? this.keepingOfAll ?? 'nobody'
    route.config = { ...route.config, access, keeping }
    const { needsToken = false, isUpload = false, needsProof = false, provenBy } = route.config
    const isPublic = access === 'everyone' || access === 'user'
    if (isPublic && !route.config.isUpload) route.bodyLimit ??= PUBLIC_BODY_LIMIT_BYTES
    const { url, bodyLimit = BODY_LIMIT_BYTES } = route
    for (const method of [route.method].flat()) {
      const requestClass = classOfRoute({ access, url, method }, route.config.requestClass)
      route.config.requestClass = requestClass
      expectRequests(url, method, requestClass)
      routeTable.push({
        method,
        url,
        access,
        roles: roles ?? [],
        needsProof,
        bodyLimit,
        requestClass,
        needsToken,
        provenBy,
        isUpload,
        keeping,
      })
    }
  })
  http.decorate('socketPaths', socketPaths)
  http.decorate('socketClosers', [])
  setZodMessages()
  http.setValidatorCompiler(compileValidator)
  http.setSerializerCompiler(serializerCompiler)
  http.setErrorHandler(handleError)

  http.removeAllContentTypeParsers()
  // No call has a field `constructor`, so it is dropped like any unknown field.
  const parseJson = http.getDefaultJsonParser('error', 'ignore')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Calls without a body may still have the JSON content type.
    if (bytes.length === 0) return done(null)
    if (!isUtf8(bytes as Buffer)) return done(notJson())
    parseJson(request, bytes.toString(), (error, body) => done(error && notJson(), body))
  })

  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    beginRequest(request, config)
    whileAt(underWay(request), done)
  })
  // The body is read in the connection's async context: restore that of the request.
  http.addHook('preValidation', (request, _reply, done) => {
    whileAt(underWay(request), done)
  })
  http.decorate('closeUnused', connections.closeUnused)
  http.decorate('endArrivals', limitBodyTime(http, headers))
  admission.addTo(http)
  // Administrators' answers may take long.
  http.addHook('preParsing', (request, _reply, _body, done) => {
    if (request.routeOptions.config?.access === 'admin') connections.allowLong(request.raw.socket)
    done()
  })
  if (config.isProduction && config.http.trustedProxies === 0) warnOfUntrustedProxy(http)
  http.addHook('onRequest', requireSameOrigin(config))
  http.addHook('onRequest', requireOwnHost(config))
  http.addHook('onRequest', refuseControlCharacters)
  http.addHook('onRequest', refuseLists)
  http.addHook('onRequest', refuseNul)
  // After the access checks.
  http.addHook('preValidation', refuseUnknownParameters)
  http.addHook('onResponse', (request, reply, done) => {
    endRequest(request, reply)
    microCache.keep(request, reply)
    if (admission.isTurnedAway(request)) return done()
    logResponse(request, reply, done)
  })
  http.addHook('onSend', forbidKeeping)
  await http.register(fastifyCookie)
  await http.register(fastifyCompress, {
    threshold: SMALLEST_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    // These answers are compressed each time: level 4 has most of the gain at a fraction of the cost. Built files are
    // compressed better, ahead of time.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  return http
}

function underWay(request: FastifyRequest) {
  const { url = '', config } = request.routeOptions
  return { ...atRequest(request), share: shareOfRoute(url, config?.access) }
}

/** Behind an untrusted proxy everybody counts as one network and shares its limits. */
function warnOfUntrustedProxy(http: Pick<Http, 'addHook' | 'log'>) {
  const note = logSometimes(
    'X-Forwarded-For arrives and TRUST_PROXY is not set: everybody counts as one network',
    'warn',
  )
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-forwarded-for'] !== undefined) {
      note({ log: http.log, now: () => new Date() }, {})
    }
    done()
  })
}

/** Behind a proxy of ours all connections come from one address: the proxy has to limit them. */
function connectionsPerNetwork({ http }: Config): number | undefined {
  return http.trustedProxies > 0 ? undefined : http.connectionsPerNetwork
}

/**
 * Whether a request opens one of these WebSockets. Any other upgrade a client offers, such as HTTP/2 by curl, is
 * ignored and the request answered as usual.
 */
function isSocketRequest(request: IncomingMessage, paths: ReadonlySet<string>): boolean {
  const { method, headers } = request
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
  return isUpgrade && paths.has(pathOf(request))
}

export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
