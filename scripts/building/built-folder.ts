import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { InlineConfig, Rolldown } from 'vite'
import { lock } from './lock.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')

export type Build = (config: InlineConfig) => Promise<Rolldown.RolldownOutput[]>

/** A folder that is built from sources. */
export type BuiltFolder = {
  folder: string
  /** Printed when the build starts. */
  says: string
  /** Input files besides modules, and files that decide how it is built. */
  others: string[]
  /** A glob of chunks that load on demand under content-hashed names; may match nothing. */
  namedByContent?: string
  /** Builds into this folder. */
  make: (next: string, build: Build) => Promise<Rolldown.RolldownOutput[]>
}

/** What a build recorded: our own modules in it, a hash of all inputs, and the content-hashed files it made. */
type Stamp = { modules: string[]; hash: string; made: string[] }

/**
 * Builds a folder unless its inputs are unchanged. If another process is building it, waits for that build.
 */
export async function bringUpToDate(built: BuiltFolder): Promise<void> {
  if (isFresh(built)) return
  requireWritable(ROOT)
  const build = await loadBuilder()
  const unlock = await lock(`${built.folder}.lock`)
  try {
    if (!isFresh(built)) await buildAnew(built, build)
  } finally {
    unlock()
  }
}

async function buildAnew(built: BuiltFolder, build: Build) {
  console.log(built.says)
  const { folder, others, namedByContent } = built
  // Built beside the last build, so that its readers are not disturbed.
  const next = `${folder}.next`
  const beganAt = Date.now()
  rmSync(next, { recursive: true, force: true })
  const { NODE_ENV } = process.env
  // The renderer must contain React's production build, whatever the caller's environment.
  process.env.NODE_ENV = 'production'
  const outputs = await built.make(next, build)
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  const modules = modulesOf(outputs)
  const sources = [...modules, ...others]
  const stamp: Stamp = {
    modules,
    // If a source changed during the build, its state in the build is unknown: an empty hash makes the next
    // caller rebuild.
    hash: sources.some((file) => wasChangedSince(beganAt, file)) ? '' : hashOf(sources),
    made: namedByContent === undefined ? [] : globSync(namedByContent, { cwd: next }),
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
  return [...new Set(modules)].filter((file) => /^(src|demo|sandbox)\//.test(file)).toSorted()
}

function stampOf(folder: string) {
  return path.join(folder, 'built-from.json')
}

/** Whether the build is up to date, by content: file times mean nothing after a copy or a checkout. */
export function isFresh({ folder, others }: BuiltFolder): boolean {
  if (!existsSync(stampOf(folder))) return false
  const { modules = [], hash } = readStamp(folder)
  return hashOf([...modules, ...others]) === hash
}

function readStamp(folder: string): Partial<Stamp> {
  return existsSync(stampOf(folder)) ? JSON.parse(readFileSync(stampOf(folder), 'utf8')) : {}
}

/**
 * Copies the hashed files of the last build, which open pages and running processes still request. They stay
 * for as long as this build is the newest.
 */
function keepLast(folder: string, next: string) {
  for (const file of readStamp(folder).made ?? []) {
    const [from, to] = [path.join(folder, file), path.join(next, file)]
    if (existsSync(from) && !existsSync(to)) cpSync(from, to)
  }
}

/** File times may lag behind the system clock by some milliseconds. */
const LATEST_MS = 20

function wasChangedSince(beganAt: number, file: string): boolean {
  const changedAt = statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // A time ahead of the clock comes from another machine, so the file is older than the build. The clock has whole
  // milliseconds, file times have fractions.
  return changedAt > beganAt - LATEST_MS && changedAt < Date.now() + 1
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const absolute = path.join(ROOT, file)
    hash.update(`${file}\0`).update(existsSync(absolute) ? readFileSync(absolute) : 'gone')
  }
  return hash.digest('hex')
}

/**
 * Throws a clear message if this user may not write the build, as with a service that may only read what it
 * serves.
 */
export function requireWritable(root: string) {
  try {
    accessSync(root, constants.W_OK)
  } catch (error) {
    throw new Error(
      `The build is missing or older than its sources, and this user may not write to ${root}: run \`npm ci --include=dev && npm run build\` as whom it belongs to.`,
      { cause: error },
    )
  }
}

/** Loads Vite, which is a development dependency: an installation for serving lacks it. */
async function loadBuilder(): Promise<Build> {
  try {
    const { build } = await import('vite')
    return async (config) => [await build(config)].flat() as Rolldown.RolldownOutput[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    // Throws rather than exits: workers that are to be replaced go on serving.
    throw new Error(
      'The build is missing or older than its sources, and the tools that build are not installed: run `npm ci --include=dev && npm run build`.',
      { cause: error },
    )
  }
}
