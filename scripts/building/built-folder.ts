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

/** A folder that is built of sources. */
export type BuiltFolder = {
  folder: string
  /** What is said when it begins. */
  says: string
  /** Files besides modules that it is made of or that decide how it is built. */
  others: string[]
  /** What is loaded only when it is needed, under names made from content; there may be none. */
  namedByContent?: string
  /** Builds into this folder. */
  make: (next: string, build: Build) => Promise<Rolldown.RolldownOutput[]>
}

/** Our own modules that went into a build, a hash of all that it depends on, and what it has made. */
type Stamp = { modules: string[]; hash: string; made: string[] }

/**
 * Builds a folder, unless nothing it is made of has changed since the last time. Whoever asks while
 * another process builds waits for that build.
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
  // Whoever reads the last build meanwhile is not disturbed.
  const next = `${folder}.next`
  const beganAt = Date.now()
  rmSync(next, { recursive: true, force: true })
  const { NODE_ENV } = process.env
  // The renderer must hold React's production build, whatever the caller runs as.
  process.env.NODE_ENV = 'production'
  const outputs = await built.make(next, build)
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  const modules = modulesOf(outputs)
  const sources = [...modules, ...others]
  const stamp: Stamp = {
    modules,
    // Of what was changed meanwhile nobody knows which state went in: the next to ask builds anew.
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

/** By content: times of files tell nothing after a copy or a checkout. */
export function isFresh({ folder, others }: BuiltFolder): boolean {
  if (!existsSync(stampOf(folder))) return false
  const { modules = [], hash } = readStamp(folder)
  return hashOf([...modules, ...others]) === hash
}

function readStamp(folder: string): Partial<Stamp> {
  return existsSync(stampOf(folder)) ? JSON.parse(readFileSync(stampOf(folder), 'utf8')) : {}
}

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

/** Times of files are told by a clock of its own that is some milliseconds late. */
const LATEST_MS = 20

function wasChangedSince(beganAt: number, file: string): boolean {
  const changedAt = statSync(path.join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // One that is ahead of the clock was written before, on another machine.
  return changedAt > beganAt - LATEST_MS && changedAt <= Date.now()
}

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) {
    const absolute = path.join(ROOT, file)
    hash.update(`${file}\0`).update(existsSync(absolute) ? readFileSync(absolute) : 'gone')
  }
  return hash.digest('hex')
}

/** A service that may only read what it serves is told so, and not what it could not open. */
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

/** The tools that build are for development: an installation that only serves does without. */
async function loadBuilder(): Promise<Build> {
  try {
    const { build } = await import('vite')
    return async (config) => [await build(config)].flat() as Rolldown.RolldownOutput[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    // Whoever is told decides what ends: workers that serve go on when they are to be exchanged.
    throw new Error(
      'The build is missing or older than its sources, and the tools that build are not installed: run `npm ci --include=dev && npm run build`.',
      { cause: error },
    )
  }
}
