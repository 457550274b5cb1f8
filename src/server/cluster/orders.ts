import cluster from 'node:cluster'
import type { Config } from '#app/server/config/config.ts'

/**
 * Messages from the supervisor to a worker: report not ready; stop, after that notice; leave while others take
 * over.
 */
export type Order = 'drain' | 'stop' | 'leave'

/** Message from a worker once it takes requests. */
export const READY = 'ready'

/** Number of processes that share this process's port, itself included. */
export function workersTogether({ cluster: { workers } }: Config): number {
  return cluster.isWorker ? workers : 1
}

/** Handles messages from the supervisor. Does nothing in a process that is not a worker. */
export function followOrders(orders: Record<Order, () => void>): void {
  const { worker } = cluster
  if (!worker) return
  process.on('message', (said) => {
    if (typeof said === 'string' && Object.hasOwn(orders, said)) orders[said as Order]()
  })
  // The supervisor is gone and hands on no more connections. Finish what is in progress.
  worker.once('disconnect', () => {
    worker.exitedAfterDisconnect = true
    orders.stop()
  })
  process.send?.(READY)
}
