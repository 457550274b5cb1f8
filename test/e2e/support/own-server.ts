import { readFileSync } from 'node:fs'
import { openPglite } from '#app/db/embedded.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { embeddedSnapshot } from '#test/support/embedded-snapshot.ts'
import { freePort } from '#test/support/free-port.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import type { TestDatabase } from '#test/support/test-database.ts'
import { test as base } from './browser.ts'

export type OwnServer = TestApp & { url: string }

type Options = Parameters<typeof createAppOn>[1]

/** The built product in this process, on an empty database and a free port of its own. */
export async function startOwnServer(options: Options = {}): Promise<OwnServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const snapshot = readFileSync(await embeddedSnapshot())
  const opened = await openPglite({ loadDataDir: new Blob([snapshot]) })
  const database: TestDatabase = { ...opened, openAgain: async () => database }
  const environment = { ...options.environment, PORT: String(port), PUBLIC_URL: url }
  const app = await createAppOn(database, { ...options, environment, hasPages: true })
  // With the payment sandbox on it, it listens already.
  if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port })
  return Object.assign(app, { url })
}

/** With one for all tests of a worker, which may change its database behind its back. */
export const test = base.extend<object, { server: OwnServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startOwnServer({ environment: { ADMIN_PASSWORD } })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
})
