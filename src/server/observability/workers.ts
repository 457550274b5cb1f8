import cluster, { type Worker } from 'node:cluster'
import type { MetricObject, Registry } from 'prom-client'
import type { Log } from '#app/server/log.ts'
import { gauge } from './instruments.ts'
import { loadLibrary, type MetricsServer, serveMetrics } from './metrics-server.ts'

/** Message with which the supervisor requests metrics from a worker, and its answer. */
const QUESTION = 'what do you count?'
type Answer = { counted: MetricObject[] }

/** Workers that do not answer in time are left out, which is visible in the metrics. */
const LONGEST_MS = 2000

/**
 * In a worker: sends its metrics to the supervisor, which serves the port. Every line has a `worker` label, so readers
 * have to sum them.
 */
export function tellKeeper(registry: Registry): Pick<MetricsServer, 'close'> {
  registry.setDefaultLabels({ worker: String(cluster.worker?.id) })
  const answer = async (said: unknown) => {
    if (said !== QUESTION) return
    const counted = await registry.getMetricsAsJSON()
    // The channel may be closed already because the supervisor or this worker is stopping.
    if (process.connected) process.send?.({ counted } satisfies Answer, () => {})
  }
  process.on('message', answer)
  return { close: async () => void process.off('message', answer) }
}

const workers = gauge('nouveau_workers', 'Workers by whether they say what they count', {
  state: ['telling', 'silent'],
})

/** In the supervisor: one port for the metrics of all workers. */
export async function openMetricsOfWorkers(
  where: { host: string; port: number },
  log: Log,
): Promise<MetricsServer> {
  const { library, registry } = await loadLibrary()
  registry.setDefaultLabels({ worker: 'keeper' })
  let telling = 0
  let silent = 0
  workers.watch(() => [
    { labels: { state: 'telling' }, value: telling },
    { labels: { state: 'silent' }, value: silent },
  ])
  return serveMetrics(where, log, async () => {
    const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const connected = all.filter((worker) => worker.isConnected())
    const answers = await Promise.all(
      connected.map(async (worker) => {
        const answer = await ask(worker)
        // Log its pid, so that an operator knows which one to kill.
        if (!answer && worker.isConnected())
          log.warn({ pid: worker.process.pid }, 'a worker does not answer')
        return answer
      }),
    )
    const told = answers.filter((answer) => answer !== undefined)
    telling = told.length
    silent = connected.length - told.length
    const counted = [...told, { counted: await registry.getMetricsAsJSON() }].map(({ counted }) =>
      // Each line has its own worker label, so there is nothing to aggregate.
      counted.map((metric) => ({ ...metric, aggregator: 'sum' })),
    )
    return library.AggregatorRegistry.aggregate(counted as object[]).metrics()
  })
}

function ask(worker: Worker): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const done = (answer: Answer | undefined) => {
      clearTimeout(timer)
      worker.off('message', hear)
      worker.off('exit', gone)
      resolve(answer)
    }
    const hear = (said: unknown) => {
      if (typeof said === 'object' && said !== null && 'counted' in said) done(said as Answer)
    }
    const gone = () => done(undefined)
    const timer = setTimeout(gone, LONGEST_MS)
    worker.on('message', hear)
    worker.on('exit', gone)
    worker.send(QUESTION, (error) => error && gone())
  })
}
