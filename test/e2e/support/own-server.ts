import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDatabaseOn, openServerDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import { test as base } from './browser.ts'

export type OwnServer = TestApp & { url: string }

type Options = Parameters<typeof createAppOn>[1]

/** Starts the built product in this process, on an empty database and a free port of its own. */
export async function startOwnServer(options: Options = {}): Promise<OwnServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { JOURNEYS_POSTGRES = '' } = process.env
  const database = await openServerDatabase(await createDatabaseOn(JOURNEYS_POSTGRES))
  const environment = { ...options.environment, PORT: String(port), PUBLIC_URL: url }
  const app = await createAppOn(database, { ...options, environment, hasPages: true })
  // With the payment sandbox the app is listening already.
  if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port })
  return Object.assign(app, { url })
}

/**
 * A test with the server of that name, shared by the tests of a worker, which may change its data directly.
 */
export function withServer<S extends OwnServer>(name: string, start: () => Promise<S>) {
  return base.extend<{ server: S }>({
    server: [async ({ servers }, use) => use(await servers(name, start)), { timeout: 300_000 }],
    baseURL: ({ server }, use) => use(server.url),
  })
}

/** A test whose server holds only what these tests do. */
export const test = withServer('empty', () => startOwnServer({ environment: { ADMIN_PASSWORD } }))
