// Runs in its own thread: feeds are untrusted and may be of any size.
import { parentPort, workerData } from 'node:worker_threads'
import type { FeedToRead } from './feed-messages.ts'
import { readFeedFile } from './read-feed-file.ts'

const port = parentPort
if (port) {
  let taken: (() => void) | undefined
  port.on('message', () => taken?.())
  /** Resolves when the message has been handled, so that none pile up between the threads. */
  const tell = (part: unknown) =>
    new Promise<void>((resolve) => {
      taken = resolve
      port.postMessage(part)
    })
  await readFeedFile(workerData as FeedToRead, tell)
  port.close()
}
