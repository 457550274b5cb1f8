import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { BODY_TIMES } from '#app/server/http/body-timeout.ts'

const HARD_STOP_MS = 10_000

type Stoppable = {
  log: Logger
  /** How long `/readyz` says no before requests are turned away. */
  noticeMs: number
  beginDraining: () => void
  server: Server
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
 * process the same way but with 1.
 */
export function stopOnSignal(stoppable: Stoppable) {
  const { log, noticeMs, beginDraining, server, endArrivals, closeSockets, close } = stoppable
  const { closeUnused } = stoppable
  let isStopping = false

  async function stop(exitCode: number) {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref()
    beginDraining()
    await delay(noticeMs)
    endArrivals()
    await Promise.all([drain(server, closeUnused), closeSockets()])
    await close()
    process.exit(exitCode)
  }

  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      void stop(1)
    })
  }
}

/**
 * Takes no new connections and waits for the requests under way. The framework is closed only
 * afterwards: a page being rendered still asks it for its data.
 */
async function drain(server: Server, closeUnused: () => void): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // Browsers keep connections open for the next request; idle ones would hold the stop up.
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  // Nobody looks any more at how long headers take.
  const grace = setTimeout(closeUnused, BODY_TIMES.graceMs)
  await closed
  clearInterval(sweep)
  clearTimeout(grace)
}
