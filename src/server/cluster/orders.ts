import cluster from 'node:cluster'
import type { Config } from '#app/server/config/config.ts'

/**
 * What the process that keeps the workers says to one of them: to answer that it is not ready; to end,
 * having said so; to go while others take its place.
 */
export type Order = 'drain' | 'stop' | 'leave'

/** What a worker says once it takes requests. */
export const READY = 'ready'

/** How many processes share what arrives at this one's port, itself included. */
export function workersTogether({ cluster: { workers } }: Config): number {
  return cluster.isWorker ? workers : 1
}

/** Obeys whoever keeps the workers. Does nothing in a process that is nobody's worker. */
export function followOrders(orders: Record<Order, () => void>): void {
  const { worker } = cluster
  if (!worker) return
  process.on('message', (said) => {
    if (typeof said === 'string' && Object.hasOwn(orders, said)) orders[said as Order]()
  })
  // Nobody hands connections on any more. What is under way is finished all the same.
  worker.once('disconnect', () => {
    worker.exitedAfterDisconnect = true
    orders.stop()
  })
  process.send?.(READY)
}
