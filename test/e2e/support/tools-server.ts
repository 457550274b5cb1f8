import { withDevTools } from '#test/devtools/tools-app.ts'
import { openAdmin } from '#test/support/admin.ts'
import { type OwnServer, startOwnServer, withServer } from './own-server.ts'

/** Starts the product with the developer tools and the payment sandbox. */
export async function startToolsServer(): Promise<OwnServer> {
  const tools: OwnServer = await startOwnServer(withDevTools(() => tools.payments))
  // The test user has paid, so the provider has something to report.
  const admin = tools.as(await openAdmin(tools))
  await admin.inject({ url: '/api/admin/direct-update-subscription' })
  return tools
}

export const test = withServer('tools', startToolsServer)
