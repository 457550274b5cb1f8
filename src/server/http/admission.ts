import { AsyncResource } from 'node:async_hooks'
import { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { counter, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { unavailable } from '#app/server/problem.ts'
import { isCall } from './guards.ts'
import {
  comeBackSeconds,
  LONGEST_WAIT_MS,
  type Places,
  REQUEST_CLASSES,
  type RequestClass,
} from './request-classes.rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    requestClass?: RequestClass
    /** True for what costs next to nothing, whoever asks: it needs no place. */
    isAtHand?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    /** Answers, ready made, who is turned away from a page; without it they get what calls get. */
    sendBusyPage: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined
  }
}

/**
 * Bounds what is in the making at once, by class. Add before anything that reads cookies. What the
 * server asks of itself, for a page, belongs to that page. Answers who was turned away: of them there is
 * one warning a minute, not a line each.
 */
export function admitByClass(
  http: Pick<FastifyInstance, 'addHook' | 'decorate' | 'log' | 'sendBusyPage'>,
): (request: FastifyRequest) => boolean {
  const line = { log: http.log, now: () => new Date() }
  const queues = Object.entries(REQUEST_CLASSES).map(
    ([name, places]) => [name, createQueue(places)] as const,
  )
  const byClass = Object.fromEntries(queues) as Record<RequestClass, Queue>
  const inside = new WeakMap<FastifyRequest, Queue>()
  const turnedAway = new WeakSet<FastifyRequest>()
  http.decorate('sendBusyPage', undefined)

  http.addHook('onRequest', (request, reply, done) => {
    const queue = queueOf(request)
    if (!queue) return done()
    // While its form arrives it would hold a place and need none.
    if (request.method === 'POST') return queue.isFull() ? turnAway(request, reply, done) : done()
    enter(queue, request, reply, done)
  })
  http.addHook('preValidation', (request, reply, done) => {
    const queue = request.method === 'POST' ? queueOf(request) : undefined
    if (!queue) return done()
    enter(queue, request, reply, done)
  })
  // It is made, and that it takes long to be fetched keeps nobody else waiting. One whose client has gone
  // is still being made until here.
  http.addHook('onSend', (request, _reply, _payload, done) => {
    inside.get(request)?.leave()
    inside.delete(request)
    done()
  })
  return (request) => turnedAway.has(request)

  function queueOf(request: FastifyRequest): Queue | undefined {
    if (!(request.raw instanceof IncomingMessage)) return
    const { requestClass = isMissingPage(request) ? 'page' : undefined, isAtHand } =
      request.routeOptions.config ?? {}
    if (!requestClass || isAtHand?.(request)) return
    return byClass[requestClass]
  }

  function enter(queue: Queue, request: FastifyRequest, reply: FastifyReply, done: Done) {
    queue.enter({
      isGone: () => request.raw.socket.destroyed,
      begin: () => {
        inside.set(request, queue)
        done()
      },
      turnAway: () => turnAway(request, reply, done),
    })
  }

  function turnAway(request: FastifyRequest, reply: FastifyReply, done: Done) {
    const { requestClass = 'page' } = request.routeOptions.config ?? {}
    turnedAway.add(request)
    shed.add({ class: requestClass })
    noteTurnedAway(line, { requestClass })
    const seconds = comeBackSeconds(Math.random())
    if (!http.sendBusyPage) return done(unavailable(BUSY, seconds))
    reply.code(503).header('retry-after', String(seconds))
    http.sendBusyPage(request, reply)
  }
}

function isMissingPage(request: FastifyRequest): boolean {
  return request.is404 && !isCall(request)
}

const noteTurnedAway = logSometimes('turned away: too much to do', 'warn')

const shed = counter(
  'nouveau_http_shed_total',
  'Requests that were turned away unheard, by class',
  {
    class: OF_THE_CODE,
  },
)

const BUSY = 'Too many people are here right now. Please try again in a moment.'

type Done = (error?: Error) => void
type Guest = { isGone: () => boolean; begin: () => void; turnAway: () => void }
type Queue = ReturnType<typeof createQueue>

/** Whoever began leaves exactly once. */
function createQueue({ atOnce, waiting }: Places) {
  let taken = 0
  const guests = new Map<Guest, NodeJS.Timeout>()

  const isFull = () => {
    if (guests.size < waiting) return false
    for (const guest of guests.keys()) if (guest.isGone()) forget(guest)
    return guests.size >= waiting
  }

  function forget(guest: Guest) {
    clearTimeout(guests.get(guest))
    guests.delete(guest)
  }

  return {
    isFull,
    enter: (guest: Guest) => {
      if (taken < atOnce) {
        taken += 1
        guest.begin()
        return
      }
      if (isFull()) return guest.turnAway()
      // Whoever lets it in later is another request: it goes on as itself.
      const waiter = { ...guest, begin: AsyncResource.bind(guest.begin) }
      const tooLong = () => {
        forget(waiter)
        if (!waiter.isGone()) waiter.turnAway()
      }
      guests.set(waiter, setTimeout(tooLong, LONGEST_WAIT_MS))
    },
    leave: () => {
      for (const guest of guests.keys()) {
        forget(guest)
        // Nobody is there to read it.
        if (guest.isGone()) continue
        guest.begin()
        return
      }
      taken -= 1
    },
  }
}
