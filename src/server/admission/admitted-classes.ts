import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#app/server/config/config.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { clientAddress, networkOf } from '#app/server/network.ts'
import { counter, gauge } from '#app/server/observability/instruments.ts'
import { createClassFinder } from './class-finder.rules.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { insidersOf } from './insiders.ts'
import {
  BY_SESSION,
  CLASS_NAMES,
  type Crowding,
  classOf,
  OF_INSIDERS,
  REQUEST_CLASSES,
  type RequestClass,
  type RouteClass,
  type Whereabouts,
} from './request-classes.rules.ts'

export type AdmissionCounts = {
  begun: number
  waiting: number
  turnedAway: number
  tooLate: number
}

type Class = { places: ConcurrencyLimit; turnedAway: number; tooLate: number }

export type AdmittedClasses = ReturnType<typeof createAdmittedClasses>

type Options = {
  config: Config
  /** Names of the session cookies of the site and of the back office. */
  cookies: { session: string; admin: string }
}

/** Classifies requests, attributes them to a session or network, and counts the outcome of each class. */
export function createAdmittedClasses({ config, cookies }: Options) {
  const insiders = insidersOf(config)
  const classes = Object.fromEntries(
    CLASS_NAMES.map((name) => [
      name,
      { places: createConcurrencyLimit(REQUEST_CLASSES[name]), turnedAway: 0, tooLate: 0 },
    ]),
  ) as Record<RequestClass, Class>
  const tokenOf = { session: tokenFinder(cookies.session), admin: tokenFinder(cookies.admin) }
  let find: ReturnType<typeof createClassFinder> = () => undefined
  let insidersFullAt = Number.NEGATIVE_INFINITY

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

  function count(): Record<RequestClass, AdmissionCounts> {
    const counts = CLASS_NAMES.map((name) => {
      const { places, turnedAway, tooLate } = classes[name]
      return [name, { ...places.count(), turnedAway, tooLate }]
    })
    return Object.fromEntries(counts) as Record<RequestClass, AdmissionCounts>
  }

  return {
    tokenHashOf,
    /** The session token as sent, not verified. */
    sessionTokenOf: (raw: IncomingMessage) => tokenOf.session(raw.headers.cookie ?? '') ?? '',

    /** Call once all routes are registered. */
    useRoutes: (routes: Parameters<typeof createClassFinder>[0]) => {
      find = createClassFinder(routes)
    },

    ofRoute: (raw: IncomingMessage, route: Exclude<RouteClass, 'none'>) =>
      classOf(route, whereIs(raw, route)),

    classify: (raw: IncomingMessage): { route: RouteClass; requestClass?: RequestClass } => {
      const route =
        find(raw.method ?? 'GET', raw.url ?? '/') ?? (isCallAddress(raw.url) ? 'call' : 'page')
      return route === 'none'
        ? { route }
        : { route, requestClass: classOf(route, whereIs(raw, route)) }
    },

    /** A session that is inside has a share of its own; everybody else shares that of their network. */
    holderOf: (raw: IncomingMessage, requestClass: RequestClass): (() => string) => {
      let known: string | undefined
      return () => {
        known ??= BY_SESSION.includes(requestClass)
          ? (tokenOf[requestClass === 'backOffice' ? 'admin' : 'session'](
              raw.headers.cookie ?? '',
            ) ?? '')
          : networkOf(clientAddress(raw, config.http.trustedProxies))
        return known
      }
    },

    placesOf: (requestClass: RequestClass) => classes[requestClass].places,

    howInsidersFare: (): Crowding => ({
      waitMs: Math.max(...OF_INSIDERS.map((name) => classes[name].places.standingMs())),
      sinceFullMs: performance.now() - insidersFullAt,
    }),

    noteTurnedAway: (
      requestClass: RequestClass,
      { isLate, log }: { isLate: boolean; log: FastifyBaseLogger | undefined },
    ) => {
      // A holder at its own limit does not mean that the class is short of places.
      const isShort = isLate || classes[requestClass].places.isCrowded()
      if (OF_INSIDERS.includes(requestClass) && isShort) insidersFullAt = performance.now()
      classes[requestClass].turnedAway += 1
      shed.add({ class: requestClass })
      if (log) warnOfTurnedAway({ log, now: () => new Date() }, { requestClass })
    },

    noteTooLate: (requestClass: RequestClass) => {
      classes[requestClass].tooLate += 1
      late.add({ class: requestClass })
    },

    count,

    /** Registers the gauges; returns how to unregister them. */
    watch: () =>
      inHand.watch(() =>
        Object.entries(count()).flatMap(([name, { begun, waiting }]) => [
          { labels: { class: name as RequestClass, state: 'begun' as const }, value: begun },
          { labels: { class: name as RequestClass, state: 'waiting' as const }, value: waiting },
        ]),
      ),
  }
}

export function isCallAddress(url = ''): boolean {
  return url.startsWith('/api/')
}

/** Finds the token in the cookie of this name without parsing the others. */
function tokenFinder(name: string): (cookies: string) => string | undefined {
  const pattern = new RegExp(`(?:^|;\\s*)${name}="?([\\w-]{43})"?(?:;|$)`)
  return (cookies) => pattern.exec(cookies)?.[1]
}

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

const warnOfTurnedAway = logSometimes('turned away: too much to do', 'warn')
