import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { networkOf } from '#app/server/network.ts'
import { counter, gauge, OF_THE_CODE } from '#app/server/observability/instruments.ts'

export type ConnectionLimits = {
  /** Unanswered requests on one connection; browsers and proxies do not pipeline. */
  unanswered: number
  /** Connections of this process; WebSockets of open pages may take 10,000 of them. */
  connections: number
  /** Connections from one network; undefined when all come from our own proxy. */
  perNetwork: number | undefined
  /** Idle limit, in both directions. */
  silenceMs: number
  /** Time for a client to read a whole answer, however slowly. */
  longestAnswerMs: number
}

export const CONNECTION_LIMITS = {
  unanswered: 8,
  connections: 12_000,
  silenceMs: 30_000,
  longestAnswerMs: 5 * 60_000,
} as const satisfies Partial<ConnectionLimits>

const connectionsOpen = gauge('nouveau_http_connections_open', 'Connections, sockets left out')
const connectionsCut = counter(
  'nouveau_http_connections_cut_total',
  'Connections that were closed on whoever had them, by reason',
  { reason: OF_THE_CODE },
)

/** How often answer times are checked. */
const SWEEP_MS = 15_000

const noteCut = logSometimes('a connection was closed', 'warn')

/** A connection with its unanswered requests; `sweeps` is how long they have waited, in {@link SWEEP_MS}. */
type Connection = {
  unanswered: number
  sweeps: number
  mayTakeLong: boolean
  /** The latest request; its body may still be arriving when it is answered. */
  last: IncomingMessage | undefined
  /** Call when an answer has been sent, or the client has gone. */
  answered: () => void
}

function newConnection(): Connection {
  const connection: Connection = {
    unanswered: 0,
    sweeps: 0,
    mayTakeLong: false,
    last: undefined,
    answered: () => {
      connection.unanswered -= 1
      if (connection.unanswered > 0) return
      connection.sweeps = 0
      connection.mayTakeLong = false
    },
  }
  return connection
}

export type Connections = {
  /** Creates the server whose connections are bounded. */
  serve: (handle: RequestListener) => Server
  /** Lifts the time limit of the answer in progress on this socket, until its next request. */
  allowLong: (socket: Socket) => void
  /** Closes connections without a request in progress, including those on which one is still arriving. */
  closeUnused: () => void
}

/**
 * Bounds what one connection, one network and all of them together may hold. WebSockets have limits of their own
 * (`server/sockets/`), and so do request bodies (`body-timeout.ts`).
 */
export function boundConnections(
  options: ServerOptions,
  limits: ConnectionLimits,
  log: Log,
): Connections {
  const open = new Map<Socket, Connection>()
  const networks = new Map<string, number>()
  const line = { log, now: () => new Date() }

  function cut(socket: Socket, reason: string) {
    noteCut(line, { reason })
    connectionsCut.add({ reason })
    socket.destroy()
  }

  function serve(handle: RequestListener): Server {
    const server = createServer(options, (request, response) => {
      const { socket } = request
      // Requests received in the same chunk are still emitted after the socket was destroyed.
      if (socket.destroyed) return
      const connection = open.get(socket)
      if (connection) {
        if (connection.unanswered >= limits.unanswered) return cut(socket, 'unanswered requests')
        connection.unanswered += 1
        connection.last = request.method === 'GET' ? undefined : request
        response.on('close', connection.answered)
      }
      handle(request, response)
    })
    server.setTimeout(limits.silenceMs)
    server.maxConnections = limits.connections
    // Otherwise full workers would pass a connection around among themselves.
    Object.assign(server, { dropMaxConnection: true })
    server.on('drop', () => {
      noteCut(line, { reason: 'too many of all' })
      connectionsCut.add({ reason: 'too many of all' })
    })
    server.on('connection', (socket: Socket) => {
      // `maxConnections` counts only connections that the server accepted itself.
      if (open.size >= limits.connections) return cut(socket, 'too many of all')
      takePlace(socket)
      open.set(socket, newConnection())
      socket.once('close', () => open.delete(socket))
    })
    // After an upgrade it is no HTTP connection any more.
    server.on('upgrade', (_request, socket) => open.delete(socket as Socket))
    server.on('listening', () => {
      const sweeping = setInterval(sweep, SWEEP_MS).unref()
      const unwatch = connectionsOpen.watch(() => open.size)
      server.once('close', () => {
        clearInterval(sweeping)
        unwatch()
      })
    })
    return server
  }

  function takePlace(socket: Socket) {
    if (limits.perNetwork === undefined) return
    const network = networkOf(socket.remoteAddress ?? '')
    const others = networks.get(network) ?? 0
    networks.set(network, others + 1)
    socket.once('close', () => {
      const left = (networks.get(network) ?? 1) - 1
      if (left > 0) networks.set(network, left)
      else networks.delete(network)
    })
    if (others >= limits.perNetwork) cut(socket, 'too many of one network')
  }

  function sweep() {
    for (const [socket, connection] of open) {
      if (connection.unanswered === 0 && connection.last?.complete !== false) continue
      if (connection.mayTakeLong) continue
      connection.sweeps += 1
      // Answered, but the body of the refused request is still not complete.
      if (connection.unanswered === 0 && connection.sweeps > 1) cut(socket, 'body not sent')
      if (connection.sweeps * SWEEP_MS > limits.longestAnswerMs) cut(socket, 'answer not taken')
    }
  }

  return {
    serve,
    allowLong: (socket) => {
      const connection = open.get(socket)
      if (!connection) return
      connection.mayTakeLong = true
      socket.setTimeout(0)
    },
    closeUnused: () => {
      for (const [socket, { unanswered }] of open) if (unanswered === 0) socket.destroy()
    },
  }
}
