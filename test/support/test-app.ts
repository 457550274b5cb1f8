import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { prepareAdminPassword } from '#app/admin/server/session/password.ts'
import { createApp } from '#app/app.ts'
import { serveBuiltSite } from '#app/built-site.ts'
import type { Database } from '#app/db/database.ts'
import { pageRoutes } from '#app/pages/pages.ts'
import { queues } from '#app/queues.ts'
import { readConfig } from '#app/server/config/config.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { createJobs } from '#app/server/jobs/jobs.ts'
import { createLive } from '#app/server/live.ts'
import { createLog } from '#app/server/log.ts'
import { createMailTransport } from '#app/server/mail/transport.ts'
import {
  createFetchOutside,
  createPostOutside,
  createReadOutside,
  type FetchOutside,
  type PostOutside,
  type ReadOutside,
} from '#app/server/outside-fetch.ts'
import { createPayments } from '#app/server/payments.ts'
import { openReads } from '#app/server/reads.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { buildSite } from '#scripts/building/site.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/databases/test-database.ts'
import { hurry } from '#test/support/paying/payment-retries.ts'
import { openTestPayments, type TestPayments } from '#test/support/paying/payments.ts'
import { freePort } from './free-port.ts'
import { MONTHLY_CENTS } from './offer.ts'

type Options = {
  /** An existing database; the app closes it. */
  database?: TestDatabase
  /** Settings as the environment would give them. */
  environment?: Record<string, string>
  /** Serves the built pages as well as the calls. */
  hasPages?: boolean
  /** Listens on a port of its own and mounts the payment sandbox, as the product does. */
  hasPayments?: boolean
  /** Stands in for the internet when pictures are fetched from addresses that people enter. */
  fetchOutside?: FetchOutside
  /** Stands in for shops, whose pages are checked. */
  readOutside?: ReadOutside
  /** Stands in for push services. */
  postOutside?: PostOutside
  /** Called with the finished app before it takes requests, to register stand-ins. */
  extend?: (http: Http, ctx: AppContext) => Promise<void> | void
}

export type TestApp = {
  ctx: AppContext
  db: Database
  http: Http
  /** The payment sandbox; only with `hasPayments`. */
  payments: TestPayments
  /** Everything the app has logged, one JSON object per line. */
  logLines: string[]
  /** Sets the app's clock; undefined returns it to the real time. */
  setNow: (now: Date | undefined) => void
  /** Sends a request as a visitor's browser does. */
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>
  /** Sends requests with a person's session cookie. */
  as: (who: { cookie: string }) => Pick<TestApp, 'inject'>
  /** A second server process on the same database, as far as one process can imitate it. */
  another: (options?: Options) => Promise<TestApp>
  close: () => Promise<void>
}

/** Creates the whole server with its own database and folder. */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  return createAppOn(options.database ?? (await openTestDatabase()), options)
}

export async function createAppOn(database: TestDatabase, options: Options): Promise<TestApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nouveau-app-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DEMO: '0',
    DATA_DIR: dataDir,
    MONTHLY_PRICE_CENTS: String(MONTHLY_CENTS),
    ...(options.hasPayments ? { PORT: String(await freePort()) } : {}),
    ...options.environment,
  })
  const logLines: string[] = []
  const log = createLog(
    { log: { level: 'debug' } },
    { write: (line: string) => void logLines.push(line) },
  )
  let now: Date | undefined
  const clock = () => now ?? new Date()
  const live = await createLive(database)
  const ctx: AppContext = {
    config,
    db: database.db,
    engine: database.engine,
    live,
    reads: await openReads({ url: config.database.replicaUrl, database, live, log }),
    storage: await createStorage(config.pictures, config.dataDir, log),
    payments: hurry(createPayments(config, clock, { log })),
    jobs: await createJobs(database, queues, log),
    mail: createMailTransport(config),
    fetchOutside: options.fetchOutside ?? createFetchOutside(),
    readOutside: options.readOutside ?? createReadOutside(),
    postOutside: options.postOutside ?? createPostOutside(),
    log,
    now: clock,
    isDraining: () => false,
  }
  if (config.adminPassword !== undefined) await prepareAdminPassword(ctx)
  const addPages = async (site: Http) => {
    const hasDevTools = config.devTools
    await buildSite({ hasDevTools })
    pageRoutes(site, ctx, await serveBuiltSite(site, { hasDevTools }))
  }
  const http = await createApp(ctx, log, options.hasPages ? addPages : undefined)
  await options.extend?.(http, ctx)
  const payments = options.hasPayments ? openTestPayments(http, ctx) : undefined
  await http.ready()
  if (payments) await http.listen({ host: '127.0.0.1', port: config.http.port })

  const inject = (request: InjectOptions, cookie?: string) =>
    http.inject({
      ...request,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...(cookie ? { cookie } : {}),
        ...request.headers,
      },
    })

  return {
    ctx,
    db: ctx.db,
    http,
    get payments() {
      if (!payments) throw new Error('The payment sandbox is there with hasPayments only.')
      return payments
    },
    logLines,
    setNow: (at) => {
      now = at
    },
    inject,
    as: ({ cookie }) => ({ inject: (request) => inject(request, cookie) }),
    another: async (more = {}) => createAppOn(await database.openAgain(), more),
    close: async () => {
      await http.close()
      payments?.stop()
      ctx.mail.close()
      await ctx.jobs.close()
      await ctx.reads.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One app for the tests of a file, created before the first and closed after the last. */
export function useTestApp(options: Options = {}): TestApp {
  let app: TestApp | undefined
  beforeAll(async () => {
    app = await createTestApp(options)
  })
  afterAll(() => app?.close())

  return new Proxy({} as TestApp, {
    get: (_target, name) => {
      if (!app) throw new Error('The test app is there from beforeAll on.')
      return Reflect.get(app, name)
    },
  })
}
