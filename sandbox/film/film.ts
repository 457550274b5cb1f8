import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Http } from '#app/server/http/http.ts'
import { DEMO_FILM } from '#app/shared/demo-film.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../demo/film')

/** Serves the demo's film for the front page, rendered from the demo's pictures by `scripts/draw-film.ts`. */
export function filmStandIn(http: Http) {
  void http.register(async (files: Http) => {
    files.decorate('accessOfAll', 'everyone')
    await files.register(fastifyStatic, {
      root: FOLDER,
      prefix: `${path.posix.dirname(DEMO_FILM)}/`,
      decorateReply: false,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (response) => response.header('cache-control', 'public, max-age=86400'),
    })
  })
}
