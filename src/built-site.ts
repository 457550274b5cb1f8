import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError } from 'fastify'
import { z } from 'zod'
import type { Renderer } from '#app/pages/renderer.ts'
import { handleError } from '#app/server/http/errors.ts'
import type { Http } from '#app/server/http/http.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const FOREVER = 'public, max-age=31536000, immutable'
/** Icons and the web app manifest keep their names when they change. */
const A_DAY = 'public, max-age=86400'

/** Headers that browsers apply to documents only, not to scripts, styles or fonts. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'referrer-policy',
]

/** The build's output: the browser files and the renderer. */
const builtFolder = (hasDevTools: boolean) =>
  path.join(ROOT, hasDevTools ? 'dist-devtools' : 'dist')

const importRenderer = (
  hasDevTools: boolean,
): Promise<Pick<Renderer, 'render' | 'renderBusy' | 'renderOffline'>> =>
  import(path.join(builtFolder(hasDevTools), 'server/entry.server.js'))

/** Loads the renderer ahead of its first use. Errors are ignored here and reported on use. */
export function preloadRenderer({ hasDevTools = false } = {}): void {
  void importRenderer(hasDevTools).catch(() => {})
}

/** Whether a file never opens as a document of its own, as an SVG would. */
function isPartOfPage(file: string): boolean {
  return /\.(js|css|woff2)(\.(br|gz))?$/.test(file)
}

/**
 * Serves the built browser files, which have content hashes in their names, and returns the built renderer.
 */
export async function serveBuiltSite(http: Http, { hasDevTools = false } = {}): Promise<Renderer> {
  const dist = builtFolder(hasDevTools)
  await http.register(async (files: Http) => {
    files.decorate('accessOfAll', 'everyone')
    files.decorate('keepingOfAll', 'everybody')
    // Treats the folder itself, and whatever else the library forbids, as a missing file.
    files.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error.statusCode === 403) return reply.callNotFound()
      return handleError(error, request, reply)
    })
    await files.register(fastifyStatic, {
      root: path.join(dist, 'browser/assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      // Content-hashed names never change, so validators and range requests are useless.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders: (response, file) => {
        response.header('cache-control', FOREVER)
        if (!isPartOfPage(file)) return
        for (const name of OF_DOCUMENTS) response.removeHeader(name)
      },
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
  const { render, renderBusy, renderOffline } = await importRenderer(hasDevTools)
  return { render, renderBusy, renderOffline, ...readBrowserBuild(path.join(dist, 'browser')) }
}

const START = 'src/entry.start.ts'
const OFFLINE = 'src/marketing/web/frame/when-online.ts'
const ENTRY = 'src/entry.browser.tsx'
/** The fonts used above the fold on every page; all other faces load on demand. */
const PRELOADED_FONTS = /(bodoni-moda-latin-400|instrument-sans-latin-wght)-normal/

const Chunk = z.object({
  file: z.string(),
  src: z.string().optional(),
  css: z.array(z.string()).default([]),
  assets: z.array(z.string()).default([]),
  imports: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

/** The addresses of the files a page needs. */
type Assets = { styles: string[]; scripts: string[]; laterScripts: string[]; fonts: string[] }

/** Reads the manifest of `vite build`. Returns the files needed by a page of these sources. */
function readBrowserBuild(folder: string): Pick<Renderer, 'assetsFor' | 'offlineScript'> {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')),
  )
  const fonts = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => PRELOADED_FONTS.test(file))
  const known = new Map<string, Assets>()

  return {
    offlineScript: address(manifest[OFFLINE]?.file ?? ''),
    assetsFor(sources) {
      const key = sources.join()
      const assets = known.get(key) ?? collect(manifest, sources, fonts)
      known.set(key, assets)
      return assets
    },
  }
}

function collect(manifest: Manifest, sources: string[], fonts: string[]): Assets {
  const chunks = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(name)) return
    chunks.add(name)
    for (const imported of chunk.imports) visit(imported)
  }
  // The entry comes first, because the first script is the one that starts.
  for (const name of [ENTRY, ...sources]) visit(name)
  const files = [...chunks].flatMap((name) => manifest[name] ?? [])
  return {
    styles: [...new Set(files.flatMap(({ css }) => css))].map(address),
    scripts: [address(manifest[START]?.file ?? '')],
    laterScripts: files.map(({ file }) => address(file)),
    fonts: fonts.map(address),
  }
}

function address(file: string): string {
  return `/${file}`
}
