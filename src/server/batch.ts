import { setTimeout as delay, setImmediate as endOfTurn } from 'node:timers/promises'

/** As many as one statement takes without growing unwieldy. */
const LARGEST_BATCH = 200

type Waiting<T, R> = { item: T; done: (result: R) => void; failed: (error: unknown) => void }

/**
 * Batches concurrent calls, for work that is hardly more for many than for one: what comes while
 * some of its key is being done waits for it, and is then done together. `work` answers a result for each item, in their order.
 * `gatherMs` is how long the first waits for others; if not given, for what arrives at once with it.
 */
export function batch<C extends object, T, R>(
  work: (ctx: C, items: T[], key: string) => Promise<R[]>,
  { gatherMs = 0 }: { gatherMs?: number } = {},
): (ctx: C, key: string, item: T) => Promise<R> {
  type Line = Array<Waiting<T, R>>
  const allLines = new WeakMap<C, Map<string, Line>>()

  async function workSome(ctx: C, some: Line, key: string): Promise<void> {
    try {
      const items = some.map(({ item }) => item)
      const results = await work(ctx, items, key)
      for (const [n, { done }] of some.entries()) done(results[n] as R)
    } catch (error) {
      // One that cannot be done must not keep the others out.
      if (some.length > 1) await Promise.all(some.map((each) => workSome(ctx, [each], key)))
      else some[0]?.failed(error)
    }
  }

  return (ctx, key, item) =>
    new Promise((done, failed) => {
      const lines = allLines.get(ctx) ?? new Map<string, Line>()
      allLines.set(ctx, lines)
      const line = lines.get(key) ?? []
      line.push({ item, done, failed })
      if (!lines.has(key)) {
        lines.set(key, line)
        void workLine()
      }

      async function workLine() {
        while (line.length > 0) {
          await (gatherMs > 0 ? delay(gatherMs) : endOfTurn())
          await workSome(ctx, line.splice(0, LARGEST_BATCH), key)
        }
        lines.delete(key)
      }
    })
}
