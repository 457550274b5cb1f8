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
import { answerBrokenRequest, handleError } from './errors.ts'
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

/** A Fastify whose schemas are Zod's: what a response schema does not name cannot leave. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is: tests hold their rules against all of them. */
    routeTable: Declared[]
    /** Where sockets are opened; `createSockets` adds to it. */
    socketPaths: Set<string>
    /** Each sends the browsers at one of them away over a few seconds, to another process. */
    socketClosers: Array<() => Promise<void>>
    /** Closes connections without a request under way, those too on which one has begun to arrive. */
    closeUnused: () => void
    /** Turns requests away whose body is still arriving; for a process that stops. */
    endArrivals: () => void
  }
}

/** Room for any JSON the back office sends; uploads and webhooks declare their own limit. */
const BODY_LIMIT_BYTES = 32 * 1024
/** What everybody may send, or whoever is signed in: the longest honest form has a tenth of it. */
export const PUBLIC_BODY_LIMIT_BYTES = 4 * 1024
const LONGEST_PARAM = 200
const SMALLEST_COMPRESSED_BYTES = 1024

/** The bare server: limits, headers, guards, one error handler. `app.ts` puts the product on it. */
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
      // The longest any may take; `limitBodyTime` is far stricter with all but uploads.
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
    // Whoever wants to read of each request gets each; one that stops says goodbye with each answer.
    sendCached: (raw, response) =>
      isReadOfEach || isDraining() ? 'nothing' : microCache.send(raw, response),
    cachedForOwner: (raw) => (isReadOfEach || isDraining() ? undefined : microCache.forOwner(raw)),
  })
  const http = fastify<RawServerDefault>({
    loggerInstance: log,
    // One line a request is enough: `logResponse` writes it.
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request costs a tenth of a quick answer; lines name the
    // request.
    childLoggerFactory: (logger) => logger,
    genReqId: nextId,
    // With no proxies of ours in front, X-Forwarded-For is whatever a stranger typed.
    trustProxy: (_address, hop) => hop < config.http.trustedProxies,
    bodyLimit: BODY_LIMIT_BYTES,
    serverFactory: (handle) => connections.serve(admission.guard(handle)),
    routerOptions: { maxParamLength: LONGEST_PARAM },
    return503OnClosing: true,
    // These two stand in for hooks, which do not run for an address or a request that is broken.
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
  // A field called `constructor` is one that no call names, and is dropped like any other.
  const parseJson = http.getDefaultJsonParser('error', 'ignore')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Calls that take no body may still be declared as JSON.
    if (bytes.length === 0) return done(null)
    if (!isUtf8(bytes as Buffer)) return done(notJson())
    parseJson(request, bytes.toString(), (error, body) => done(error && notJson(), body))
  })

  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    beginRequest(request, config)
    whileAt(underWay(request), done)
  })
  // What has read the body comes from the connection, which knows of no request.
  http.addHook('preValidation', (request, _reply, done) => {
    whileAt(underWay(request), done)
  })
  http.decorate('closeUnused', connections.closeUnused)
  http.decorate('endArrivals', limitBodyTime(http, headers))
  admission.addTo(http)
  // Whoever was let in to the back office may wait for what they asked for.
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
  // After who may call at all.
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
    // Made anew for each answer: most of the gain at a fraction of the work. Built files come
    // smaller.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  return http
}

function underWay(request: FastifyRequest) {
  const { url = '', config } = request.routeOptions
  return { ...atRequest(request), share: shareOfRoute(url, config?.access) }
}

/** Behind a proxy that is not trusted all people are one network, and share its limits. */
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

/** Behind a proxy of ours everybody comes from there: how many one may have is the proxy's to say. */
function connectionsPerNetwork({ http }: Config): number | undefined {
  return http.trustedProxies > 0 ? undefined : http.connectionsPerNetwork
}

/**
 * Whether a request is for one of these sockets. Any other upgrade that a client offers, as curl
 * does with HTTP/2, is passed over and its request answered as usual.
 */
function isSocketRequest(request: IncomingMessage, paths: ReadonlySet<string>): boolean {
  const { method, headers } = request
  const isUpgrade = method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket'
  return isUpgrade && paths.has(pathOf(request))
}

export function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? ''
}
