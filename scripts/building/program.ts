import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Rolldown } from 'vite'
import { type BuiltFolder, bringUpToDate, isFresh, ROOT } from './built-folder.ts'

const FOLDER = path.join(ROOT, 'dist-program')

/** `src/main.ts` with all that it stands on, once {@link buildProgram} is done. */
export const PROGRAM = path.join(FOLDER, 'main.js')

/** Serves from this process. */
export async function runProgram(): Promise<void> {
  await import(pathToFileURL(PROGRAM).href)
}

/** Machine code of their own, or only for development. */
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
        // Not read unless somebody asks where a line of a stack stands: `node --enable-source-maps`.
        sourcemap: true,
        rolldownOptions: {
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name]-[hash].js',
            keepNames: true,
            // Names stay, for stacks in the log; what is written for people goes.
            minify: { compress: false, mangle: false, codegen: true },
          },
        },
      },
    }),
}

/**
 * Builds the server, libraries included, into a few files, unless nothing it is made of has changed:
 * three thousand modules of their own take twice the time to start and a fifth more memory.
 */
export function buildProgram(): Promise<void> {
  return bringUpToDate(program)
}

export function isProgramFresh(): boolean {
  return isFresh(program)
}

/** Our modules go on finding what stands beside them: programs, threads, migrations, word lists. */
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
      // Lines stay where they are.
      return {
        code: found.reduce((text, [place, there]) => text.replaceAll(place, there), code),
        map: null,
      }
    },
  }
}
