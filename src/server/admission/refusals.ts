import type { IncomingMessage, ServerResponse } from 'node:http'
import { comeBackSeconds } from './request-classes.rules.ts'

/** A finished page, plain and compressed. */
export type PreparedPage = { plain: Buffer; br: Buffer; gzip: Buffer }

const BUSY = 'Too many people are here right now. Please try again in a moment.'
const LATE = 'This took too long. Please try again in a moment.'

type Shown = { page: PreparedPage | undefined; isLate?: boolean }

/** Cheap 503 answers: refused requests must not delay admitted ones. */
export function createRefusals(
  headers: Record<string, string>,
  nextId: (raw: IncomingMessage) => string,
) {
  const shared = Object.entries({ ...headers, 'cache-control': 'private, no-store' }).flat()
  const [busy, late] = [BUSY, LATE].map((error) =>
    JSON.stringify({ error, code: 'unavailable' }).slice(0, -1),
  )

  return {
    send: (request: IncomingMessage, response: ServerResponse, { page, isLate }: Shown) => {
      const again = ['retry-after', String(comeBackSeconds(Math.random()))]
      if (!page) {
        const body = `${isLate ? late : busy},"requestId":"${nextId(request)}"}`
        const type = ['content-type', 'application/json; charset=utf-8']
        const length = ['content-length', String(Buffer.byteLength(body))]
        response.writeHead(503, [...shared, ...again, ...type, ...length])
        // Latin-1 lets Node write head and body in one piece; the body is plain ASCII.
        response.end(request.method === 'HEAD' ? undefined : body, 'latin1')
        return
      }
      const packing = packingOf(request.headers['accept-encoding'])
      const body = page[packing]
      response.writeHead(503, [
        ...shared,
        ...again,
        ...['content-type', 'text/html; charset=utf-8', 'vary', 'accept-encoding'],
        ...(packing === 'plain' ? [] : ['content-encoding', packing]),
        ...['content-length', String(body.length)],
      ])
      response.end(request.method === 'HEAD' ? undefined : body)
    },
  }
}

function packingOf(accepted = ''): 'br' | 'gzip' | 'plain' {
  if (/\bbr\b(?!\s*;\s*q=0)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0)/.test(accepted) ? 'gzip' : 'plain'
}
