import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An external service that a test can take away. */
export type Neighbour = {
  origin: string
  /** Closes its connections; its address refuses new ones. */
  goAway: () => Promise<void>
  /** Listens again, at the same address. */
  comeBack: () => Promise<void>
}

/** Starts a server beside the product, on its own port. */
export async function listenOnLoopback(
  server: Server,
): Promise<Neighbour & { port: number; close: () => Promise<void> }> {
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const goAway = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    goAway,
    comeBack: () => listen(port),
    close: goAway,
  }
}

/** Forwards a request of the product to the provider; resolves to the answer, whose body is not yet read. */
export function forward(incoming: IncomingMessage, upstream: string): Promise<IncomingMessage> {
  const { method = 'GET', url = '/', headers } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url, upstream), { method, headers }, resolve)
    outgoing.on('error', reject)
    incoming.pipe(outgoing)
  })
}

/** Sends the answer on with another body, and recomputes its length. */
export function passOn(answer: IncomingMessage, outgoing: ServerResponse, body: string): void {
  const { 'transfer-encoding': _, 'content-length': __, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(body)
}
