// Runs the product's own thread for shop pages, with pages that do what a hostile page would try.
import { parentPort } from 'node:worker_threads'
import type { PageToRead } from '#app/checks/server/pages/page-reading.ts'

const HOSTILE: Record<string, () => void> = {
  '/hangs': () => {
    for (;;);
  },
  '/fills-memory': () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 100_000 }, Math.random))
  },
  '/ends-it': () => process.exit(1),
}

parentPort?.on('message', ({ page }: { page: PageToRead }) => {
  HOSTILE[new URL(page.url).pathname]?.()
})
await import('#app/checks/server/pages/thread.ts')
