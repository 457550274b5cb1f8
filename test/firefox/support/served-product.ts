import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { copyDemoFolder } from '#test/support/demo-folder.ts'
import { freePort } from '#test/support/free-port.ts'
import { startServer } from '#test/support/server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built product, which holds the demo data. */
    productUrl: string
  }
}

/** Serves the built product with the demo data, on its own port and in its own folder. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-firefox-'))
  await copyDemoFolder(folder)
  const PORT = String(await freePort())
  const server = await startServer({
    PORT,
    DATA_DIR: folder,
    DATABASE_URL: '',
    DEMO: '1',
    LOG_LEVEL: 'error',
  })
  project.provide('productUrl', `http://localhost:${PORT}`)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
