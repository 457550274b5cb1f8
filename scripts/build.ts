import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'
import { lock } from './lock.ts'
import { writeBillOfMaterials } from './notices.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Our own modules that went into a build, a hash of all that it depends on, and what it has made. */
type Stamp = { modules: string[]; hash: string; made: string[] }

/**
 * Builds the browser's files and the renderer, unless nothing they are made of has changed since
 * the last time. With the developer tools they go to a folder of their own: what production serves
 * never holds them. Whoever asks while another process builds waits for that build.
 */
export async function buildSite({ hasDevTools = false } = {}): Promise<void> {
  const folder = path.join(ROOT, hasDevTools ? 'dist-devtools' : 'dist')
  if (isFresh(folder)) return
  const build = await loadBuilder()
  const unlock = await lock(`${folder}.lock`)
  try {
    if (!isFresh(folder)) await buildInto(folder, hasDevTools, build)
  } finally {
    unlock()
  }
}

type Build = Awaited<ReturnType<typeof loadBuilder>>

async function buildInto(folder: string, hasDevTools: boolean, build: Build) {
  console.log('Building the site ...')
  // Whoever reads the last build meanwhile is not disturbed.
  const next = `${folder}.next`
  rmSync(next, { recursive: true, force: true })
  const define = { 'import.meta.env.HAS_DEV_TOOLS': String(hasDevTools) }
  const common = { root: ROOT, logLevel: 'warn', define } as const
  const { NODE_ENV } = process.env
  // The renderer must hold React's production build, whatever the caller runs as.
  process.env.NODE_ENV = 'production'
  const outputs = [
    await build({ ...common, build: { outDir: path.join(next, 'browser') } }),
    await build({ ...common, build: { outDir: path.join(next, 'server'), ssr: true } }),
  ]
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  compressAssets(next, hasDevTools ? quickBrotli : shortestBrotli)
  writeFileSync(path.join(next, 'bill-of-materials.cdx.json'), writeBillOfMaterials(ROOT))
  const modules = modulesOf(outputs.flat() as Rolldown.RolldownOutput[])
  const stamp: Stamp = {
    modules,
    hash: hashOf(modules),
    made: globSync(NAMED_BY_CONTENT, { cwd: next }),
  }
  writeFileSync(stampOf(next), JSON.stringify(stamp))
  keepLast(folder, next)
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
}

function modulesOf(outputs: Rolldown.RolldownOutput[]): string[] {
  const modules = outputs
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : file.originalFileNames))
    .map((id) => path.relative(ROOT, path.resolve(ROOT, id.replace(/\?.*/, ''))))
  return [...new Set(modules)].filter((file) => /^(src|demo)\//.test(file)).toSorted()
}

function stampOf(folder: string) {
  return path.join(folder, 'built-from.json')
}

/** By content: times of files tell nothing after a copy or a checkout. */
function isFresh(folder: string): boolean {
  if (!existsSync(stampOf(folder))) return false
  const { modules = [], hash } = readStamp(folder)
  return hashOf(modules) === hash
}

function readStamp(folder: string): Partial<Stamp> {
  return existsSync(stampOf(folder)) ? JSON.parse(readFileSync(stampOf(folder), 'utf8')) : {}
}

/** What a page, or the renderer, fetches only when it is needed. */
const NAMED_BY_CONTENT = '{browser,server}/assets/*.*'

/**
 * Pages that are open, and processes that still serve the last build, go on asking for what it is made
 * of: it stays for as long as this one is the newest.
 */
function keepLast(folder: string, next: string) {
  for (const file of readStamp(folder).made ?? []) {
    const [from, to] = [path.join(folder, file), path.join(next, file)]
    if (existsSync(from) && !existsSync(to)) cpSync(from, to)
  }
}

const HOW_IT_IS_BUILT = [
  'vite.config.ts',
  'scripts/notices.ts',
  'scripts/left-out.ts',
  'package-lock.json',
]

/** Of the modules, what is copied or imported by style sheets, and what decides how it is built. */
function hashOf(modules: string[]): string {
  const others = globSync(['public/**/*.*', 'src/**/*.css'], { cwd: ROOT }).toSorted()
  const hash = createHash('sha256')
  for (const file of [...modules, ...others, ...HOW_IT_IS_BUILT]) {
    const absolute = path.join(ROOT, file)
    hash.update(`${file}\0`).update(existsSync(absolute) ? readFileSync(absolute) : 'gone')
  }
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
function compressAssets(folder: string, brotli: (bytes: Buffer) => Buffer) {
  for (const name of globSync('browser/assets/*.{js,css,svg}', { cwd: folder })) {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotli(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** A tenth larger in a fortieth of the time: whoever tries things out has it from their own machine. */
function quickBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/** Of several ways to write how far back something stood: which is the shortest cannot be told before. */
function shortestBrotli(bytes: Buffer): Buffer {
  const ways = bytes.length > LARGE_BYTES ? [0, 1, 2, 3] : [0]
  const written = ways.map((way) => {
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_NPOSTFIX: postfix } = constants
    return brotliCompressSync(bytes, { params: { [quality]: 11, [postfix]: way } })
  })
  return written.reduce((shortest, other) => (other.length < shortest.length ? other : shortest))
}

/** There it is worth the time. */
const LARGE_BYTES = 300 * 1024

if (import.meta.main) {
  await buildSite({ hasDevTools: process.argv.includes('--with-devtools') })
}
