import { createReadStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Http } from '#app/server/http/http.ts'
import { Problem } from '#app/server/problem.ts'
import { Piece, retailerPage, unknownPage } from './page.ts'

const DEMO = path.resolve(import.meta.dirname, '../../demo')
const HTML = 'text/html; charset=utf-8'

/**
 * Plays the demo's fictional retailers, so that a click ends on a page with the piece and its
 * price. It knows only what such a shop would know: its own pages, by address.
 */
export function retailerStandIns(http: Http) {
  const pieces = readPieces()
  const style = readFileSync(path.join(import.meta.dirname, 'page.css'))

  http.get(
    '/sandbox/retailers',
    { config: { access: 'everyone' }, schema: { querystring: z.object({ to: z.url() }) } },
    (request, reply) => {
      const address = new URL(request.query.to)
      const piece = pieces.get(address.href)
      reply.type(HTML).header('x-robots-tag', 'noindex')
      if (!piece) return reply.code(404).send(unknownPage(address))
      return reply.send(retailerPage(address, piece))
    },
  )

  http.get('/sandbox/retailers/style.css', { config: { access: 'everyone' } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  const PictureParams = z.object({ file: z.string().regex(/^[a-z-]{1,40}-\d\.jpg$/) })
  http.get(
    '/sandbox/retailers/pictures/:file',
    { config: { access: 'everyone' }, schema: { params: PictureParams } },
    (request, reply) => {
      const file = path.join(DEMO, 'pictures', request.params.file)
      if (!existsSync(file)) throw new Problem(404, 'not-found', 'There is no such picture.')
      return reply
        .type('image/jpeg')
        .header('cache-control', 'no-cache')
        .send(createReadStream(file))
    },
  )
}

function readPieces(): Map<string, Piece> {
  const json: unknown = JSON.parse(readFileSync(path.join(DEMO, 'retailer-pages.json'), 'utf8'))
  return new Map(Object.entries(z.record(z.string(), Piece).parse(json)))
}
