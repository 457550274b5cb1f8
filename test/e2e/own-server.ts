import { openPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { ADMIN_PASSWORD } from '#test/admin.ts'
import { freePort } from '#test/free-port.ts'
import { createAppOn, type TestApp } from '#test/test-app.ts'
import type { TestDatabase } from '#test/test-database.ts'
import { test as base } from './browser.ts'

export type OwnServer = TestApp & { url: string }

async function startOwnServer(): Promise<OwnServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const opened = await openPglite({})
  await migrate(opened.db)
  const database: TestDatabase = { ...opened, openAgain: async () => database }
  const environment = { PORT: String(port), PUBLIC_URL: url, ADMIN_PASSWORD }
  const app = await createAppOn(database, { environment, hasPages: true })
  await app.http.listen({ host: '127.0.0.1', port })
  return Object.assign(app, { url })
}

/** The built product in this process, on a database that a test can change behind its back. */
export const test = base.extend<object, { server: OwnServer }>({
  server: [
    async ({ browserName: _ }, use) => {
      const server = await startOwnServer()
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
})
