import cluster from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { followOrders } from '#app/server/cluster/orders.ts'
import type { Acceptors } from '#app/server/http/acceptors.ts'
import { BODY_TIMES } from '#app/server/http/body-timeout.ts'

const HARD_STOP_MS = 10_000
/** How long a worker that leaves goes on answering on connections that are open. */
const FAREWELL_MS = 1500

type Stoppable = {
  log: Logger
  /** How long `/readyz` says no before requests are turned away. */
  noticeMs: number
  beginDraining: () => void
  server: HttpServer
  acceptors: Acceptors
  /**
   * Closes connections without a request under way. The server's own notion of idle leaves out those
   * on which headers have begun to arrive.
   */
  closeUnused: () => void
  /** Turns requests away, after a short grace, that have not arrived whole. */
  endArrivals: () => void
  /** Sends those away who only listen: nothing of theirs is under way. */
  closeSockets: () => Promise<void>
  close: () => Promise<void>
}

/**
 * On SIGTERM or SIGINT: says "not ready", lets what is under way finish, turns away what is still
 * arriving, closes and exits 0. A second signal, or ten seconds, ends it at once. A crash ends the
 * process the same way but with 1. A worker ends when the process that keeps it says so.
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

  /** A load balancer needs time to notice that this process takes no more requests. */
  const byBalancer = () => delay(noticeMs)
  /**
   * Connections go to the other workers from now on. On those that are open here each answer says that
   * it is the last: to close one in the moment somebody writes on it would lose a request.
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
    // A terminal, and some who keep services, tell every process of a group: it is heard once.
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
 * Takes no new connections and waits for the requests under way. The framework is closed only
 * afterwards: a page being rendered still asks it for its data.
 */
async function drain(server: HttpServer, acceptors: Acceptors, closeUnused: () => void) {
  acceptors.stopListening()
  server.closeIdleConnections()
  // Browsers keep connections open for the next request; idle ones would hold the stop up.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  // Nobody looks any more at how long headers take.
  const grace = setTimeout(closeUnused, BODY_TIMES.graceMs)
  await acceptors.closed
  clearInterval(sweep)
  clearTimeout(grace)
}
