import cluster from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, Server as NetServer } from 'node:net'

/**
 * A turn of the event loop takes one connection from each listening socket (libuv since 1.45). When
 * turns are long, whoever comes anew would wait for seconds behind those who are here already.
 */
const ACCEPTORS = 16
/** Connections that wait to be accepted: one that finds no room is tried again only after a second. */
const ACCEPT_QUEUE = 4096

type Place = { host: string; port: number }

export type Acceptors = {
  /** Takes no new connections and leaves the open ones alone, also those that wait for a request. */
  stopListening: () => void
  /** When all connections have ended. */
  closed: Promise<unknown>
}

/** Several sockets at one place need the kernel's help, and workers are handed what their keeper accepts. */
const isShared = process.platform === 'linux' && !cluster.isWorker

/** Rejects with the system's error when the place is taken or is not this machine's. */
export async function listenWith(
  { listen, server }: { listen: (at: object) => Promise<unknown>; server: HttpServer },
  { host, port }: Place,
): Promise<Acceptors> {
  const place = { host, port, backlog: ACCEPT_QUEUE, reusePort: isShared }
  // Shared, it would be taken though somebody else of ours is there.
  if (isShared) await close(await listenAt({ ...place, reusePort: false }))
  await listen(place)
  const acceptors: NetServer[] = []
  const closed = [ending(server)]
  for (let count = 1; isShared && count < ACCEPTORS; count += 1) {
    const acceptor = await listenAt({ ...place, port: (server.address() as AddressInfo).port })
    // It reads nothing itself.
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
  // As the server of http does: an answer goes out whole, though its reader has said all.
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
