import cluster from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, Server as NetServer } from 'node:net'

/**
 * Listening sockets for one port. Since libuv 1.45 a turn of the event loop accepts one connection from each
 * listening socket; when turns are long, new clients would wait for seconds behind existing ones.
 */
const ACCEPTORS = 16
/** Listen backlog: a client that finds it full retries only after a second. */
const ACCEPT_QUEUE = 4096

type Place = { host: string; port: number }

export type Acceptors = {
  /** Accepts no new connections; open ones stay, idle ones included. */
  stopListening: () => void
  /** Resolves when all connections have ended. */
  closed: Promise<unknown>
}

/** Several sockets on one port need `SO_REUSEPORT`; cluster workers get their connections from the supervisor. */
const isShared = process.platform === 'linux' && !cluster.isWorker

/** Rejects with the system's error when the address is in use or not available on this machine. */
export async function listenWith(
  { listen, server }: { listen: (at: object) => Promise<unknown>; server: HttpServer },
  { host, port }: Place,
): Promise<Acceptors> {
  const place = { host, port, backlog: ACCEPT_QUEUE, reusePort: isShared }
  // With `reusePort` the port would be shared with another process of ours: check first that it is free.
  if (isShared) await close(await listenAt({ ...place, reusePort: false }))
  await listen(place)
  const acceptors: NetServer[] = []
  const closed = [ending(server)]
  for (let count = 1; isShared && count < ACCEPTORS; count += 1) {
    const acceptor = await listenAt({ ...place, port: (server.address() as AddressInfo).port })
    // The acceptor only hands connections on.
    acceptor.on('connection', (socket) => server.emit('connection', socket))
    acceptors.push(acceptor)
    closed.push(ending(acceptor))
  }
  return {
    stopListening: () => {
      for (const each of [server, ...acceptors]) {
        if (each.listening) NetServer.prototype.close.call(each)
      }
    },
    closed: Promise.all(closed),
  }
}

async function listenAt(place: Place & { reusePort: boolean }): Promise<NetServer> {
  // As `http.Server` does: the whole answer is sent although the client has half-closed.
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place, resolve)
  })
  return server
}

function ending(server: NetServer): Promise<unknown> {
  return new Promise((resolve) => server.once('close', resolve))
}

function close(server: NetServer): Promise<unknown> {
  return new Promise((resolve) => server.close(resolve))
}
