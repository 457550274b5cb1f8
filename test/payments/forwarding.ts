import { type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens what stands between the product and the provider, on a port of its own. */
export async function listenOnLoopback(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
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
