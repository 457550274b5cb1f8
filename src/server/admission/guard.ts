import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#app/server/config/config.ts'
import { clientAddress, networkOf } from '#app/server/network.ts'
import { whileAt } from '#app/server/under-way.ts'
import { type AdmittedClasses, isCallAddress } from './admitted-classes.ts'
import type { QueuedRequest } from './concurrency-limit.ts'
import type { LoopDelay } from './loop-delay.ts'
import { createLowPriorityQueue } from './low-priority-queue.ts'
import type { createRefusals, PreparedPage } from './refusals.ts'
import {
  comesBehind,
  comesFirst,
  isShed,
  LARGE_BODIES,
  LONGEST_WAIT_MS,
  type Pressure,
  type RequestClass,
  SHORT_MS,
} from './request-classes.rules.ts'

/**
 * Whether what is cached for a request was sent. `due`: nothing was, and this is the one who makes it anew
 * for all others, so that whoever is turned away, it should not be this one.
 */
export type CacheOutcome = 'sent' | 'due' | 'nothing'

/**
 * Who has a session, as stored rows have it at this moment: of which classes they are, for calls and for pages. What
 * a class of them may see is the same for all of it.
 */
export type SessionOwner = { classes: readonly string[] }

/**
 * Undefined where nothing of this address is cached for people with a session. Else what is to be called once
 * it is known whose session it is: it sends what is cached for them, or answers false and sends nothing.
 */
export type CachedForOwner = (
  raw: IncomingMessage,
) => ((owner: SessionOwner | undefined, response: ServerResponse) => Promise<boolean>) | undefined

/** Of the server, what is known of it only once it is made. */
type Server = {
  log: FastifyBaseLogger
  busyPage: PreparedPage | undefined
  findSessionOwner: ((token: string) => Promise<SessionOwner | undefined>) | undefined
}

type Incoming = {
  raw: IncomingMessage
  response: ServerResponse<IncomingMessage> & { req: IncomingMessage }
}

type OwnersRequest = Incoming & {
  requestClass: RequestClass
  sendTo: NonNullable<ReturnType<CachedForOwner>>
  handle: RequestListener
}

type Options = {
  config: Config
  loop: LoopDelay
  classes: AdmittedClasses
  refusals: ReturnType<typeof createRefusals>
  /** Sends what is cached for a request, which costs no more than to refuse it. */
  sendCached: (raw: IncomingMessage, response: ServerResponse) => CacheOutcome
  /** The same for whoever has a session, once it is known who they are. */
  cachedForOwner: CachedForOwner
  server: () => Server | undefined
}

/**
 * What every request from outside goes through before the framework: its router, its hooks and all they read
 * cost more than a refusal.
 */
export function createGuard({
  config,
  loop,
  classes,
  refusals,
  sendCached,
  cachedForOwner,
  server,
}: Options) {
  const arriving = new Map<IncomingMessage, string>()

  function refuse(
    raw: IncomingMessage,
    response: ServerResponse,
    requestClass: RequestClass,
    isLate = false,
  ) {
    classes.noteTurnedAway(requestClass, { isLate, log: server()?.log })
    refusals.send(raw, response, { page: pageFor(raw) })
  }

  function pageFor(raw: IncomingMessage): PreparedPage | undefined {
    return isPage(raw) ? server()?.busyPage : undefined
  }

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

  /** How to send what lies ready for whoever has a session, once it is known who they are. */
  function readyFor(raw: IncomingMessage, requestClass: RequestClass) {
    return OF_OWNERS.includes(requestClass) && server()?.findSessionOwner
      ? cachedForOwner(raw)
      : undefined
  }

  function guard(handle: RequestListener): RequestListener {
    const letIn = ({ raw, response }: Incoming, pressure: Pressure) => {
      const outcome = sendCached(raw, response)
      if (outcome === 'sent') return
      const { route, requestClass: usual } = classes.classify(raw)
      if (usual === undefined) return handle(raw, response)
      const sendTo = readyFor(raw, usual)
      const requestClass = sendTo && usual !== 'door' ? 'memberReady' : usual
      if (comesFirst(requestClass)) firstCameAt = performance.now()
      if (outcome !== 'due' && isShed(requestClass, pressure, classes.howInsidersFare)) {
        return refuse(raw, response, requestClass, true)
      }
      // A page may be kept, which is seen only later.
      const isEarly = route !== 'page'
      const places = classes.placesOf(requestClass)
      if (isEarly && places.isFull({ holder: classes.holderOf(raw, requestClass) })) {
        return refuse(raw, response, requestClass)
      }
      if (requestClass === 'webhook' && !mayArrive(raw)) return refuse(raw, response, requestClass)
      if (sendTo) return sendToOwner({ raw, response, requestClass, sendTo, handle })
      handle(raw, response)
    }

    const lowPriority = createLowPriorityQueue<Incoming>({
      loop,
      isGone: ({ raw }) => raw.socket.destroyed,
      letIn,
    })

    // What waits in memory costs twice, for it is old when it is thrown away: only for somebody's sake.
    let firstCameAt = Number.NEGATIVE_INFINITY
    const isForSomebody = () => performance.now() - firstCameAt < SHORT_MS

    return (raw, response) => {
      loop.count()
      const pressure = loop.now()
      const incoming = { raw, response }
      const isQueued =
        isForSomebody() &&
        lowPriority.isNeeded(pressure) &&
        comesBehind(classes.classify(raw).requestClass)
      if (isQueued) lowPriority.enter(incoming)
      else letIn(incoming, pressure)
    }
  }

  /** Whoever is of a class of which the answer is cached is sent it; the framework sees to all others. */
  function sendToOwner({ raw, response, requestClass, sendTo, handle }: OwnersRequest) {
    const places = classes.placesOf(requestClass)
    const token = classes.sessionTokenOf(raw)
    const work = async () => {
      const beganAt = performance.now()
      const asked = await server()
        ?.findSessionOwner?.(token)
        .then(
          (owner) => ({ owner }),
          () => undefined,
        )
      // They may have read too much: the framework says so.
      const isSent = asked && (await sendTo(asked.owner, response).catch(() => false))
      places.leave(queued)
      if (isSent || raw.socket.destroyed) return
      // It has a page that says what is the matter. What took long is not asked for again.
      const mayAskAgain = isPage(raw) && performance.now() - beganAt < LONGEST_WAIT_MS
      if (asked || mayAskAgain) handle(raw, response)
      else refusals.send(raw, response, { page: pageFor(raw), isLate: true })
    }
    const queued: QueuedRequest = {
      holder: classes.holderOf(raw, requestClass),
      isGone: () => raw.socket.destroyed,
      begin: () => void whileAt({ share: 'reading' }, work),
      turnAway: () => refuse(raw, response, requestClass),
    }
    places.enter(queued)
  }

  return { guard, refuse, pageFor }
}

/** Those of whom something may lie ready. */
const OF_OWNERS: readonly RequestClass[] = ['memberCall', 'memberPage', 'door']

/** Whether a person looks at the answer. */
function isPage({ url, headers }: IncomingMessage): boolean {
  return (
    !isCallAddress(url) &&
    headers['sec-fetch-dest'] !== 'image' &&
    headers['sec-fetch-dest'] !== 'script'
  )
}
