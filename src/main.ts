import { flushCompileCache } from 'node:module'
import { logSetup } from '#app/admin/server/operations/setup.ts'
import { type PreparedPassword, prepareAdminPassword } from '#app/admin/server/session/password.ts'
import type { OpenDatabase } from '#app/db/database.ts'
import { readSafety } from '#app/db/engine.queries.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { checkConnections } from '#app/db/pooler.ts'
import { DEMO_ADMINISTRATORS } from '#app/demo/administrators.ts'
import { DEMO_LOGINS, fillDemo } from '#app/demo/demo.ts'
import { comparePrices } from '#app/membership/server/plans/prices.ts'
import { tellWhenDealsChange } from '#app/notices/server/alerts/work.ts'
import { readPushKeys } from '#app/notices/server/push/keys.ts'
import { pageRoutes } from '#app/pages/pages.ts'
import { openOperatorSocket } from '#app/server/backup/operator-socket.ts'
import { type Config, readConfig } from '#app/server/config/config.ts'
import { saysNothingOfTls } from '#app/server/config/shapes.ts'
import type { AppContext } from '#app/server/context.ts'
import { listenWith } from '#app/server/http/acceptors.ts'
import { POOL_SHARES } from '#app/server/http/pool-shares.rules.ts'
import { startWorkers } from '#app/server/jobs/job-workers.ts'
import { createJobs } from '#app/server/jobs/jobs.ts'
import { createLive } from '#app/server/live.ts'
import { createLog, type Log } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { findHeldMails } from '#app/server/mail/mail.queries.ts'
import { createMailTransport } from '#app/server/mail/transport.ts'
import { startObserving } from '#app/server/observability/observing.ts'
import {
  createFetchOutside,
  createPostOutside,
  createReadOutside,
} from '#app/server/outside-fetch.ts'
import { createPayments } from '#app/server/payments.ts'
import { openReads } from '#app/server/reads.ts'
import { stopOnSignal } from '#app/server/stop.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { prepareDataFolder } from '#app/server/storage/data-folder.ts'
import { shareUnderWay } from '#app/server/under-way.ts'
import { createApp } from './app.ts'
import { operatorWork } from './backups.ts'
import { preloadRenderer, serveBuiltSite } from './built-site.ts'
import { watchGauges } from './gauges.ts'
import { queues } from './queues.ts'
import type { StandIns } from './stand-ins.ts'

const isDevelopment = process.argv.includes('--dev')
/** Set for all but one of several workers, so that the start is announced once. */
const isQuiet = process.argv.includes('--quiet')

try {
  await start()
} catch (error) {
  // A failed start is reported to the person at the terminal rather than as a log line.
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
}

/**
 * Connecting to a name with several addresses fails with an AggregateError, which has no message of its own.
 */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n')
  return error instanceof Error ? error.message : String(error)
}

/** Puts the setting to check in front of the driver's message, which alone does not name it. */
async function named<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new Error(`${what}: ${reasonOf(error)}`)
  })
}

const noteUnheard = logSometimes(
  'changes are not heard of: the line that listens is refused',
  'error',
)

/** Boots: configuration, database, the product, its stand-ins and pages; then listens. */
async function start() {
  const config = readConfig(process.env, { isServing: true })
  const log = createLog(config)
  prepareDataFolder(config.dataDir)
  warnOfPlainLines(config, log)
  const observers = await named(
    'METRICS_HOST and METRICS_PORT cannot be listened on',
    startObserving(config, log),
  )
  if (!isDevelopment) preloadRenderer({ hasDevTools: config.devTools })
  // Production has no stand-ins, so their code is not even loaded.
  const played = config.isProduction ? undefined : import('./stand-ins.ts')
  // A failure is reported where it is used.
  played?.catch(() => {})
  const now = () => new Date()
  const setting = config.database.url ? 'DATABASE_URL' : 'DATA_DIR'
  const unusable = `The database of ${setting} cannot be used`
  const database = await named(
    unusable,
    openDatabase({
      url: config.database.url,
      directUrl: config.database.directUrl,
      dataDir: config.dataDir,
      onStatement: observers?.onStatement,
      onListenRefused: (err) => noteUnheard({ log, now }, { err }),
      connections: config.database.connections,
      shares: { ...POOL_SHARES, of: shareUnderWay },
    }),
  )
  await named(unusable, checkPooler(config, database, log))
  const { newer } = await named(unusable, migrate(database.work))
  if (newer.length > 0) {
    log.warn({ newer }, 'a newer version has brought the schema on: this one runs beside it')
  }
  await named(setting, checkEngine(config, database, log))

  let isDraining = false
  const live = await createLive(database)
  const ctx: AppContext = {
    config,
    db: database.db,
    engine: database.engine,
    live,
    reads: await openReads({ url: config.database.replicaUrl, database, live, log }),
    storage: await createStorage(config.pictures, config.dataDir, log),
    payments: createPayments(config, now, { log }),
    jobs: await createJobs(database, queues, log),
    mail: createMailTransport(config),
    fetchOutside: createFetchOutside(toStandInShops(config)),
    readOutside: createReadOutside(toStandInShops(config)),
    postOutside: createPostOutside(config.push.isSandbox ? toStandIn(config) : {}),
    log,
    now,
    isDraining: () => isDraining,
  }
  await readPushKeys(ctx)
  if (config.isDemo) await fillDemo(ctx)
  if (config.metrics) watchGauges(ctx, database)

  let standIns: StandIns | undefined
  // A configured password applies from the first request on; production never generates one.
  const isMadeUp = config.adminPassword === undefined && !config.isProduction
  const app = createApp(ctx, log, async (site) => {
    standIns = (await played)?.openStandIns(site, ctx)
    const renderer = isDevelopment
      ? await (await import('./dev-site.ts')).serveDevSite(site, {
          hasDevTools: config.devTools,
        })
      : await serveBuiltSite(site, { hasDevTools: config.devTools })
    pageRoutes(site, ctx, renderer)
  })
  const [http, configured] = await Promise.all([
    app,
    isMadeUp ? undefined : prepareAdminPassword(ctx),
  ])

  const { host, port } = config.http
  const acceptors = await named(
    'HOST and PORT cannot be listened on',
    listenWith({ listen: (at) => http.listen(at), server: http.server }, { host, port }),
  )
  const workers = await startWorkers(
    { ...ctx, db: database.work },
    { db: database.work, listen: database.listen },
    queues,
  )
  tellWhenDealsChange(ctx)
  const operator =
    database.engine === 'embedded'
      ? await openOperatorSocket(config.dataDir, operatorWork(ctx), log)
      : undefined
  await standIns?.start(config.http.ownOrigin)
  stopOnSignal({
    log,
    // Only a load balancer needs time to notice that this process is draining.
    noticeMs: config.isProduction || config.http.trustedProxies > 0 ? 1500 : 0,
    beginDraining: () => {
      isDraining = true
    },
    server: http.server,
    acceptors,
    closeUnused: http.closeUnused,
    endArrivals: http.endArrivals,
    closeSockets: async () => {
      await Promise.all(http.socketClosers.map((close) => close()))
    },
    close: async () => {
      await operator?.close()
      await workers.stop()
      await http.close()
      standIns?.stop()
      ctx.mail.close()
      await ctx.jobs.close()
      await ctx.reads.close()
      await database.close()
      await observers?.close()
    },
  })
  // Last, because nothing may fail between storing a generated password and showing it.
  const adminPassword = configured ?? (await prepareAdminPassword(ctx))
  // Flushed now rather than on exit, because the process may be killed.
  flushCompileCache()
  const lines = [welcome(ctx, standIns?.names ?? []), ...backOffice(ctx, adminPassword)]
  if (isQuiet) return
  process.stdout.write(`${lines.join('\n')}\n`)
  void comparePrices(ctx).then(() => logSetup(ctx))
  const held = await findHeldMails(ctx.db)
  if (held.length > 0) {
    log.warn({ held: held.length }, 'mails from a backup are held: npm run held-mails')
  }
}

/** Sends requests to the demo's fictional shops to our own port; all other addresses are unchanged. */
function toStandInShops({ http: { ownOrigin }, retailerStandInUrl }: Config) {
  if (retailerStandInUrl === undefined) return {}
  return {
    playedAt: (url: URL) =>
      url.hostname.endsWith('.example')
        ? new URL(`/sandbox/retailers/page?to=${encodeURIComponent(url.href)}`, ownOrigin)
        : undefined,
  }
}

/** Allows the push stand-in on our own port, and nothing else. */
function toStandIn({ http: { ownOrigin } }: Config) {
  const { hostname, port } = new URL(ownOrigin)
  return {
    isAllowed: (address: string) => address === hostname,
    isAllowedPort: (given: string) => given === port,
  }
}

/**
 * Warns about unencrypted database connections in production: rows and passwords are then sent in the clear.
 */
function warnOfPlainLines({ isProduction, database }: Config, log: Log): void {
  if (!isProduction) return
  const lines = { DATABASE_URL: database.url, DATABASE_LISTEN_URL: database.directUrl }
  for (const [setting, url] of Object.entries(lines)) {
    if (!saysNothingOfTls(url)) continue
    log.warn(
      { setting },
      'the line to the database is not encrypted: add ?sslmode=verify-full, or sslmode=disable on a network of your own',
    )
    return
  }
}

/** Behind a pooler, checks that notifications arrive and that connections have their limits. */
async function checkPooler(
  { isProduction }: Config,
  database: OpenDatabase,
  log: Log,
): Promise<void> {
  if (database.engine === 'embedded') return
  const missing = await checkConnections(database)
  if (missing.length === 0) return
  const problem = `the pooler's connections lack limits: give its database connect_query='${missing.join('; ')}'`
  if (isProduction) throw new Error(problem)
  log.warn({ missing }, problem)
}

/** Logs which database production uses, and refuses settings that may lose acknowledged rows. */
async function checkEngine(
  { isProduction }: Config,
  { db, engine }: OpenDatabase,
  log: Log,
): Promise<void> {
  const { version, off } = await readSafety(db)
  if (off.length > 0) {
    const problem = `${off.join(', ')} must be on, or acknowledged rows are lost with the power`
    if (isProduction) throw new Error(problem)
    log.warn({ engine, off }, problem)
  }
  if (!isProduction) return
  if (engine === 'postgres') log.info({ engine, version }, 'production runs on PostgreSQL')
  else log.warn({ engine, version }, 'production runs on the embedded database')
}

/** One line: the address, the database, which parts are stand-ins, and the logins. */
function welcome({ config, engine }: AppContext, standIns: string[]): string {
  const { club, isDemo, dataDir, http, pictures } = config
  return [
    `${club.name}: ${http.publicUrl}`,
    engine === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL',
    pictures.s3 ? 'pictures in a bucket' : `pictures in ${dataDir}`,
    `stand-ins: ${standIns.length > 0 ? standIns.join(', ') : 'none'}`,
    ...(isDemo ? [`demo logins: ${DEMO_LOGINS}`, `administrators: ${DEMO_ADMINISTRATORS}`] : []),
  ].join(' | ')
}

function backOffice({ config }: AppContext, prepared: PreparedPassword): string[] {
  const where = `back office: ${config.http.publicUrl}/admin`
  switch (prepared.kind) {
    case 'new':
      return [
        where,
        `administrator's password: ${prepared.password} (shown once; set ADMIN_PASSWORD to choose your own)`,
      ]
    case 'kept':
      return [`${where} (its password was shown at the first start; ADMIN_PASSWORD sets another)`]
    case 'configured':
    case 'owned':
      return [where]
  }
}
