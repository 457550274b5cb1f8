import pLimit from 'p-limit'

const AT_ONCE = 4

/** Runs a few at a time. After a failure it starts no more, waits for the running ones, and then throws. */
export async function forEachAtOnce<T>(
  all: Iterable<T>,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit(AT_ONCE)
  const failures: unknown[] = []
  const begun = [...all].map((each) =>
    limit(async () => {
      if (failures.length > 0) return
      await work(each).catch((error: unknown) => void failures.push(error))
    }),
  )
  await Promise.all(begun)
  if (failures.length > 0) throw failures[0]
}
