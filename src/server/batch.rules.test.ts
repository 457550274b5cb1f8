import { expect, test } from 'vitest'
import { batch } from './batch.ts'

/** Doubles numbers once `until` resolves, refuses those below zero, and records what was done together. */
function openDesk(until: Promise<unknown> = Promise.resolve(), options = {}) {
  const batches: number[][] = []
  const double = batch(async (_: object, numbers: number[]) => {
    batches.push(numbers)
    await until
    if (numbers.some((each) => each < 0)) throw new Error('below zero')
    return numbers.map((each) => each * 2)
  }, options)
  const one = {}
  return { batches, ask: (number: number, key = '') => double(one, key, number) }
}

test('what comes at once is done together, and each is answered its own', async () => {
  const { ask, batches } = openDesk()
  expect(await Promise.all([1, 2, 3].map((each) => ask(each)))).toEqual([2, 4, 6])
  expect(batches).toEqual([[1, 2, 3]])
})

test('what comes while some is being done waits, and is done after it', async () => {
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>()
  const { ask, batches } = openDesk(isLet)
  const first = ask(1)
  await expect.poll(() => batches).toEqual([[1]])
  const others = [ask(2), ask(3)]
  expect(batches).toEqual([[1]])
  letGo()
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6])
  expect(batches).toEqual([[1], [2, 3]])
  expect(await ask(4)).toBe(8)
})

test('one that cannot be done does not keep the others out', async () => {
  const { ask } = openDesk()
  const results = await Promise.allSettled([ask(1), ask(-1), ask(3)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('where they fail together, no one is asked for again by itself', async () => {
  const { ask, batches } = openDesk(undefined, { failsTogether: true })
  const results = await Promise.allSettled([ask(1), ask(-1), ask(3)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([[1, -1, 3]])
  expect(await ask(4)).toBe(8)
})

test('different keys do not wait for each other', async () => {
  const { ask, batches } = openDesk()
  await Promise.all([ask(1, 'a'), ask(2, 'b')])
  expect(batches).toEqual([[1], [2]])
})

test('hundreds are done in several batches', async () => {
  const { ask, batches } = openDesk()
  const all = Array.from({ length: 450 }, (_, n) => n)
  expect(await Promise.all(all.map((each) => ask(each)))).toEqual(all.map((n) => n * 2))
  expect(batches.map((batch) => batch.length)).toEqual([200, 200, 50])
})
