import { beforeEach, expect, test } from 'vitest'
import { type Breaker, createBreaker, NoAnswer } from './breaker.ts'

class Silence extends Error {}
class Refusal extends Error {}

const REST_MS = 5
let clock: number
let changes: boolean[]
let breaker: Breaker
beforeEach(() => {
  clock = 0
  changes = []
  breaker = createBreaker({
    isSilence: (error) => error instanceof Silence,
    onChange: (isOpen) => changes.push(isOpen),
    restMs: REST_MS,
    now: () => clock,
  })
})

const answers = async () => 'an answer'
const refuses = async () => {
  throw new Refusal()
}
const isSilent = async () => {
  throw new Silence()
}
/** The outcome of a call: its answer, or the class name of the error it threw. */
const outcome = (work: () => Promise<string>, options?: { isPatient: boolean }) =>
  breaker.call(work, options).catch((error: Error) => error.constructor.name)

async function open() {
  await outcome(isSilent)
  await outcome(isSilent)
  expect(breaker.isOpen()).toBe(true)
}

test('two silences in a row open it, and from then on nobody is asked', async () => {
  await open()
  let asked = 0
  const ask = async () => {
    asked += 1
    return 'an answer'
  }
  expect([await outcome(ask), await outcome(ask), asked]).toEqual(['NoAnswer', 'NoAnswer', 0])
  expect(changes).toEqual([true])
  await expect(breaker.call(ask)).rejects.toBeInstanceOf(NoAnswer)
})

test.each([
  ['an answer', answers],
  ['a refusal', refuses],
])('%s between two silences keeps it closed', async (_, between) => {
  await outcome(isSilent)
  await outcome(between)
  await outcome(isSilent)
  expect([breaker.isOpen(), changes]).toEqual([false, []])
})

test('refusals never open it: whoever refuses is there, and costs no time', async () => {
  for (let time = 0; time < 10; time += 1) expect(await outcome(refuses)).toBe('Refusal')
  expect(changes).toEqual([])
})

test('after a rest one call tries and the others are refused until it has its answer', async () => {
  await open()
  clock = REST_MS - 1
  expect(await outcome(answers)).toBe('NoAnswer')
  clock = REST_MS
  const { promise, resolve } = Promise.withResolvers<string>()
  const trying = outcome(() => promise)
  expect(await outcome(answers)).toBe('NoAnswer')
  resolve('an answer')
  expect([await trying, await outcome(answers)]).toEqual(['an answer', 'an answer'])
  expect(changes).toEqual([true, false])
})

test('a try that meets silence keeps it open for another rest', async () => {
  await open()
  clock = REST_MS
  expect(await outcome(isSilent)).toBe('Silence')
  clock = 2 * REST_MS - 1
  expect(await outcome(answers)).toBe('NoAnswer')
  clock = 2 * REST_MS
  expect(await outcome(answers)).toBe('an answer')
  expect(changes).toEqual([true, false])
})

test('an answer to a call that was under way closes it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const underWay = outcome(() => promise)
  await open()
  resolve('an answer')
  await underWay
  expect([breaker.isOpen(), await outcome(answers)]).toEqual([false, 'an answer'])
})

test('who is patient waits for the try of somebody else, and goes on when that is answered', async () => {
  await open()
  clock = REST_MS
  const { promise, resolve } = Promise.withResolvers<string>()
  const trying = outcome(() => promise)
  const patient = outcome(answers, { isPatient: true })
  resolve('an answer')
  expect([await trying, await patient]).toEqual(['an answer', 'an answer'])
})

test('who is patient is refused when that try meets silence as well', async () => {
  await open()
  clock = REST_MS
  const { promise, reject } = Promise.withResolvers<string>()
  const trying = outcome(() => promise)
  const patient = outcome(answers, { isPatient: true })
  reject(new Silence())
  expect([await trying, await patient]).toEqual(['Silence', 'NoAnswer'])
})

test('of several who are patient while it rests one tries, for all of them', async () => {
  await open()
  let tries = 0
  const ask = async () => {
    tries += 1
    throw new Silence()
  }
  const asked = [1, 2, 3].map(() => outcome(ask, { isPatient: true }))
  // They sleep until the rest is over, and find it over however late they wake.
  clock = REST_MS
  const all = await Promise.all(asked)
  expect([all.toSorted(), tries]).toEqual([['NoAnswer', 'NoAnswer', 'Silence'], 1])
})
