import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * Builds the browser's files and the renderer, unless nothing has changed since the last time. With
 * the developer tools they go to a folder of their own: what production serves never holds them.
 */
export async function buildSite({ hasDevTools = false } = {}): Promise<void> {
  const folder = path.join(ROOT, hasDevTools ? 'dist-devtools' : 'dist')
  if (isFresh(folder)) return
  console.log('Building the site ...')
  rmSync(folder, { recursive: true, force: true })
  const define = { 'import.meta.env.HAS_DEV_TOOLS': String(hasDevTools) }
  const common = { root: ROOT, logLevel: 'warn', define } as const
  const { NODE_ENV } = process.env
  // The renderer must hold React's production build, whatever the caller runs as.
  process.env.NODE_ENV = 'production'
  await build({ ...common, build: { outDir: path.join(folder, 'browser') } })
  await build({ ...common, build: { outDir: path.join(folder, 'server'), ssr: true } })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  compressAssets(folder)
  writeFileSync(stampOf(folder), '')
}

function stampOf(folder: string) {
  return path.join(folder, 'built.stamp')
}

function isFresh(folder: string): boolean {
  const stamp = stampOf(folder)
  if (!existsSync(stamp)) return false
  const builtAt = statSync(stamp).mtimeMs
  const sources = ['src/**/*', 'public/**/*', 'vite.config.ts', 'package-lock.json']
  return globSync(sources, { cwd: ROOT }).every(
    (file) => statSync(path.join(ROOT, file)).mtimeMs < builtAt,
  )
}

/** Compressed once here, as small as it goes, instead of on every request. */
function compressAssets(folder: string) {
  for (const name of globSync('browser/assets/*.{js,css,svg}', { cwd: folder })) {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

if (import.meta.main) {
  await buildSite({ hasDevTools: process.argv.includes('--with-devtools') })
}
