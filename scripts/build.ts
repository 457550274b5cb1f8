import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const ROOT = path.resolve(import.meta.dirname, '..')
const STAMP = path.join(ROOT, 'dist/built.stamp')

/** Builds the browser's files and the renderer, unless nothing has changed since the last time. */
export async function buildSite(): Promise<void> {
  if (isFresh()) return
  console.log('Building the site ...')
  rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true })
  const { NODE_ENV } = process.env
  // The renderer must hold React's production build, whatever the caller runs as.
  process.env.NODE_ENV = 'production'
  await build({ root: ROOT, logLevel: 'warn' })
  await build({ root: ROOT, logLevel: 'warn', build: { ssr: true } })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  compressAssets()
  writeFileSync(STAMP, '')
}

function isFresh(): boolean {
  if (!existsSync(STAMP)) return false
  const builtAt = statSync(STAMP).mtimeMs
  const sources = ['src/**/*', 'public/**/*', 'vite.config.ts', 'package-lock.json']
  return globSync(sources, { cwd: ROOT }).every(
    (file) => statSync(path.join(ROOT, file)).mtimeMs < builtAt,
  )
}

/** Compressed once here, as small as it goes, instead of on every request. */
function compressAssets() {
  for (const file of globSync('dist/browser/assets/*.{js,css,svg}', { cwd: ROOT })) {
    const bytes = readFileSync(path.join(ROOT, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(path.join(ROOT, `${file}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(path.join(ROOT, `${file}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

if (import.meta.main) await buildSite()
