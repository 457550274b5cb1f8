import cluster from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { followOrders } from '#app/server/cluster/orders.ts'
import type { Acceptors } from '#app/server/http/acceptors.ts'
import { BODY_TIMES } from '#app/server/http/body-timeout.ts'

const HARD_STOP_MS = 10_000
/** How long a leaving worker keeps answering on open connections. */
const FAREWELL_MS = 1500

type Stoppable = {
  log: Logger
  /** How long `/readyz` reports not ready before requests are refused. */
  noticeMs: number
  beginDraining: () => void
  server: HttpServer
  acceptors: Acceptors
  /**
   * Closes connections without a request in progress, including those on which headers have begun to arrive, which Node
   * does not count as idle.
   */
  closeUnused: () => void
  /** Refuses requests that have not fully arrived after a short grace period. */
  endArrivals: () => void
  /** Closes WebSockets, on which nothing is in progress. */
  closeSockets: () => Promise<void>
  close: () => Promise<void>
}

/**
 * On SIGTERM or SIGINT: reports "not ready", finishes requests in progress, refuses those still arriving, closes and
 * exits 0. A second signal, or ten seconds, ends the process at once. A crash ends it in the same way with exit
 * code 1. A worker stops when its supervisor says so.
 */
export function stopOnSignal(stoppable: Stoppable) {
  const { log, noticeMs, beginDraining, server, acceptors, endArrivals, closeSockets } = stoppable
  const { closeUnused, close } = stoppable
  let isStopping = false

  async function stop(exitCode: number, giveNotice: () => Promise<void>) {
    isStopping = true
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
    beginDraining()
    await giveNotice()
    endArrivals()
    await Promise.all([drain(server, acceptors, closeUnused), closeSockets()])
    await close()
    process.exit(exitCode)
  }

  /** Gives a load balancer time to notice that this process takes no more requests. */
  const byBalancer = () => delay(noticeMs)
  /**
   * New connections go to the other workers. On open ones the next answer says `connection: close`: closing one just
   * when a client writes would lose a request.
   */
  const byAnswers = () => {
    acceptors.stopListening()
    return delay(FAREWELL_MS)
  }

  const onSignal = (giveNotice: () => Promise<void>) => () => {
    if (isStopping) process.exit(1)
    void stop(0, giveNotice)
  }
  if (cluster.isWorker) {
    const unlessStopping = (giveNotice: () => Promise<void>) => () => {
      if (!isStopping) void stop(0, giveNotice)
    }
    // Terminals and some service managers signal every process of the group: handle it once.
    process.on('SIGTERM', unlessStopping(byAnswers))
    process.on('SIGINT', () => {})
    process.on('SIGHUP', () => {})
    followOrders({
      drain: beginDraining,
      stop: unlessStopping(async () => {}),
      leave: unlessStopping(byAnswers),
    })
  } else {
    process.on('SIGTERM', onSignal(byBalancer))
    process.on('SIGINT', onSignal(byBalancer))
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      if (isStopping) process.exit(1)
      void stop(1, cluster.isWorker ? byAnswers : byBalancer)
    })
  }
}

/**
 * Accepts no new connections and waits for requests in progress. The framework is closed only afterwards, because a page
 * being rendered still calls it.
 */
async function drain(server: HttpServer, acceptors: Acceptors, closeUnused: () => void) {
  acceptors.stopListening()
  server.closeIdleConnections()
  // Browsers keep idle connections open, which would delay the stop.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  // Node no longer enforces its header timeout after closing.
  const grace = setTimeout(closeUnused, BODY_TIMES.graceMs)
  await acceptors.closed
  clearInterval(sweep)
  clearTimeout(grace)
}
