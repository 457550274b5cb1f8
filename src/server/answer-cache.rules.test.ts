import { expect, test } from 'vitest'
import { createAnswerCache } from './answer-cache.ts'
import type { Live } from './live.ts'

function listen(weighed?: Parameters<typeof createAnswerCache>[3]) {
  let onChange: (payload: string | undefined) => void = () => {}
  let isListening = true
  const live: Live = {
    subscribe: (_channel, callback) => {
      onChange = callback
    },
    isListening: () => isListening,
    onExpiry: () => {},
    expire: () => {},
    lasts: () => {},
    msLeft: () => Number.POSITIVE_INFINITY,
  }
  return {
    cached: createAnswerCache(live, 'deals', 'test', weighed),
    change: () => onChange(''),
    stopListening: () => {
      isListening = false
    },
  }
}

function countedAnswer() {
  let made = 0
  const make = async () => {
    made += 1
    return made
  }
  return { make, made: () => made }
}

test('an answer is made once, until something changes', async () => {
  const { cached, change } = listen()
  const answer = countedAnswer()
  await cached('feed', answer.make)
  await cached('feed', answer.make)
  expect(answer.made()).toBe(1)
  change()
  await cached('feed', answer.make)
  expect(answer.made()).toBe(2)
})

test('what people ask for stays, however many addresses are made up meanwhile', async () => {
  const { cached } = listen()
  const feed = countedAnswer()
  for (let page = 0; page < 2000; page += 1) {
    await cached(`made up ${page}`, async () => page)
    if (page % 100 === 0) await cached('feed', feed.make)
  }
  expect(feed.made()).toBe(1)
})

test('what failed or is not worth keeping is made again', async () => {
  const { cached } = listen()
  const refuse = () => Promise.reject(new Error('away'))
  await expect(cached('feed', refuse)).rejects.toThrow('away')
  const answer = countedAnswer()
  expect(await cached('feed', answer.make, () => false)).toBe(1)
  expect(await cached('feed', answer.make)).toBe(2)
})

test('an answer begun before a change is not kept past it', async () => {
  const { cached, change } = listen()
  let finish = (_old: string) => {}
  const slow = cached('feed', () => new Promise<string>((resolve) => (finish = resolve)))
  change()
  finish('old')
  expect(await slow).toBe('old')
  expect(await cached('feed', async () => 'new')).toBe('new')
})

test('while changes may be missed nothing is kept', async () => {
  const { cached, stopListening } = listen()
  stopListening()
  const answer = countedAnswer()
  await cached('feed', answer.make)
  await cached('feed', answer.make)
  expect(answer.made()).toBe(2)
})

test('answers take so many bytes together, and what nobody asked for goes first', async () => {
  const { cached } = listen({ weigh: (answer) => Number(answer), mostBytes: 100 })
  for (const page of ['one', 'two', 'three']) await cached(page, async () => 30)
  await cached('one', async () => 30)
  await cached('large', async () => 40)
  const isKept = ['one', 'two', 'three', 'large'].map((page) => cached.has(page))
  expect(isKept).toEqual([true, false, true, true])
})
