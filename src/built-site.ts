import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { readBrowserBuild } from '#app/server/browser-build.ts'
import type { Http } from '#app/server/http/http.ts'
import type { Renderer } from './pages.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOREVER = 'public, max-age=31536000, immutable'
/** Icons and their list keep their names when they change. */
const A_DAY = 'public, max-age=86400'

/**
 * Serves the built browser files, under names made from their content, and answers the built
 * renderer.
 */
export async function serveBuiltSite(http: Http, { hasDevTools = false } = {}): Promise<Renderer> {
  const dist = path.join(ROOT, hasDevTools ? 'dist-devtools' : 'dist')
  await http.register(async (files: Http) => {
    files.decorate('accessOfAll', 'everyone')
    await files.register(fastifyStatic, {
      root: path.join(dist, 'browser/assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (response) => response.header('cache-control', FOREVER),
    })
    await files.register(fastifyStatic, {
      root: path.join(dist, 'browser'),
      prefix: '/',
      decorateReply: false,
      wildcard: false,
      index: false,
      globIgnore: ['assets/**', '.vite/**'],
      cacheControl: false,
      setHeaders: (response) => response.header('cache-control', A_DAY),
    })
  })
  const { render } = (await import(path.join(dist, 'server/entry.server.js'))) as Pick<
    Renderer,
    'render'
  >
  return { render, ...readBrowserBuild(path.join(dist, 'browser')) }
}
