// Runs in a thread of its own: pages are somebody else's, and reading one holds up nobody who is being served.
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
