import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type BuiltFolder, bringUpToDate, isFresh, ROOT } from './built-folder.ts'
import { writeBillOfMaterials } from './notices.ts'

const HOW_IT_IS_BUILT = [
  'vite.config.ts',
  'scripts/building/notices.ts',
  'scripts/building/left-out.ts',
  'package-lock.json',
]

function siteOf({ hasDevTools = false }): BuiltFolder {
  const define = { 'import.meta.env.HAS_DEV_TOOLS': String(hasDevTools) }
  const common = { root: ROOT, logLevel: 'warn', define } as const
  return {
    folder: path.join(ROOT, hasDevTools ? 'dist-devtools' : 'dist'),
    says: 'Building the site ...',
    // Copied files and those imported by style sheets are not modules.
    others: [
      ...globSync(['public/**/*.*', 'src/**/*.css'], { cwd: ROOT }).toSorted(),
      ...HOW_IT_IS_BUILT,
    ],
    namedByContent: '{browser,server}/assets/*.*',
    make: async (next, build) => {
      const outputs = [
        await build({ ...common, build: { outDir: path.join(next, 'browser') } }),
        await build({ ...common, build: { outDir: path.join(next, 'server'), ssr: true } }),
      ]
      compressAssets(next, hasDevTools ? quickBrotli : shortestBrotli)
      writeFileSync(path.join(next, 'bill-of-materials.cdx.json'), writeBillOfMaterials(ROOT))
      return outputs.flat()
    },
  }
}

/**
 * Builds the browser files and the renderer, unless their inputs are unchanged. With the developer tools they
 * go to a separate folder, so that production never contains them.
 */
export function buildSite({ hasDevTools = false } = {}): Promise<void> {
  return bringUpToDate(siteOf({ hasDevTools }))
}

export function isSiteFresh({ hasDevTools = false } = {}): boolean {
  return isFresh(siteOf({ hasDevTools }))
}

/** Compresses assets once, with the best ratio, rather than on every request. */
function compressAssets(folder: string, brotli: (bytes: Buffer) => Buffer) {
  for (const name of globSync('browser/assets/*.{js,css,svg}', { cwd: folder })) {
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotli(bytes))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** A tenth larger in a fortieth of the time, for local use. */
function quickBrotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

/**
 * Compresses with several values of a parameter for encoding distances, because the best one cannot be
 * predicted.
 */
function shortestBrotli(bytes: Buffer): Buffer {
  const ways = bytes.length > LARGE_BYTES ? [0, 1, 2, 3] : [0]
  const written = ways.map((way) => {
    const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_NPOSTFIX: postfix } = constants
    return brotliCompressSync(bytes, { params: { [quality]: 11, [postfix]: way } })
  })
  return written.reduce((shortest, other) => (other.length < shortest.length ? other : shortest))
}

/** From this size on trying several is worth the time. */
const LARGE_BYTES = 300 * 1024
