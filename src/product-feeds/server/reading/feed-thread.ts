// Runs in a thread of its own: a feed is somebody else's, and may be of any size.
import { parentPort, workerData } from 'node:worker_threads'
import type { FeedToRead } from './feed-messages.ts'
import { readFeedFile } from './read-feed-file.ts'

const port = parentPort
if (port) {
  let taken: (() => void) | undefined
  port.on('message', () => taken?.())
  /** Waits until what was told last has been taken: nothing piles up between the two. */
  const tell = (part: unknown) =>
    new Promise<void>((resolve) => {
      taken = resolve
      port.postMessage(part)
    })
  await readFeedFile(workerData as FeedToRead, tell)
  port.close()
}
