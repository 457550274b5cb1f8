import { getCompileCacheDir } from 'node:module'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageReading, PageToRead } from './page-reading.ts'

const LIMITS = {
  /** No ordinary page takes longer; one that does was built to. */
  longestMs: 2000,
  /** For the first page, which also waits for the thread to start. */
  longestStartMs: 10_000,
  maxHeapMb: 48,
}
const MAX_YOUNG_MB = 8
/** How long a thread may be idle before it is terminated, which frees its memory. */
const IDLE_MS = 30_000

type Answer = { id: number; reading: PageReading | null }
type Waiting = { page: PageToRead; answer: (reading: PageReading | null) => void }
type Settings = Partial<typeof LIMITS> & { script?: URL }

/**
 * Reads a shop's page in a worker thread, one page at a time. Returns null if it cannot be read or takes too
 * long. The bytes are transferred to the thread, so the caller can no longer use them.
 */
export const readShopPage = createPageReader()

/** Creates a reader with its own queue of pages, and a thread that lives while there is work. */
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
    // Keeps a process that is stopping alive until the page is read.
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

/** Returns the bytes themselves if they fill their buffer, so that it can be transferred without a copy. */
function ownBytes(bytes: PageToRead['bytes']): PageToRead['bytes'] {
  const isAlone = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
  return isAlone ? bytes : new Uint8Array(bytes)
}

/**
 * The thread's environment. It holds no secret, since hostile pages are read there; only the compile cache
 * folder, which a thread does not inherit: with it the thread starts in half the time and takes 19 MiB less.
 */
function compiledOnce(): Record<string, string> {
  const kept = getCompileCacheDir()
  // The directory returned is the one of this version, inside the configured folder.
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(kept) }
}
