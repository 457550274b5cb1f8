import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { FeedFault } from './feed-fault.ts'
import type { FeedPart, FeedToRead } from './feed-messages.ts'

const MAX_HEAP_MB = 112
const MAX_YOUNG_MB = 32
/** A thread that is silent for this long hangs, on a feed built to do that. */
const LONGEST_SILENCE_MS = 60_000

/**
 * Yields the parts of a feed, read in a worker thread: the thread waits until each part has been handled.
 * Throws a FeedFault for a feed that takes more memory or time than any should.
 */
export async function* readProductFeed(
  feed: FeedToRead,
  signal?: AbortSignal,
  script = new URL('./feed-thread.ts', import.meta.url),
): AsyncGenerator<FeedPart> {
  const thread = new Worker(script, {
    workerData: feed,
    // An empty environment: no secret may be where a hostile file is read.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    stdout: true,
    stderr: true,
  })
  const silence = new AbortController()
  const given = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal
  let timer = setTimeout(() => silence.abort(), LONGEST_SILENCE_MS)
  try {
    for await (const [part] of on(thread, 'message', { close: ['exit'], signal: given })) {
      clearTimeout(timer)
      yield part as FeedPart
      const { kind } = part as FeedPart
      if (kind === 'end' || kind === 'fault') return
      timer = setTimeout(() => silence.abort(), LONGEST_SILENCE_MS)
      thread.postMessage('taken')
    }
    throw new FeedFault('The feed could not be read to its end. Fetch or upload it again.')
  } catch (error) {
    signal?.throwIfAborted()
    if (silence.signal.aborted)
      throw new FeedFault(
        'The feed takes too long to be read. Ask the shop for it in parts, or choose another file.',
      )
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
      throw new FeedFault(
        'The feed takes more memory to be read than any should. Ask the shop for it in parts, or choose another file.',
      )
    }
    throw error
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
