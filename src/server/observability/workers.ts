import cluster, { type Worker } from 'node:cluster'
import type { MetricObject, Registry } from 'prom-client'
import type { Log } from '#app/server/log.ts'
import { gauge } from './instruments.ts'
import { loadLibrary, type MetricsServer, serveMetrics } from './metrics-server.ts'

/** What the keeper of the workers asks them, and what one answers. */
const QUESTION = 'what do you count?'
type Answer = { counted: MetricObject[] }

/** One that does not answer is left out: it is seen by that. */
const LONGEST_MS = 2000

/**
 * In a worker: tells its keeper, who has the port for all of them. Which worker it is stands on every line,
 * so that whoever reads adds them up.
 */
export function tellKeeper(registry: Registry): Pick<MetricsServer, 'close'> {
  registry.setDefaultLabels({ worker: String(cluster.worker?.id) })
  const answer = async (said: unknown) => {
    if (said !== QUESTION) return
    const counted = await registry.getMetricsAsJSON()
    // The channel may be closed by now: the keeper is ending, or this worker is.
    if (process.connected) process.send?.({ counted } satisfies Answer, () => {})
  }
  process.on('message', answer)
  return { close: async () => void process.off('message', answer) }
}

const workers = gauge('nouveau_workers', 'Workers by whether they say what they count', {
  state: ['telling', 'silent'],
})

/** In the process that keeps workers: one port for what all of them count. */
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
        // Whoever is to end it must know which.
        if (!answer && worker.isConnected())
          log.warn({ pid: worker.process.pid }, 'a worker does not answer')
        return answer
      }),
    )
    const told = answers.filter((answer) => answer !== undefined)
    telling = told.length
    silent = connected.length - told.length
    const counted = [...told, { counted: await registry.getMetricsAsJSON() }].map(({ counted }) =>
      // Each line names its worker, so there is nothing of which one would have to stand for the others.
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
