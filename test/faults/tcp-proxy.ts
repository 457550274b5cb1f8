import { connect, createServer, type Socket } from 'node:net'

type TcpProxy = {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Takes connections again, on the same port. */
  mend: () => Promise<void>
  /** Swallows whatever the connections that are there still carry, without a word. */
  swallow: () => void
}

/** Stands between the app and its database on loopback, so that a test can take the line away. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const open = async (port: number) => {
    const server = createServer((inner) => {
      const outer = connect(targetPort, '127.0.0.1')
      for (const [from, to] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        sockets.add(from)
        from.pipe(to)
        from.on('error', () => to.destroy())
        from.on('close', () => sockets.delete(from))
      }
    })
    server.listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    return server
  }

  let server = await open(0)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    port: address.port,
    cut: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: async () => {
      server = await open(address.port)
    },
    swallow: () => {
      for (const socket of sockets) socket.unpipe().resume()
    },
  }
}
