import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unavailable } from '#app/server/problem.ts'
import { MB } from '#app/shared/counts.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const LIBRARIES = path.join(ROOT, 'node_modules')
/** All that the programs may read: their source, its imports, and the library, which may be a symlink. */
const READABLE = [
  path.join(import.meta.dirname, path.sep),
  path.join(ROOT, 'src/deals/deals.facts.ts'),
  path.join(ROOT, 'src/shared/counts.ts'),
  path.join(ROOT, 'src/server/byte-order-mark.ts'),
  LIBRARIES,
  path.join(realpathSync(path.join(LIBRARIES, '@e965/xlsx')), path.sep),
]
const MAX_HEAP_MB = 256
/** Limit of resident memory: the limit of the heap does not cover buffers. */
export const MAX_RESIDENT_BYTES = 512 * MB
const LOOK_EVERY_MS = 50
/** Processor time, where the system reports it, so that a busy machine does not reject sheets. */
const MAX_WORK_SECONDS = 10
const TIME_LIMIT_MS = 60_000
/** Clock ticks, the unit in which Linux reports processor time. */
const TICKS_PER_SECOND = 100
const MAX_WAITING = 4

let waiting = 0
let lastInLine: Promise<unknown> = Promise.resolve()

/**
 * Runs one at a time, because such a program may use a whole core and a quarter of a gigabyte. Throws 503 when
 * too many wait.
 */
export async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) throw unavailable('Other sheets are being read just now.', 10)
  waiting += 1
  const turn = lastInLine.then(work)
  lastInLine = turn.catch(() => {})
  try {
    return await turn
  } finally {
    waiting -= 1
  }
}

/**
 * Runs a program of this folder in a sandboxed process, which is killed after 10 s of processor time or above
 * 512 MB. Returns what `collect` makes of its output; undefined when the output was incomplete.
 */
export async function runSheetProgram<T>(
  program: 'parser.ts' | 'writer.ts',
  args: string[],
  input: Iterable<Buffer | string>,
  collect: (output: AsyncIterable<Buffer>) => Promise<T | undefined>,
): Promise<{ result: T | undefined; isOutOfTime: boolean; isTooLarge: boolean }> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${MAX_HEAP_MB}`,
      // Reading its own program is the only permission of the process.
      '--permission',
      ...READABLE.map((folder) => `--allow-fs-read=${folder}`),
      path.join(import.meta.dirname, program),
      ...args,
    ],
    // None of our environment, so that no secrets exist where a hostile file is parsed.
    { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
  )
  const ended = once(child, 'close')
  let isOutOfTime = false
  const timer = setTimeout(() => {
    isOutOfTime = true
    child.kill('SIGKILL')
  }, TIME_LIMIT_MS)
  const watch = watchUse(child.pid, () => child.kill('SIGKILL'))
  // It may die before it has read everything; its exit explains more than a broken pipe.
  pipeline(Readable.from(input), child.stdin).catch(() => {})

  try {
    const result = await collect(child.stdout)
    const { isTooLarge, isTooLong } = watch.seen
    return { result, isOutOfTime: isOutOfTime || isTooLong, isTooLarge }
  } finally {
    clearTimeout(timer)
    watch.stop()
    child.kill('SIGKILL')
    await ended.catch(() => {})
  }
}

/** Polls memory and processor time of a process, where the system reports them, as Linux does. */
function watchUse(pid: number | undefined, onTooMuch: () => void) {
  const seen = { isTooLarge: false, isTooLong: false }
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '')
  const timer = setInterval(async () => {
    const [, kilobytes = 0] = /^VmRSS:\s*(\d+) kB$/m.exec(await read('status')) ?? []
    // Skips the process name, which may contain any character: proc(5).
    const fields = (await read('stat')).replace(/^.*\) /s, '').split(' ')
    const ticks = Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    if (Number(kilobytes) * 1024 > MAX_RESIDENT_BYTES) seen.isTooLarge = true
    else if (ticks > MAX_WORK_SECONDS * TICKS_PER_SECOND) seen.isTooLong = true
    else return
    onTooMuch()
  }, LOOK_EVERY_MS)
  return { seen, stop: () => clearInterval(timer) }
}
