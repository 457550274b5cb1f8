import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody outside whom a test may take away. */
export type Neighbour = {
  origin: string
  /** Ends its connections; nobody listens at its address any more. */
  goAway: () => Promise<void>
  /** At the same address. */
  comeBack: () => Promise<void>
}

/** Opens what stands beside the product, on a port of its own. */
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

/** Asks the provider what the product has asked; resolves to its answer, not yet read. */
export function forward(incoming: IncomingMessage, upstream: string): Promise<IncomingMessage> {
  const { method = 'GET', url = '/', headers } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(url, upstream), { method, headers }, resolve)
    outgoing.on('error', reject)
    incoming.pipe(outgoing)
  })
}

/** The answer with another body, whose length is counted anew. */
export function passOn(answer: IncomingMessage, outgoing: ServerResponse, body: string): void {
  const { 'transfer-encoding': _, 'content-length': __, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(body)
}
