import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import { freePort } from '#test/support/free-port.ts'
import { startProgram } from './server-under-test.ts'

export const CONNECTIONS = 20
/** Many, because each member may read the feed only so often an hour. */
const MEMBERS_A_CONNECTION = 500

type Loaded = { url: string; headers?: Record<string, string>; asMembers?: true }

/** Loads an address; with `asMembers` each request comes from another member. */
export function load(
  { url, headers = {}, asMembers }: Loaded,
  cookies: string[],
  duration: number,
) {
  return autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration,
    ...(asMembers
      ? {
          setupClient: (client) => {
            const from = Math.floor(Math.random() * (cookies.length - MEMBERS_A_CONNECTION))
            const some = cookies.slice(from, from + MEMBERS_A_CONNECTION)
            // Each from a different network, as reported by a proxy, because one network alone gets only its
            // share of places.
            const requests = some.map((cookie, index) => {
              const network = `10.${from & 255}.${index >> 8}.${index & 255}`
              return { headers: { ...headers, cookie, 'x-forwarded-for': network } }
            })
            client.setRequests(requests)
          },
        }
      : {}),
  })
}

/** Starts a bare server that sends the response of this address. */
export async function startBare(
  folder: string,
  name: string,
  source: string,
  headers: Record<string, string> = {},
) {
  const { bytes, type, encoding } = await fetchPacked(source, headers)
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  const port = await freePort()
  const program = await startProgram('bench/support/bare-server.ts', [
    String(port),
    file,
    type,
    encoding,
  ])
  return { ...program, url: `http://127.0.0.1:${port}/`, bytes: bytes.length }
}

/** The bytes as sent; `fetch` would decompress them. */
function fetchPacked(url: string, headers: Record<string, string>) {
  return new Promise<{ bytes: Buffer; type: string; encoding: string }>((resolve, reject) => {
    get(url, { headers }, (response) => {
      const { 'content-type': type = '', 'content-encoding': encoding = '' } = response.headers
      buffer(response).then((bytes) => resolve({ bytes, type, encoding }), reject)
    }).on('error', reject)
  })
}
