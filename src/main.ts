import { openDatabase } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { retailerStandIns } from '#app/sandbox/retailers.ts'
import { readConfig } from '#app/server/config.ts'
import type { AppContext } from '#app/server/context.ts'
import { createLive } from '#app/server/live.ts'
import { createLog } from '#app/server/log.ts'
import { stopOnSignal } from '#app/server/stop.ts'
import { createStorage } from '#app/server/storage.ts'
import { createApp } from './app.ts'
import { serveBuiltSite } from './built-site.ts'
import { DEMO_LOGINS, fillDemo } from './demo.ts'
import { startHousekeeping } from './housekeeping.ts'
import { pageRoutes } from './pages.ts'

const isDevelopment = process.argv.includes('--dev')

try {
  await start()
} catch (error) {
  // What went wrong at the start is for the person at the terminal, not for a log reader.
  process.stderr.write(`${reasonOf(error)}\n`)
  process.exit(1)
}

/** A name with several addresses fails once for each, in an error without words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n')
  return error instanceof Error ? error.message : String(error)
}

/** Names the setting to look at: what a driver says of itself helps nobody at three in the morning. */
async function named<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new Error(`${what}: ${reasonOf(error)}`)
  })
}

/** Boots: configuration, database, the product, its stand-ins and pages; then listens. */
async function start() {
  const config = readConfig(process.env)
  const log = createLog(config)
  const database = await openDatabase({ url: config.database.url, dataDir: config.dataDir })
  const setting = config.database.url ? 'DATABASE_URL' : 'DATA_DIR'
  await named(`The database of ${setting} cannot be used`, migrate(database.db))

  let isDraining = false
  const ctx: AppContext = {
    config,
    db: database.db,
    engine: database.engine,
    live: await createLive(database),
    storage: await createStorage(config.pictures, config.dataDir),
    log,
    now: () => new Date(),
    isDraining: () => isDraining,
  }
  if (config.isDemo) await fillDemo(ctx)

  const http = await createApp(ctx, log, async (site) => {
    if (config.isDemo) retailerStandIns(site)
    const renderer = isDevelopment
      ? await (await import('./dev-site.ts')).serveDevSite(site)
      : await serveBuiltSite(site)
    pageRoutes(site, ctx, renderer)
  })

  const stopHousekeeping = startHousekeeping(ctx)
  const { host, port } = config.http
  await named('HOST and PORT cannot be listened on', http.listen({ host, port }))
  stopOnSignal({
    log,
    // Only a load balancer needs time to notice that this process takes no more requests.
    noticeMs: config.isProduction ? 1500 : 0,
    beginDraining: () => {
      isDraining = true
    },
    server: http.server,
    close: async () => {
      stopHousekeeping()
      await http.close()
      await database.close()
    },
  })
  process.stdout.write(`${welcome(ctx)}\n`)
}

/** One line: where it is, what it keeps its records in, what is only a stand-in, and how to get in. */
function welcome({ config, engine }: AppContext): string {
  const { isDemo, dataDir, http, pictures } = config
  return [
    `Nouveau Designer Club: ${http.publicUrl}`,
    engine === 'embedded' ? `embedded database in ${dataDir}` : 'PostgreSQL',
    pictures.s3 ? 'pictures in a bucket' : `pictures in ${dataDir}`,
    `stand-ins: ${isDemo ? 'retailer pages' : 'none'}`,
    ...(isDemo ? [`demo logins: ${DEMO_LOGINS}`] : []),
  ].join(' | ')
}
