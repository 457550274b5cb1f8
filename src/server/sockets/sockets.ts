import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import { workersTogether } from '#app/server/cluster/orders.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { gauge, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { acceptSockets, type Identify } from './handshake.ts'
import {
  CLOSE,
  MOST_CONTROL_FRAMES,
  MOST_UNREAD_BYTES,
  PING_EVERY_MS,
  perStep,
  SPREAD_STEP_MS,
  shareOfSockets,
} from './sockets.rules.ts'

/** WebSockets of this process, independent of what is sent over them. */
export type Sockets = {
  /** Owners of open sockets. */
  owners: () => string[]
  /** Sessions that authenticate the sockets of this owner, or of all. */
  tickets: (owner?: string) => string[]
  tell: (owner: string, message: string) => void
  /** Closes sockets opened with one of these tickets, for good. */
  dismiss: (tickets: Set<string>) => void
}

const open = gauge('nouveau_sockets_open', 'Open pages that listen, by where', {
  path: OF_THE_CODE,
})

type Connection = {
  socket: WebSocket
  owner: string
  ticket: string
  hasAnswered: boolean
  controlFrames: number
}

/** Serves WebSockets at `path`. `identify` authenticates by cookies only. */
export function createSockets(
  http: Http,
  ctx: AppContext,
  { path, identify }: { path: string; identify: Identify },
): Sockets {
  // Both in opening order.
  const connections = new Set<Connection>()
  const byOwner = new Map<string, Set<Connection>>()
  const { perOwner: mostPerOwner } = shareOfSockets(workersTogether(ctx.config))
  let isClosing = false

  const door = acceptSockets(http, ctx, {
    path,
    identify,
    mayEnter: () => !isClosing && !ctx.isDraining(),
    onOpen: (socket, identity) => {
      // A browser closed with this code does not reconnect by itself.
      if (!identity) return socket.close(CLOSE.forGood)
      add({ socket, ...identity, hasAnswered: true, controlFrames: 0 })
    },
  })

  const unwatch = open.watch(() => [{ labels: { path }, value: connections.size }])

  function add(connection: Connection) {
    const { socket, owner } = connection
    const others = byOwner.get(owner) ?? new Set()
    const [oldest] = others
    if (oldest && others.size >= mostPerOwner) {
      remove(oldest)
      oldest.socket.close(CLOSE.forGood)
    }
    byOwner.set(owner, others.add(connection))
    connections.add(connection)

    socket.on('message', () => {
      // It was told to close and still sends.
      if (socket.readyState !== socket.OPEN) return socket.terminate()
      socket.close(CLOSE.badManners)
    })
    const onControlFrame = () => {
      connection.hasAnswered = true
      connection.controlFrames += 1
      if (connection.controlFrames > MOST_CONTROL_FRAMES) socket.terminate()
    }
    socket.on('pong', onControlFrame)
    socket.on('ping', onControlFrame)
    socket.on('close', () => remove(connection))
  }

  function remove(connection: Connection) {
    connections.delete(connection)
    const others = byOwner.get(connection.owner)
    others?.delete(connection)
    if (others?.size === 0) byOwner.delete(connection.owner)
  }

  const pings = setInterval(() => {
    door.forgetHandshakes()
    for (const connection of connections) {
      const { socket, hasAnswered } = connection
      if (!hasAnswered) {
        socket.terminate()
        continue
      }
      connection.hasAnswered = false
      connection.controlFrames = 0
      socket.ping()
    }
  }, PING_EVERY_MS)
  pings.unref()

  http.socketClosers.push(async () => {
    isClosing = true
    const all = [...connections]
    const step = perStep(all.length)
    for (let closed = 0; closed < all.length; closed += step) {
      for (const { socket } of all.slice(closed, closed + step)) socket.close(CLOSE.restart)
      await delay(SPREAD_STEP_MS)
    }
  })
  http.addHook('preClose', (done) => {
    isClosing = true
    unwatch()
    clearInterval(pings)
    for (const { socket } of connections) socket.terminate()
    done()
  })

  return {
    owners: () => [...byOwner.keys()],
    tickets: (owner) =>
      [...(owner === undefined ? connections : (byOwner.get(owner) ?? []))].map(
        ({ ticket }) => ticket,
      ),
    tell: (owner, message) => {
      for (const { socket } of byOwner.get(owner) ?? []) {
        if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate()
        else socket.send(message)
      }
    },
    dismiss: (tickets) => {
      for (const { socket, ticket } of connections) {
        if (tickets.has(ticket)) socket.close(CLOSE.forGood)
      }
    },
  }
}
