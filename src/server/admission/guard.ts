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
 * Whether a cached answer was sent. `due`: none was, and this request regenerates it for all others, so it
 * should be the last to be turned away.
 */
export type CacheOutcome = 'sent' | 'due' | 'nothing'

/**
 * The owner of a session, read from the database now: the viewer classes they belong to, for calls and for pages.
 * Everybody of a class may see the same.
 */
export type SessionOwner = { classes: readonly string[] }

/**
 * Undefined when nothing is cached at this address for signed-in people. Otherwise a function to call once the
 * owner of the session is known: it sends their cached answer, or returns false and sends nothing.
 */
export type CachedForOwner = (
  raw: IncomingMessage,
) => ((owner: SessionOwner | undefined, response: ServerResponse) => Promise<boolean>) | undefined

/** Parts of the server that exist only once it is built. */
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
  /** Sends the cached answer to a request, which costs no more than refusing it. */
  sendCached: (raw: IncomingMessage, response: ServerResponse) => CacheOutcome
  /** The same for signed-in people, once their identity is known. */
  cachedForOwner: CachedForOwner
  server: () => Server | undefined
}

/**
 * Admits or refuses every request from outside before the framework sees it: the framework's router and hooks cost
 * more than a refusal.
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

  /** Whether there is memory for this body. Does not apply to requests with a session cookie. */
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

  /** How to send a cached answer to a signed-in person, once their identity is known. */
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
      // Whether a page is cached is known only later.
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

    // Queued requests survive into the old generation of the heap, so queue them only while others need priority.
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

  /** Sends the cached answer of the owner's class, or passes the request on to the framework. */
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
      // They may have hit a rate limit: the framework answers that.
      const isSent = asked && (await sendTo(asked.owner, response).catch(() => false))
      places.leave(queued)
      if (isSent || raw.socket.destroyed) return
      // The framework has a page that explains the failure. Do not retry when the look-up took long.
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

/** Classes whose answers may be cached. */
const OF_OWNERS: readonly RequestClass[] = ['memberCall', 'memberPage', 'door']

/** Whether the answer is a page that a person sees. */
function isPage({ url, headers }: IncomingMessage): boolean {
  return (
    !isCallAddress(url) &&
    headers['sec-fetch-dest'] !== 'image' &&
    headers['sec-fetch-dest'] !== 'script'
  )
}
