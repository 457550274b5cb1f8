import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#app/db/migrate.ts'
import { startUnsteadyProvider, type UnsteadyProvider } from '#test/checkout/unsteady-provider.ts'
import { startObjectStore } from '#test/pictures/object-store.ts'
import { startShippedPooler } from '#test/support/databases/pooler.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { freePort } from '#test/support/free-port.ts'
import { createMailServer, type MailServer } from '#test/support/mail-server.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import { type Receiver, startReceiver } from '#test/tracking/receiver.ts'
import { type BackOffice, openBackOffice } from '#test/uploads/back-office.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export const ADMIN_PASSWORD = 'the-back-office-1'
export const PICTURE_KEY = `${'a1'.repeat(16)}-640.avif`

export type Process = ServerProcess & { url: string; dataDir: string }

/** The product in its own processes, with everything around it, each part of which can fail. */
export type World = {
  postgres: OwnPostgres
  /** The connection between the product and its database. */
  line: TcpProxy
  provider: UnsteadyProvider
  mail: MailServer
  bucket: Awaited<ReturnType<typeof startObjectStore>>
  marketing: Receiver
  /** The process that requests go to. */
  product: Process
  /** Starts another process on the same database. */
  startAnother: (environment?: Record<string, string>) => Promise<Process>
  /** Sees the same rows over a direct connection, and is the payment provider. Runs no jobs. */
  observer: TestApp
  /** Closes the observer's database, which counts as a running server; it stays the payment provider. */
  stopWatching: () => Promise<void>
  member: Person
  dealId: string
  /** The product's clock; the provider signs by it. */
  now: () => Date
  office: BackOffice
  close: () => Promise<void>
}

type Options = {
  postgres?: Parameters<typeof startOwnPostgres>[0]
  /** The folder for pictures and mail, as when no storage is configured. */
  dataDir?: string
  /** Connects through the pooler of `deploy/`; the listener bypasses it. */
  isPooled?: boolean
  /** The clock of processes that are given another time. */
  now?: () => Date
  environment?: Record<string, string>
}

export async function startWorld(options: Options = {}): Promise<World> {
  const postgres = await startOwnPostgres(options.postgres)
  const line = await startTcpProxy(postgres.port)
  const provider = await startUnsteadyProvider()
  const mail = await createMailServer()
  await mail.start()
  const bucket = await startObjectStore()
  bucket.objects.set(`/pictures/${PICTURE_KEY}`, {
    bytes: Buffer.from('not really a picture'),
    contentType: 'image/avif',
  })
  const marketing = await startReceiver()
  const { endpoint, accessKeyId, secretAccessKey, ...place } = bucket.settings
  const outside = {
    SMTP_URL: mail.url,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: place.bucket,
    S3_REGION: place.region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const around = {
    STRIPE_API_BASE: provider.origin,
    ...marketing.environment,
    ...(options.dataDir === undefined && outside),
  }
  const throughLine = new URL(postgres.url)
  throughLine.port = String(line.port)
  const pooler = options.isPooled ? await startShippedPooler(throughLine.href) : undefined
  const toDatabase = pooler
    ? { DATABASE_URL: `${pooler.url}postgres`, DATABASE_LISTEN_URL: throughLine.href }
    : { DATABASE_URL: throughLine.href }

  const processes: Process[] = []
  const startAnother = async (environment: Record<string, string> = {}) => {
    const port = await freePort()
    const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'nouveau-faults-'))
    const server = await startServer({
      ...around,
      ADMIN_PASSWORD,
      DATA_DIR: dataDir,
      ...toDatabase,
      PORT: String(port),
      TRUST_PROXY: '1',
      ...options.environment,
      ...environment,
    })
    const one = { ...server, url: `http://localhost:${port}`, dataDir }
    processes.push(one)
    return one
  }
  const opened = await openServerDatabase(postgres.url)
  let isWatching = true
  const stopWatching = async () => {
    if (isWatching) await opened.close()
    isWatching = false
  }
  const database = { ...opened, close: stopWatching }
  await migrate(database.db)
  const observer = await createAppOn(database, { hasPayments: true, environment: around })
  if (options.now) observer.setNow(options.now())
  provider.pointTo(observer.ctx.config.http.ownOrigin)
  const product = await startAnother()
  const member = await createMember(observer.ctx)
  const { id: dealId } = await createDeal(observer.ctx)
  const office = await openBackOffice(product.url, ADMIN_PASSWORD)
  return {
    postgres,
    line,
    provider,
    mail,
    bucket,
    marketing,
    product,
    startAnother,
    observer,
    stopWatching,
    member,
    dealId,
    now: options.now ?? (() => new Date()),
    office,
    close: async () => {
      for (const one of processes) {
        await one.kill()
        if (options.dataDir === undefined) rmSync(one.dataDir, { recursive: true, force: true })
      }
      await observer.close()
      await pooler?.stop()
      await line.cut()
      await Promise.all([provider.close(), mail.stop(), bucket.close(), marketing.stop()])
      await postgres.remove()
    },
  }
}
