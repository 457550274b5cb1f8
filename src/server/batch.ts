import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'

/** Keeps a statement's parameter list reasonable. */
const LARGEST_BATCH = 200

type Waiting<T, R> = { item: T; done: (result: R) => void; failed: (error: unknown) => void }

type Queue<T, R> = { waiting: Array<Waiting<T, R>>; isGathering: boolean; working: number }

/**
 * Batches concurrent calls, for work that costs hardly more for many items than for one. Items that arrive while a
 * batch of their key is running form the next batch. `work` returns one result per item, in order.
 * - `gatherMs`: how long the first item waits for others; by default only for those of the same tick.
 * - `failsTogether`: set when a single item cannot be the cause of a failure. Otherwise the items of a failed batch are
 *   retried one by one, which multiplies the work just when there is too much of it.
 * - `atOnce`: batches of a key that may run at the same time, so that one that hangs does not block the others.
 */
export function batch<C extends object, T, R>(
  work: (ctx: C, items: T[], key: string) => Promise<R[]>,
  {
    gatherMs = 0,
    atOnce = 1,
    failsTogether = false,
  }: { gatherMs?: number; atOnce?: number; failsTogether?: boolean } = {},
): (ctx: C, key: string, item: T) => Promise<R> {
  const queuesOf = new WeakMap<C, Map<string, Queue<T, R>>>()

  async function workSome(ctx: C, some: Array<Waiting<T, R>>, key: string): Promise<void> {
    try {
      const items = some.map(({ item }) => item)
      const results = await work(ctx, items, key)
      for (const [n, { done }] of some.entries()) done(results[n] as R)
    } catch (error) {
      if (failsTogether) for (const { failed } of some) failed(error)
      // One bad item must not fail the others.
      else if (some.length > 1) await Promise.all(some.map((each) => workSome(ctx, [each], key)))
      else some[0]?.failed(error)
    }
  }

  return (ctx, key, item) =>
    new Promise((done, failed) => {
      const queues = queuesOf.get(ctx) ?? new Map<string, Queue<T, R>>()
      queuesOf.set(ctx, queues)
      const queue = queues.get(key) ?? { waiting: [], isGathering: false, working: 0 }
      queues.set(key, queue)
      queue.waiting.push({ item, done, failed })
      goOn()

      function goOn() {
        if (queue.isGathering || queue.working >= atOnce) return
        if (queue.waiting.length > 0) void workNext()
        else if (queue.working === 0) queues.delete(key)
      }

      async function workNext() {
        queue.isGathering = true
        await (gatherMs > 0 ? delay(gatherMs) : endOfTurn())
        queue.isGathering = false
        queue.working += 1
        const some = queue.waiting.splice(0, LARGEST_BATCH)
        goOn()
        await workSome(ctx, some, key)
        queue.working -= 1
        goOn()
      }
    })
}
