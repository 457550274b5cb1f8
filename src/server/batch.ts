import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'

/** As many as one statement takes without growing unwieldy. */
const LARGEST_BATCH = 200

type Waiting<T, R> = { item: T; done: (result: R) => void; failed: (error: unknown) => void }

type Queue<T, R> = { waiting: Array<Waiting<T, R>>; isGathering: boolean; working: number }

/**
 * Batches concurrent calls, for work that is hardly more for many than for one: what comes while some of its
 * key is being done waits for it, and is then done together. `work` answers a result for each item, in their
 * order. `gatherMs` is how long the first waits for others; if not given, for what arrives at once with it.
 * `failsTogether` where nothing of one item can fail by itself: to ask for each again would be many times the
 * work, at the very moment when there is too much of it. `atOnce` batches of a key are under way together, so
 * that one that hangs holds up only itself.
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
      // One that cannot be done must not keep the others out.
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
