import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageReading, PageToRead } from './page-reading.ts'

const LIMITS = {
  /** A page that takes longer was made to. */
  longestMs: 2000,
  /** The first one waits for its thread as well. */
  longestStartMs: 10_000,
  maxHeapMb: 48,
}
const MAX_YOUNG_MB = 8
/** A thread that has nothing to do for so long goes, with what it holds. */
const IDLE_MS = 30_000

type Answer = { id: number; reading: PageReading | null }
type Waiting = { page: PageToRead; answer: (reading: PageReading | null) => void }
type Settings = Partial<typeof LIMITS> & { script?: URL }

/**
 * What a page of a shop says, read off the serving loop, one page after the other. Null for one that cannot be
 * read, or takes too long. The bytes go to the thread: whoever gave them has them no more.
 */
export const readShopPage = createPageReader()

/** A line of pages of its own, and a thread while there is something in it. */
export function createPageReader({
  script = new URL('./thread.ts', import.meta.url),
  ...limits
}: Settings = {}): (page: PageToRead) => Promise<PageReading | null> {
  const { longestMs, longestStartMs, maxHeapMb } = { ...LIMITS, ...limits }
  let thread: Worker | undefined
  let underWay: (Waiting & { id: number; timer: NodeJS.Timeout }) | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const line: Waiting[] = []

  return (page) =>
    new Promise((answer) => {
      line.push({ page, answer })
      next()
    })

  function next() {
    if (underWay) return
    const waiting = line.shift()
    if (!waiting) return rest()
    clearTimeout(idle)
    lastId += 1
    const id = lastId
    const timer = setTimeout(giveUp, thread ? longestMs : longestStartMs)
    underWay = { ...waiting, id, timer }
    thread ??= open()
    // While it reads, a process that stops waits for it.
    thread.ref()
    const bytes = ownBytes(waiting.page.bytes)
    thread.postMessage({ id, page: { ...waiting.page, bytes } }, [bytes.buffer])
  }

  function finish(reading: PageReading | null) {
    const done = underWay
    if (!done) return
    underWay = undefined
    clearTimeout(done.timer)
    done.answer(reading)
    next()
  }

  function giveUp() {
    close()
    finish(null)
  }

  function open(): Worker {
    const opened = new Worker(script, {
      env: compiledOnce(),
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
      stdout: true,
      stderr: true,
    })
    const lost = () => {
      if (thread !== opened) return
      thread = undefined
      finish(null)
    }
    opened.on('message', ({ id, reading }: Answer) => {
      if (underWay?.id === id) finish(reading)
    })
    opened.on('error', lost)
    opened.on('exit', lost)
    return opened
  }

  function close() {
    const closing = thread
    thread = undefined
    void closing?.terminate()
  }

  function rest() {
    thread?.unref()
    idle = setTimeout(close, IDLE_MS)
    idle.unref()
  }
}

/** As they are where nobody else has a part of their memory: a page goes over without being copied. */
function ownBytes(bytes: PageToRead['bytes']): PageToRead['bytes'] {
  const isAlone = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
  return isAlone ? bytes : new Uint8Array(bytes)
}

/**
 * Nothing of our environment: no secret is where a hostile page is read. Only where scripts that are compiled are
 * kept, which a thread of its own does not know otherwise: it starts in half the time, and takes 19 MiB less.
 */
function compiledOnce(): Record<string, string> {
  const kept = getCompileCacheDir()
  // Inside of it is a folder for each version.
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(kept) }
}
