// Runs in its own thread: pages are untrusted, and parsing one must not block requests.
import { parentPort } from 'node:worker_threads'
import type { PageToRead } from './page-reading.ts'
import { readPage } from './read-page.ts'

parentPort?.on('message', ({ id, page }: { id: number; page: PageToRead }) => {
  try {
    const reading = readPage(page)
    parentPort?.postMessage({ id, reading })
  } catch {
    parentPort?.postMessage({ id, reading: null })
  }
})
