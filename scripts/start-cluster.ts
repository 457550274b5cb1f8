// Serves from several processes on one machine: npm run start:cluster

import { CONNECTIONS } from '#app/db/postgres.ts'
import { shareOfConnections, shareOfPool } from '#app/server/cluster/cluster.rules.ts'
import {
  type ClusterState,
  readClusterState,
  removeClusterState,
  writeClusterState,
} from '#app/server/cluster/state-file.ts'
import { superviseWorkers } from '#app/server/cluster/supervisor.ts'
import { type Config, readConfig } from '#app/server/config/config.ts'
import { createLog } from '#app/server/log.ts'
import { openMetricsOfWorkers } from '#app/server/observability/workers.ts'
import { prepareDataFolder } from '#app/server/storage/data-folder.ts'
import { buildProduct } from '#scripts/building/product.ts'
import { PROGRAM } from '#scripts/building/program.ts'
import { runCommand, takeNoWords } from './command-progress.ts'

const FEWEST_CONNECTIONS = 10
/** A signal to a process group arrives several times. */
const SAME_SIGNAL_MS = 1000
const USAGE = `Usage: npm run start:cluster

Serves from CLUSTER_WORKERS processes. Settings are variables of the environment: docs/operations.md.`

await runCommand(USAGE, async () => {
  takeNoWords()
  try {
    await keepWorkers(readWanted())
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    // Exits at once: resources opened before the failure would keep the process alive.
    process.exit(1)
  }
  return 0
})

function readWanted(): Config {
  const config = readConfig(process.env, { isServing: true })
  if (!config.database.url) {
    throw new Error(
      'start:cluster needs DATABASE_URL: the embedded database belongs to one process. `npm start` runs on it.',
    )
  }
  prepareDataFolder(config.dataDir)
  const other = readClusterState(config.dataDir)
  if (other) throw new Error(`Process ${other.pid} keeps workers on this DATA_DIR already.`)
  return config
}

async function keepWorkers({
  cluster: { workers },
  dataDir,
  database,
  http,
  isProduction,
  devTools,
  log,
  metrics,
}: Config) {
  const lines = createLog({ log })
  const build = () => buildProduct({ hasDevTools: devTools })
  await build()
  if (metrics) {
    await openMetricsOfWorkers(metrics, lines).catch((error: Error) => {
      throw new Error(`METRICS_HOST and METRICS_PORT cannot be listened on: ${error.message}`)
    })
  }
  const { connectionsPerNetwork } = http
  const ofNetwork = Math.max(FEWEST_CONNECTIONS, shareOfConnections(workers, connectionsPerNetwork))
  const asked = database.connections
  const ofPool = shareOfPool(workers, { asked, usual: CONNECTIONS.forRequests })
  const supervisor = superviseWorkers(
    {
      workers,
      script: PROGRAM,
      environment: {
        CLUSTER_WORKERS: String(workers),
        CONNECTIONS_PER_NETWORK: String(ofNetwork),
        DATABASE_CONNECTIONS: String(ofPool),
      },
      noticeMs: isProduction || http.trustedProxies > 0 ? 1500 : 0,
      log: lines,
      prepare: build,
    },
    () => void end(1),
  )
  let state: ClusterState = {
    pid: process.pid,
    exchanges: 0,
    isExchanging: false,
    hasFailed: false,
  }
  const say = (change: Partial<ClusterState>) => {
    state = { ...state, ...change }
    writeClusterState(dataDir, state)
  }
  let endingSince: number | undefined
  let isWantedAgain = false

  async function end(code: number) {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > SAME_SIGNAL_MS) process.exit(1)
      return
    }
    endingSince = performance.now()
    await supervisor.stop()
    removeClusterState(dataDir)
    process.exit(code)
  }

  /**
   * Replaces the workers. If requested again meanwhile, runs once more, because the program may have changed
   * again.
   */
  async function exchange() {
    isWantedAgain = true
    if (state.isExchanging) return
    say({ isExchanging: true })
    let isDone = true
    while (isWantedAgain && endingSince === undefined) {
      isWantedAgain = false
      lines.info({ workers }, 'the workers are exchanged')
      isDone = await supervisor.roll().catch((error: unknown) => {
        lines.error({ err: error }, 'the workers were not exchanged')
        return false
      })
    }
    if (endingSince !== undefined) return
    say({ isExchanging: false, exchanges: state.exchanges + 1, hasFailed: !isDone })
  }

  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  let isStarted = false
  // Ignored during the start, because the workers are new anyway.
  process.on('SIGHUP', () => void (isStarted && exchange()))
  isStarted = await supervisor.start()
  if (endingSince !== undefined) return
  if (!isStarted) process.exit(1)
  say({})
  lines.info({ workers, pid: process.pid, pids: supervisor.pids() }, 'workers serve')
}
