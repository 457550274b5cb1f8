import { hash } from 'node:crypto'
import { IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#app/server/config/config.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { clientAddress, networkOf } from '#app/server/network.ts'
import { counter, gauge } from '#app/server/observability/instruments.ts'
import { whileAt } from '#app/server/under-way.ts'
import { createBehind } from './behind.ts'
import { createClassFinder } from './class-finder.rules.ts'
import { insidersOf } from './insiders.ts'
import { type LoopDelay, watchLoopDelay } from './loop-delay.ts'
import { createPlaces, type Guest, type Places } from './places.ts'
import { createRefusals, type PreparedPage } from './refusals.ts'
import {
  BY_SESSION,
  CLASS_NAMES,
  type Crowding,
  classByAccess,
  classOf,
  comesBehind,
  comesFirst,
  isShed,
  LARGE_BODIES,
  OF_INSIDERS,
  type Pressure,
  REQUEST_CLASSES,
  type RequestClass,
  type RouteClass,
  SHORT_MS,
  type Whereabouts,
} from './request-classes.rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What it is when there is too much to do; unsaid, its access decides. */
    requestClass?: RouteClass
    /** True for what costs next to nothing, whoever asks: it needs no place. */
    isAtHand?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    /** What is shown to whoever is turned away from a page; without it they get what calls get. */
    busyPage: PreparedPage | undefined
    /** Whether the session with this hash of its token is open; from then on it is inside. */
    isSessionOpen: ((tokenHash: string) => Promise<boolean>) | undefined
    /** Who has this token of a session, as stored rows have it now. */
    whoHas: ((token: string) => Promise<Somebody | undefined>) | undefined
    /** What is in the making and was turned away, by class. */
    admission: () => Record<RequestClass, Figures>
  }
}

export type Figures = { begun: number; waiting: number; turnedAway: number; tooLate: number }

type Class = Figures & { places: Places }
/** One that has been begun, or waits for it. */
type Ticket = Guest & {
  requestClass: RequestClass
  request: FastifyRequest
  reply: FastifyReply
  beganAt: number
}

type Come = {
  raw: IncomingMessage
  response: ServerResponse<IncomingMessage> & { req: IncomingMessage }
}

type Asking = Come & {
  requestClass: RequestClass
  sendTo: NonNullable<ReturnType<ReadyForSomebody>>
  handle: RequestListener
}

const SWEEP_MS = 500

export type Admission = {
  /** What every request from outside goes through, before the framework sees it. */
  guard: (handle: RequestListener) => RequestListener
  /** Adds the places; before anything that reads cookies. */
  addTo: (http: Http) => void
  isTurnedAway: (request: FastifyRequest) => boolean
}

type Http = Pick<
  FastifyInstance,
  'addHook' | 'decorate' | 'log' | 'busyPage' | 'isSessionOpen' | 'whoHas' | 'routeTable' | 'server'
>

/**
 * Whether what lies ready for a request was sent. `due`: nothing was, and this is the one who makes it anew
 * for all others, so that whoever is turned away, it should not be this one.
 */
export type ReadyOutcome = 'sent' | 'due' | 'nothing'

/** Somebody who is signed in, as stored rows have it at this moment. What a class of them may see is the same for all of it. */
export type Somebody = { class: string; userId?: string | undefined }

/** Undefined where nothing lies ready for anybody with a session; what is called then answers false where it sent nothing. */
export type ReadyForSomebody = (
  raw: IncomingMessage,
) => ((who: Somebody | undefined, response: ServerResponse) => Promise<boolean>) | undefined

type Options = {
  config: Config
  /** Sent with every answer. */
  headers: Record<string, string>
  nextId: (raw: IncomingMessage) => string
  /** The cookies that say somebody has a session, here and in the back office. */
  cookies: { session: string; admin: string }
  loop?: LoopDelay
  /** Sends what lies ready for a request, which costs no more than to refuse it. */
  sendReady?: (raw: IncomingMessage, response: ServerResponse) => ReadyOutcome
  /** The same for whoever has a session, once it is known who they are. */
  readyForSomebody?: ReadyForSomebody
}

/**
 * Bounds what is in the making at once, by class, and sheds by class when the event loop is late. What
 * the server asks of itself, for a page, belongs to that page. Of those who were turned away there is
 * one warning a minute, not a line each.
 */
export function createAdmission({
  config,
  headers,
  nextId,
  cookies,
  loop = watchLoopDelay(),
  sendReady = () => 'nothing',
  readyForSomebody = () => undefined,
}: Options): Admission {
  const insiders = insidersOf(config)
  const refusals = createRefusals(headers, nextId)
  const tickets = new Map<FastifyRequest, Ticket>()
  const turnedAway = new WeakSet<FastifyRequest>()
  const classes = Object.fromEntries(
    CLASS_NAMES.map((name) => [
      name,
      {
        places: createPlaces(REQUEST_CLASSES[name]),
        begun: 0,
        waiting: 0,
        turnedAway: 0,
        tooLate: 0,
      },
    ]),
  ) as Record<RequestClass, Class>
  const tokenOf = { session: tokenFinder(cookies.session), admin: tokenFinder(cookies.admin) }
  let find: ReturnType<typeof createClassFinder> = () => undefined
  let http: Http | undefined

  function tokenHashOf(
    { headers: { cookie } }: IncomingMessage,
    route: RouteClass,
  ): string | undefined {
    if (cookie === undefined) return
    const token = tokenOf[route === 'backOffice' ? 'admin' : 'session'](cookie)
    return token && hash('sha256', token, 'base64url')
  }

  function whereIs(raw: IncomingMessage, route: RouteClass): Whereabouts {
    const tokenHash = tokenHashOf(raw, route)
    if (tokenHash === undefined) return 'outside'
    return insiders.has(tokenHash) ? 'inside' : 'atTheDoor'
  }

  /** A session that is inside has a share of its own; everybody else is their network's. */
  function holderOf(raw: IncomingMessage, requestClass: RequestClass): () => string {
    let known: string | undefined
    return () => {
      known ??= BY_SESSION.includes(requestClass)
        ? (tokenOf[requestClass === 'backOffice' ? 'admin' : 'session'](raw.headers.cookie ?? '') ??
          '')
        : networkOf(clientAddress(raw, config.http.trustedProxies))
      return known
    }
  }

  let insidersFullAt = Number.NEGATIVE_INFINITY
  const howInsidersFare = (): Crowding => ({
    waitMs: Math.max(...OF_INSIDERS.map((name) => classes[name].places.standingMs())),
    sinceFullMs: performance.now() - insidersFullAt,
  })

  function note(requestClass: RequestClass, isLate: boolean) {
    // One who has their share of the places has taken nobody's.
    const isShort = isLate || classes[requestClass].places.isCrowded()
    if (OF_INSIDERS.includes(requestClass) && isShort) insidersFullAt = performance.now()
    classes[requestClass].turnedAway += 1
    shed.add({ class: requestClass })
    if (http) noteTurnedAway({ log: http.log, now: () => new Date() }, { requestClass })
  }

  /** Before the framework: its router, its hooks and all they read cost more than the refusal. */
  function refuse(
    raw: IncomingMessage,
    response: ServerResponse,
    requestClass: RequestClass,
    isLate = false,
  ) {
    note(requestClass, isLate)
    refusals.send(raw, response, { page: pageFor(raw) })
  }

  function pageFor(raw: IncomingMessage): PreparedPage | undefined {
    return isPage(raw) ? http?.busyPage : undefined
  }

  const arriving = new Map<IncomingMessage, string>()

  /** Whether memory for this body is to be had. Those who are let in by their cookie are not meant. */
  function mayArrive(raw: IncomingMessage): boolean {
    const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
    if (encoding === undefined && Number(length ?? 0) < LARGE_BODIES.fromBytes) return true
    const network = networkOf(clientAddress(raw, config.http.trustedProxies))
    const theirs = [...arriving.values()].filter((each) => each === network).length
    if (arriving.size >= LARGE_BODIES.atOnce || theirs >= LARGE_BODIES.ofOneNetwork) return false
    arriving.set(raw, network)
    raw.once('end', () => arriving.delete(raw))
    raw.once('close', () => arriving.delete(raw))
    return true
  }

  function classify(raw: IncomingMessage): { route: RouteClass; requestClass?: RequestClass } {
    const route = find(raw.method ?? 'GET', raw.url ?? '/') ?? (isCall(raw.url) ? 'call' : 'page')
    return route === 'none'
      ? { route }
      : { route, requestClass: classOf(route, whereIs(raw, route)) }
  }

  function guard(handle: RequestListener): RequestListener {
    const letIn = ({ raw, response }: Come, pressure: Pressure) => {
      const found = sendReady(raw, response)
      if (found === 'sent') return
      const { route, requestClass } = classify(raw)
      if (requestClass === undefined) return handle(raw, response)
      if (comesFirst(requestClass)) firstCameAt = performance.now()
      if (found !== 'due' && isShed(requestClass, pressure, howInsidersFare)) {
        return refuse(raw, response, requestClass, true)
      }
      // A page may be kept, which is seen only later.
      const isEarly = route !== 'page'
      const { places } = classes[requestClass]
      if (isEarly && places.isFull({ holder: holderOf(raw, requestClass) })) {
        return refuse(raw, response, requestClass)
      }
      if (requestClass === 'webhook' && !mayArrive(raw)) return refuse(raw, response, requestClass)
      if (requestClass === 'memberCall' || requestClass === 'door') {
        const sendTo = readyForSomebody(raw)
        if (sendTo && http?.whoHas) {
          return askWho({ raw, response, requestClass, sendTo, handle })
        }
      }
      handle(raw, response)
    }

    const behind = createBehind<Come>({ loop, isGone: ({ raw }) => raw.socket.destroyed, letIn })

    // What waits in memory costs twice, for it is old when it is thrown away: only for somebody's sake.
    let firstCameAt = Number.NEGATIVE_INFINITY
    const isForSomebody = () => performance.now() - firstCameAt < SHORT_MS

    return (raw, response) => {
      loop.count()
      const pressure = loop.now()
      const come = { raw, response }
      const isBehind =
        isForSomebody() && behind.isFor(pressure) && comesBehind(classify(raw).requestClass)
      if (isBehind) behind.enter(come)
      else letIn(come, pressure)
    }
  }

  /** Whoever is of a class of which the answer lies ready is sent it; the framework sees to all others. */
  function askWho({ raw, response, requestClass, sendTo, handle }: Asking) {
    const { places } = classes[requestClass]
    const token = tokenOf.session(raw.headers.cookie ?? '') ?? ''
    const work = async () => {
      const asked = await http?.whoHas?.(token).then(
        (who) => ({ who }),
        () => undefined,
      )
      // They may have read too much: the framework says so.
      const isSent = asked && (await sendTo(asked.who, response).catch(() => false))
      places.leave(guest)
      if (isSent || raw.socket.destroyed) return
      if (asked) handle(raw, response)
      // Asked for again, it would be waited for twice.
      else refusals.send(raw, response, { page: undefined, isLate: true })
    }
    const guest: Guest = {
      holder: holderOf(raw, requestClass),
      isGone: () => raw.socket.destroyed,
      begin: () => void whileAt({ share: 'reading' }, work),
      turnAway: () => refuse(raw, response, requestClass),
    }
    places.enter(guest)
  }

  function enter(request: FastifyRequest, reply: FastifyReply, done: Done) {
    const { requestClass: route = 'page', isAtHand } = request.routeOptions.config ?? {}
    if (route === 'none' || isAtHand?.(request)) return done()
    const { raw } = request
    const requestClass = classOf(route, whereIs(raw, route))
    const isSessionOpen = requestClass === 'door' ? http?.isSessionOpen : undefined
    // Administrators are known by another cookie, and few.
    if (!isSessionOpen || route === 'backOffice') {
      return takePlace({ request, reply, requestClass, begin: done })
    }
    const lookWho = async () => {
      const tokenHash = tokenHashOf(raw, route) ?? ''
      // Where it cannot be told just now, whoever says it is nobody yet.
      const isOpen = await isSessionOpen(tokenHash).catch(() => false)
      // Given up on meanwhile.
      if (!tickets.has(request)) return
      leave(request)
      const found = classOf(route, isOpen ? 'inside' : 'outside')
      takePlace({ request, reply, requestClass: found, begin: done })
    }
    takePlace({ request, reply, requestClass, begin: () => void lookWho() })
  }

  function takePlace({
    begin,
    ...what
  }: Pick<Ticket, 'request' | 'reply' | 'requestClass' | 'begin'>) {
    const { request, reply, requestClass } = what
    const { raw } = request
    const ticket: Ticket = {
      ...what,
      beganAt: 0,
      holder: holderOf(raw, requestClass),
      isGone: () => raw.socket.destroyed,
      begin: () => {
        ticket.beganAt = performance.now()
        tickets.set(request, ticket)
        begin()
      },
      turnAway: () => {
        turnedAway.add(request)
        reply.hijack()
        refuse(raw, reply.raw, requestClass)
      },
    }
    classes[requestClass].places.enter(ticket)
  }

  function leave(request: FastifyRequest) {
    const ticket = tickets.get(request)
    if (!ticket) return
    tickets.delete(request)
    classes[ticket.requestClass].places.leave(ticket)
  }

  /** What takes too long is answered; it is given up on, and its place is somebody else's. */
  function sweep() {
    const now = performance.now()
    for (const { request, reply, requestClass, beganAt } of tickets.values()) {
      if (reply.raw.writableEnded) leave(request)
      const { deadlineMs } = REQUEST_CLASSES[requestClass]
      if (deadlineMs === undefined || now - beganAt < deadlineMs || reply.sent) continue
      classes[requestClass].tooLate += 1
      late.add({ class: requestClass })
      leave(request)
      answerLate(request, reply)
    }
  }

  function answerLate({ raw }: FastifyRequest, reply: FastifyReply) {
    reply.hijack()
    // What its handler still comes to is nobody's any more.
    reply.send = () => reply
    refusals.send(raw, reply.raw, { page: pageFor(raw), isLate: true })
  }

  function addTo(server: Http) {
    http = server
    server.decorate('busyPage', undefined)
    server.decorate('isSessionOpen', undefined)
    server.decorate('whoHas', undefined)
    server.decorate('admission', () => {
      const figures = CLASS_NAMES.map((name) => {
        const { places, turnedAway, tooLate } = classes[name]
        return [name, { ...places.count(), turnedAway, tooLate }]
      })
      return Object.fromEntries(figures) as Record<RequestClass, Figures>
    })
    server.addHook('onReady', (done) => {
      find = createClassFinder(server.routeTable)
      done()
    })
    const sweeping = setInterval(sweep, SWEEP_MS).unref()
    const unwatch = inHand.watch(() =>
      CLASS_NAMES.flatMap((name) => {
        const { begun, waiting } = classes[name].places.count()
        return [
          { labels: { class: name, state: 'begun' as const }, value: begun },
          { labels: { class: name, state: 'waiting' as const }, value: waiting },
        ]
      }),
    )
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
    // While its body arrives it would hold a place and need none.
    server.addHook('preParsing', (request, _reply, _body, done) => {
      if (hasBody(request)) leave(request)
      done()
    })
    server.addHook('preValidation', (request, reply, done) => {
      if (isFromOutside(request) && hasBody(request)) enter(request, reply, done)
      else done()
    })
    // It is made, and that it takes long to be fetched keeps nobody else waiting. One whose client has
    // gone is still being made until here.
    server.addHook('onSend', (request, _reply, _payload, done) => {
      leave(request)
      done()
    })
  }

  return { guard, addTo, isTurnedAway: (request) => turnedAway.has(request) }
}

/** What a route is, by what it says or its access. */
export function classOfRoute(
  route: Parameters<typeof classByAccess>[0],
  said: RouteClass | undefined,
): RouteClass {
  return said ?? classByAccess(route)
}

type Done = (error?: Error) => void

const shed = counter(
  'nouveau_http_shed_total',
  'Requests that were turned away unheard, by class',
  { class: CLASS_NAMES },
)
const late = counter(
  'nouveau_http_given_up_total',
  'Requests that were answered with 503 because their work took too long, by class',
  { class: CLASS_NAMES },
)
const inHand = gauge(
  'nouveau_http_in_hand',
  'Requests that are in the making, or wait for a place',
  {
    class: CLASS_NAMES,
    state: ['begun', 'waiting'],
  },
)

const noteTurnedAway = logSometimes('turned away: too much to do', 'warn')

function isFromOutside({ raw }: FastifyRequest): boolean {
  return raw instanceof IncomingMessage
}

function hasBody({ raw: { headers } }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined
}

function isCall(url = ''): boolean {
  return url.startsWith('/api/')
}

/** Whether a person looks at the answer. */
function isPage({ url, headers }: IncomingMessage): boolean {
  return (
    !isCall(url) && headers['sec-fetch-dest'] !== 'image' && headers['sec-fetch-dest'] !== 'script'
  )
}

/** The token in a cookie of this name, without reading the others. */
function tokenFinder(name: string): (cookies: string) => string | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${name}="?([\\w-]{43})"?(?:;|$)`)
  return (cookies) => pattern.exec(cookies)?.[1]
}
