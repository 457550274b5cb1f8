import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Takes connections again, on the same port. */
  mend: () => Promise<void>
  /** Swallows whatever the connections that are there still carry, without a word. */
  swallow: () => void
  /** The same of new ones too, which are taken and hear nothing, as behind a broken switch. */
  swallowAll: () => void
  /** Everything takes so long, each way. */
  slow: (ms: number) => void
  /** Carries at once again. Connections of which something was swallowed are broken. */
  pass: () => void
}

/** Stands between two on loopback, so that a test can take the line away. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const deaf = new Set<Socket>()
  let isSwallowing = false
  let delayMs = 0

  const carry = (from: Socket, to: Socket) => {
    sockets.add(from)
    const later = (work: () => void) => (delayMs > 0 ? setTimeout(work, delayMs) : work())
    from.on('data', (bytes) => {
      if (isSwallowing) deaf.add(from).add(to)
      if (!deaf.has(from)) later(() => to.writable && to.write(bytes))
    })
    from.on('end', () => deaf.has(from) || later(() => to.end()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      deaf.delete(from)
      if (!isSwallowing) later(() => to.destroy())
    })
  }

  const open = async (port: number) => {
    const server = createServer((inner) => {
      const outer = connect(targetPort, '127.0.0.1')
      carry(inner, outer)
      carry(outer, inner)
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
      for (const socket of sockets) deaf.add(socket)
    },
    swallowAll: () => {
      isSwallowing = true
    },
    slow: (ms) => {
      delayMs = ms
    },
    pass: () => {
      isSwallowing = false
      delayMs = 0
      for (const socket of deaf) socket.destroy()
    },
  }
}
