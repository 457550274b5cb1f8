import { IncomingMessage, type RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#app/server/config/config.ts'
import { type AdmissionCounts, createAdmittedClasses } from './admitted-classes.ts'
import type { QueuedRequest } from './concurrency-limit.ts'
import { type CachedForOwner, type CacheOutcome, createGuard, type SessionOwner } from './guard.ts'
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts'
import { createRefusals, type PreparedPage } from './refusals.ts'
import {
  classByAccess,
  classOf,
  REQUEST_CLASSES,
  type RequestClass,
  type RouteClass,
} from './request-classes.rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its class under load; derived from its access when not set. */
    requestClass?: RouteClass
    /** True for requests that cost next to nothing: they need no place. */
    isAtHand?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    /** The page shown when a page request is turned away; without it the answer is that of a call. */
    busyPage: PreparedPage | undefined
    /** Whether the session with this token hash is open; if so, it counts as inside from now on. */
    isSessionOpen: ((tokenHash: string) => Promise<boolean>) | undefined
    /** The owner of this session token, read from the database now. */
    findSessionOwner: ((token: string) => Promise<SessionOwner | undefined>) | undefined
    /** Counts of requests in progress and turned away, by class. */
    admission: () => Record<RequestClass, AdmissionCounts>
  }
}

/** A request in progress or waiting for a place. */
type Admitted = QueuedRequest & {
  requestClass: RequestClass
  request: FastifyRequest
  reply: FastifyReply
  beganAt: number
}

const SWEEP_MS = 500

type Admission = {
  /** Wraps the handler: every request from outside passes it before the framework. */
  guard: (handle: RequestListener) => RequestListener
  /** Adds the hooks that take and free places; call before anything that reads cookies. */
  addTo: (http: Http) => void
  isTurnedAway: (request: FastifyRequest) => boolean
}

type Http = Pick<
  FastifyInstance,
  | 'addHook'
  | 'decorate'
  | 'log'
  | 'busyPage'
  | 'isSessionOpen'
  | 'findSessionOwner'
  | 'routeTable'
  | 'server'
>

type Options = {
  config: Config
  /** Sent with every answer. */
  headers: Record<string, string>
  nextId: (raw: IncomingMessage) => string
  cookies: Parameters<typeof createAdmittedClasses>[0]['cookies']
  loop?: LoopDelay
  sendCached?: Parameters<typeof createGuard>[0]['sendCached']
  cachedForOwner?: CachedForOwner
  /** Called with the error of a request that failed after it was given up. */
  noteLateFailure?: (error: unknown, request: FastifyRequest) => void
}

/**
 * Admission control: bounds concurrent requests by class, and sheds load by class when the event loop is late. Calls
 * that the server makes to itself while it renders a page belong to that page. Refusals are logged as one warning a
 * minute, not a line each.
 */
export function createAdmission({
  config,
  headers,
  nextId,
  cookies,
  loop = watchLoopDelay(),
  sendCached = (): CacheOutcome => 'nothing',
  cachedForOwner = () => undefined,
  noteLateFailure = () => {},
}: Options): Admission {
  let http: Http | undefined
  const refusals = createRefusals(headers, nextId)
  const classes = createAdmittedClasses({ config, cookies })
  const { guard, refuse, pageFor } = createGuard({
    config,
    loop,
    classes,
    refusals,
    sendCached,
    cachedForOwner,
    server: () => http,
  })
  const admitted = new Map<FastifyRequest, Admitted>()
  const turnedAway = new WeakSet<FastifyRequest>()

  function enter(request: FastifyRequest, reply: FastifyReply, done: Done) {
    const { requestClass: route = 'page', isAtHand } = request.routeOptions.config ?? {}
    if (route === 'none' || isAtHand?.(request)) return done()
    const { raw } = request
    const requestClass = classes.ofRoute(raw, route)
    const isSessionOpen = requestClass === 'door' ? http?.isSessionOpen : undefined
    // Administrators have another cookie, and there are few of them.
    if (!isSessionOpen || route === 'backOffice') {
      return takePlace({ request, reply, requestClass, begin: done })
    }
    const lookWho = async () => {
      const tokenHash = classes.tokenHashOf(raw, route) ?? ''
      // If the check fails, treat the session as not open.
      const isOpen = await isSessionOpen(tokenHash).catch(() => false)
      // The request was given up in the meantime.
      if (!admitted.has(request)) return
      leave(request)
      const found = classOf(route, isOpen ? 'inside' : 'outside')
      takePlace({ request, reply, requestClass: found, begin: done })
    }
    takePlace({ request, reply, requestClass, begin: () => void lookWho() })
  }

  function takePlace({
    begin,
    ...what
  }: Pick<Admitted, 'request' | 'reply' | 'requestClass' | 'begin'>) {
    const { request, reply, requestClass } = what
    const { raw } = request
    const queued: Admitted = {
      ...what,
      beganAt: 0,
      holder: classes.holderOf(raw, requestClass),
      isGone: () => raw.socket.destroyed,
      begin: () => {
        queued.beganAt = performance.now()
        admitted.set(request, queued)
        begin()
      },
      turnAway: () => {
        turnedAway.add(request)
        reply.hijack()
        refuse(raw, reply.raw, requestClass)
      },
    }
    classes.placesOf(requestClass).enter(queued)
  }

  function leave(request: FastifyRequest) {
    const known = admitted.get(request)
    if (!known) return
    admitted.delete(request)
    classes.placesOf(known.requestClass).leave(known)
  }

  /** Answers requests past their deadline and frees their places. */
  function sweep() {
    const now = performance.now()
    for (const { request, reply, requestClass, beganAt } of admitted.values()) {
      if (reply.raw.writableEnded) leave(request)
      const { deadlineMs } = REQUEST_CLASSES[requestClass]
      if (deadlineMs === undefined || now - beganAt < deadlineMs || reply.sent) continue
      classes.noteTooLate(requestClass)
      leave(request)
      answerLate(request, reply)
    }
  }

  function answerLate(request: FastifyRequest, reply: FastifyReply) {
    const { raw } = request
    reply.hijack()
    // Discards whatever the handler still produces.
    reply.send = () => reply
    // The framework would log a stack trace for each failure: with a slow database, for every request.
    reply.log = Object.assign(Object.create(reply.log), {
      error: ({ err }: { err: unknown }) => noteLateFailure(err, request),
    })
    refusals.send(raw, reply.raw, { page: pageFor(raw), isLate: true })
  }

  function addTo(server: Http) {
    http = server
    server.decorate('busyPage', undefined)
    server.decorate('isSessionOpen', undefined)
    server.decorate('findSessionOwner', undefined)
    server.decorate('admission', classes.count)
    server.addHook('onReady', (done) => {
      classes.useRoutes(server.routeTable)
      done()
    })
    const sweeping = setInterval(sweep, SWEEP_MS).unref()
    const unwatch = classes.watch()
    server.addHook('onClose', (_instance, done) => {
      unwatch()
      clearInterval(sweeping)
      loop.stop()
      done()
    })
    server.addHook('onRequest', (request, reply, done) => {
      if (isFromOutside(request)) enter(request, reply, done)
      else done()
    })
    // A request does not need its place while its body arrives.
    server.addHook('preParsing', (request, _reply, _body, done) => {
      if (hasBody(request)) leave(request)
      done()
    })
    server.addHook('preValidation', (request, reply, done) => {
      if (isFromOutside(request) && hasBody(request)) enter(request, reply, done)
      else done()
    })
    // The answer is made: a slow reader must not hold the place. A request whose client has gone holds it
    // until here too.
    server.addHook('onSend', (request, _reply, _payload, done) => {
      leave(request)
      done()
    })
  }

  return { guard, addTo, isTurnedAway: (request) => turnedAway.has(request) }
}

/** The class of a route: declared, or derived from its access. */
export function classOfRoute(
  route: Parameters<typeof classByAccess>[0],
  said: RouteClass | undefined,
): RouteClass {
  return said ?? classByAccess(route)
}

type Done = (error?: Error) => void

/** False for calls that the server makes to itself while it renders a page. */
export function isFromOutside({ raw }: FastifyRequest): boolean {
  return raw instanceof IncomingMessage
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}
