import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rolldown } from 'vite'
import { type BuiltFolder, bringUpToDate, isFresh, ROOT } from './built-folder.ts'

const FOLDER = path.join(ROOT, 'dist-program')

/** The bundle of `src/main.ts` and all it depends on, built by {@link buildProgram}. */
export const PROGRAM = path.join(FOLDER, 'main.js')

/** Starts serving in this process. */
export async function runProgram(): Promise<void> {
  await import(pathToFileURL(PROGRAM).href)
}

/** Left out of the bundle: native code, or needed in development only. */
const NOT_OF_ONE_PIECE = ['@electric-sql/pglite', '@node-rs/argon2', 'sharp', 'vite']

const program: BuiltFolder = {
  folder: FOLDER,
  says: 'Building the server ...',
  others: ['scripts/building/program.ts', 'package-lock.json'],
  namedByContent: '*-*.js{,.map}',
  make: (next, build) =>
    build({
      root: ROOT,
      configFile: false,
      logLevel: 'warn',
      plugins: [inPlace()],
      ssr: { noExternal: true, external: NOT_OF_ONE_PIECE },
      build: {
        ssr: 'src/main.ts',
        outDir: next,
        copyPublicDir: false,
        // Not loaded unless Node runs with `--enable-source-maps`.
        sourcemap: true,
        rolldownOptions: {
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name]-[hash].js',
            keepNames: true,
            // Keeps names for stack traces, and removes white space and comments only.
            minify: { compress: false, mangle: false, codegen: true },
          },
        },
      },
    }),
}

/**
 * Bundles the server with its libraries into a few files, unless its inputs are unchanged: three thousand
 * separate modules take twice as long to start and a fifth more memory.
 */
export function buildProgram(): Promise<void> {
  return bringUpToDate(program)
}

export function isProgramFresh(): boolean {
  return isFresh(program)
}

/**
 * Rewrites `import.meta.dirname` and `import.meta.url`, so that our modules still find files beside them:
 * programs, threads, migrations, word lists.
 */
function inPlace(): Rolldown.Plugin {
  return {
    name: 'in-place',
    transform(code, id) {
      if (!id.startsWith(ROOT) || id.includes('/node_modules/')) return
      const dirname = path.relative(FOLDER, path.dirname(id))
      const places = {
        'import.meta.dirname': `(import.meta.dirname + ${JSON.stringify(`/${dirname}`)})`,
        'import.meta.url': `new URL(${JSON.stringify(path.relative(FOLDER, id))}, import.meta.url).href`,
      }
      const found = Object.entries(places).filter(([place]) => code.includes(place))
      if (found.length === 0) return
      // Line numbers do not change.
      return {
        code: found.reduce((text, [place, there]) => text.replaceAll(place, there), code),
        map: null,
      }
    },
  }
}
