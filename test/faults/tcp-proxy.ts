import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Breaks every connection and refuses new ones. */
  cut: () => Promise<void>
  /** Accepts connections again, on the same port. */
  mend: () => Promise<void>
  /** Silently drops all data on the open connections. */
  swallow: () => void
  /** Does the same to new connections too: accepted but never answered, as behind a broken switch. */
  swallowAll: () => void
  /** Delays all data by this time, in each direction. */
  slow: (ms: number) => void
  /** Forwards without delay again. Connections that lost data are closed. */
  pass: () => void
}

/** Forwards between two sides on loopback, so that a test can cut the connection. */
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
