import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { readBrowserBuild } from '#app/server/browser-build.ts'
import type { Http } from '#app/server/http.ts'
import type { Renderer } from './pages.ts'

const DIST = path.resolve(import.meta.dirname, '../dist')
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves the built browser files, under names made from their content, and answers the built
 * renderer.
 */
export async function serveBuiltSite(http: Http): Promise<Renderer> {
  await http.register(fastifyStatic, {
    root: path.join(DIST, 'browser/assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', FOREVER),
  })
  await http.register(fastifyStatic, {
    root: path.join(DIST, 'browser'),
    prefix: '/',
    decorateReply: false,
    wildcard: false,
    index: false,
    globIgnore: ['assets/**', '.vite/**'],
    cacheControl: false,
    setHeaders: (response) => response.header('cache-control', 'no-cache'),
  })
  const { render } = (await import(path.join(DIST, 'server/entry.server.js'))) as Pick<
    Renderer,
    'render'
  >
  return { render, ...readBrowserBuild(path.join(DIST, 'browser')) }
}
