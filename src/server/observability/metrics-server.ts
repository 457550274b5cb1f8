import { createServer } from 'node:http'
import type { Log } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { bindInstruments } from './instruments.ts'

/** The conventional path for Prometheus. */
const METRICS_PATH = '/metrics'
/** Only monitoring connects: a few at once, and briefly. */
const MOST_CONNECTIONS = 20
const LONGEST_MS = 10_000
/** Resolution of the event loop delay histogram. */
const LOOP_PRECISION_MS = 20

export type MetricsServer = { close: () => Promise<void> }

const noteFailure = logSometimes('the metrics could not be told', 'error')

/** Loads the metrics library and activates all metrics. */
export async function loadLibrary() {
  const { default: library } = await import('prom-client')
  const registry = new library.Registry()
  library.collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: LOOP_PRECISION_MS,
  })
  bindInstruments(library, registry)
  return { library, registry }
}

/** Serves metrics on a port of its own that is not public. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  log: Log,
  tell: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(
    { headersTimeout: LONGEST_MS, requestTimeout: LONGEST_MS, connectionsCheckingInterval: 2000 },
    async ({ method, url = '' }, response) => {
      const isAsked = url.split('?', 1)[0] === METRICS_PATH
      if (!isAsked || (method !== 'GET' && method !== 'HEAD')) {
        return response.writeHead(isAsked ? 405 : 404).end()
      }
      try {
        const text = await tell()
        response
          .writeHead(200, { 'content-type': CONTENT_TYPE, 'cache-control': 'no-store' })
          .end(method === 'HEAD' ? undefined : text)
      } catch (error) {
        noteFailure({ log, now: () => new Date() }, { err: error })
        response.writeHead(500).end()
      }
    },
  )
  server.maxConnections = MOST_CONNECTIONS
  server.setTimeout(LONGEST_MS)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  // The metrics server must not keep the process alive.
  server.unref()
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
