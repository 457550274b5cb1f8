import { openPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { openAdmin } from '#test/admin.ts'
import { withDevTools } from '#test/devtools/tools-app.ts'
import { freePort } from '#test/free-port.ts'
import { createAppOn, type TestApp } from '#test/test-app.ts'
import type { TestDatabase } from '#test/test-database.ts'
import { test as base } from './browser.ts'

/** The product with the developer tools and the payment sandbox. */
export const test = base.extend<object, { tools: TestApp & { url: string } }>({
  tools: [
    async ({ browserName: _ }, use) => {
      const port = await freePort()
      const url = `http://localhost:${port}`
      const opened = await openPglite({})
      await migrate(opened.db)
      const database: TestDatabase = { ...opened, openAgain: async () => database }
      const options = withDevTools(() => app.payments)
      const environment = { ...options.environment, PORT: String(port), PUBLIC_URL: url }
      const app: TestApp = await createAppOn(database, { ...options, environment, hasPages: true })
      // The test user has paid, so that the provider has something to tell of.
      const admin = app.as(await openAdmin(app))
      await admin.inject({ url: '/api/admin/direct-update-subscription' })
      await use(Object.assign(app, { url }))
      await app.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ tools }, use) => use(tools.url),
})
