import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * Builds the browser's files and the renderer, unless nothing has changed since the last time. With
 * the developer tools they go to a folder of their own: what production serves never holds them.
 */
export async function buildSite({ hasDevTools = false } = {}): Promise<void> {
  const folder = path.join(ROOT, hasDevTools ? 'dist-devtools' : 'dist')
  const sources = hashOf(sourceFiles())
  if (isFresh(folder, sources)) return
  const build = await loadBuilder()
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
  writeFileSync(stampOf(folder), sources)
}

function stampOf(folder: string) {
  return path.join(folder, 'built.stamp')
}

function sourceFiles(): string[] {
  const sources = ['src/**/*.*', 'public/**/*.*', 'vite.config.ts', 'package-lock.json']
  return globSync(sources, { cwd: ROOT })
    .filter((file) => !file.includes('.test.'))
    .toSorted()
}

/** By content: times of files tell nothing after a copy or a checkout. */
function isFresh(folder: string, sources: string): boolean {
  const stamp = stampOf(folder)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

/** Of the names and contents of the files. */
function hashOf(sources: string[]): string {
  const hash = createHash('sha256')
  for (const file of sources) hash.update(`${file}\0`).update(readFileSync(path.join(ROOT, file)))
  return hash.digest('hex')
}

/** The tools that build are for development: an installation that only serves does without. */
async function loadBuilder() {
  try {
    return (await import('vite')).build
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write(
      'The built site is missing or older than its sources, and the tools that build it are not installed: run `npm ci --include=dev && npm run build`.\n',
    )
    process.exit(1)
  }
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
