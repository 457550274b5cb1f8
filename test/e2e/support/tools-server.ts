import { withDevTools } from '#test/devtools/tools-app.ts'
import { openAdmin } from '#test/support/admin.ts'
import { test as base } from './browser.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** The product with the developer tools and the payment sandbox. */
export const test = base.extend<object, { tools: OwnServer }>({
  tools: [
    async ({ browserName: _ }, use) => {
      const tools: OwnServer = await startOwnServer(withDevTools(() => tools.payments))
      // The test user has paid, so that the provider has something to tell of.
      const admin = tools.as(await openAdmin(tools))
      await admin.inject({ url: '/api/admin/direct-update-subscription' })
      await use(tools)
      await tools.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ tools }, use) => use(tools.url),
})
