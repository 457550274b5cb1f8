import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildSite } from '#scripts/build.ts'
import { freePort } from '#test/support/free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the built product with the demo in it is served. */
    productUrl: string
  }
}

/** Serves the built product on a port and in a folder of its own, with the demo in it. */
export default async function setup(project: TestProject) {
  await buildSite()
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-firefox-'))
  const PORT = String(await freePort())
  const settings = { PORT, DATA_DIR: folder, DATABASE_URL: '', DEMO: '1', LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, NODE_ENV: 'development', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  await Promise.race([
    new Promise<void>((resolve) =>
      server.stdout.on('data', (said) => `${said}`.includes('Club: ') && resolve()),
    ),
    ended.then(([code]) => Promise.reject(new Error(`The product did not start: ${code}`))),
  ])
  project.provide('productUrl', `http://localhost:${PORT}`)
  return async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
