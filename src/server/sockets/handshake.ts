import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import pLimit from 'p-limit'
import { type WebSocket, WebSocketServer } from 'ws'
import { workersTogether } from '#app/server/cluster/orders.ts'
import type { AppContext } from '#app/server/context.ts'
import { answerOnSocket } from '#app/server/http/errors.ts'
import { securityHeaders } from '#app/server/http/headers.ts'
import { type Http, pathOf } from '#app/server/http/http.ts'
import { clientAddress, networkOf } from '#app/server/network.ts'
import { crossSite, Problem, tooManyRequests, unavailable } from '#app/server/problem.ts'
import {
  ASKING_AT_ONCE,
  LONGEST_GOODBYE_MS,
  LONGEST_HANDSHAKE_MS,
  LONGEST_MESSAGE_BYTES,
  MOST_BUFFERED_CHUNKS,
  MOST_FRAGMENTS,
  MOST_SOCKETS,
  MOST_WAITING,
  PING_EVERY_MS,
  shareOfSockets,
} from './sockets.rules.ts'

type Cookies = { cookies: Record<string, string | undefined> }
/** Who opens the socket, and the session that authenticates them. */
type Identity = { owner: string; ticket: string }
export type Identify = (request: Cookies) => Promise<Identity | undefined>

type Door = {
  /** URL path of the socket. */
  path: string
  identify: Identify
  mayEnter: () => boolean
  /** `identity` is undefined for somebody who may not listen, and has to be told so. */
  onOpen: (socket: WebSocket, identity: Identity | undefined) => void
}

/** No compression: it would take more memory than everything else of a connection. */
const FRAMES = {
  perMessageDeflate: false,
  maxPayload: LONGEST_MESSAGE_BYTES,
  maxFragments: MOST_FRAGMENTS,
  maxBufferedChunks: MOST_BUFFERED_CHUNKS,
  closeTimeout: LONGEST_GOODBYE_MS,
}
const CROWDED = 'Too many people are connecting right now.'
const BUSY = `${CROWDED} Please try again in a moment.`

/**
 * Accepts WebSocket handshakes at one path. Identity comes from cookies only, never from the URL; `Origin` must be ours,
 * so that another site's page cannot open a socket with its visitor's cookies.
 */
export function acceptSockets(http: Http, ctx: AppContext, door: Door) {
  const { config } = ctx
  const headers = securityHeaders(config)
  const most = shareOfSockets(workersTogether(config))
  const server = new WebSocketServer({ noServer: true, clientTracking: false, ...FRAMES })
  const slot = pLimit(ASKING_AT_ONCE)
  const open = new Map<string, number>()
  const handshakes = new Map<string, number>()
  let total = 0

  http.socketPaths.add(door.path)
  http.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Another handler's path; requests for unknown paths are never upgraded.
    if (pathOf(request) !== door.path) return
    // Nobody else handles errors until the handshake is done, and an unhandled one ends the process.
    socket.on('error', () => socket.destroy())
    void enter(request, socket, head).catch((error: unknown) => refuse(socket, error))
  })

  async function enter(request: IncomingMessage, socket: Duplex, head: Buffer) {
    if (request.headers.origin !== config.http.publicUrl) {
      throw crossSite()
    }
    const network = networkOf(clientAddress(request, config.http.trustedProxies))
    takePlace(network, socket)
    request.socket.setTimeout(LONGEST_HANDSHAKE_MS, () => socket.destroy())
    const cookies = http.parseCookie(request.headers.cookie ?? '')
    const identity = await slot(async () => {
      if (!socket.destroyed) return door.identify({ cookies })
    })
    // The process may have started to stop in the meantime.
    if (!door.mayEnter()) throw unavailable(BUSY, 5)
    server.handleUpgrade(request, socket, head, (opened) => {
      // The library closes a broken connection; nothing else to do.
      opened.on('error', () => {})
      door.onOpen(opened, identity)
    })
  }

  /** Counts a connection from the start, and releases it when it closes, for whatever reason. */
  function takePlace(network: string, socket: Duplex) {
    const tries = (handshakes.get(network) ?? 0) + 1
    handshakes.set(network, tries)
    const others = open.get(network) ?? 0
    if (tries > most.handshakes || others >= most.perNetwork) {
      throw tooManyRequests(CROWDED, PING_EVERY_MS / 1000)
    }
    if (!door.mayEnter() || total >= MOST_SOCKETS || slot.pendingCount >= MOST_WAITING) {
      throw unavailable(BUSY, 5)
    }
    open.set(network, others + 1)
    total += 1
    socket.once('close', () => {
      total -= 1
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  }

  function refuse(socket: Duplex, error: unknown) {
    if (!(error instanceof Problem)) ctx.log.error({ err: error, route: door.path }, 'bug')
    const problem = error instanceof Problem ? error : unavailable(BUSY, 5)
    socket.once('finish', () => socket.destroy())
    answerOnSocket(socket, problem, headers)
  }

  return { forgetHandshakes: () => handshakes.clear() }
}
