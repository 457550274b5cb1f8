import cluster from 'node:cluster'
import type { OnStatement } from '#app/db/database.ts'
import type { Config } from '#app/server/config/config.ts'
import type { Log } from '#app/server/log.ts'
import { onStatement } from './statements.ts'
import { setTracer } from './tracing.ts'

type Observing = { onStatement: OnStatement; close: () => Promise<void> }

/**
 * Starts metrics and tracing as configured. Undefined when neither is: then no library is loaded and statements are not
 * observed.
 */
export async function startObserving(
  { metrics, traces }: Pick<Config, 'metrics' | 'traces'>,
  log: Log,
): Promise<Observing | undefined> {
  if (!metrics && !traces) return
  const told = metrics && (await openMetrics(metrics, log))
  const tracer = traces && (await import('./otlp.ts')).createTracer(traces, log)
  setTracer(tracer)
  return {
    onStatement,
    close: async () => {
      await Promise.all([tracer?.close(), told?.close()])
    },
  }
}

/** Cluster workers report to the supervisor, which serves one port for all. */
async function openMetrics(where: { host: string; port: number }, log: Log) {
  const { loadLibrary, serveMetrics } = await import('./metrics-server.ts')
  const { registry } = await loadLibrary()
  if (cluster.isWorker) return (await import('./workers.ts')).tellKeeper(registry)
  return serveMetrics(where, log, () => registry.metrics())
}
