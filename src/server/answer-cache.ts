import type { FastifyReply, FastifyRequest } from 'fastify'
import { markCacheable } from '#app/server/http/micro-cache.ts'
import { type Packable, sendPacked } from '#app/server/http/packed.ts'
import { counter, gauge, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { createLastKnown } from './last-known.ts'
import type { Channel, Live } from './live.ts'

const MOST_ANSWERS = 500
const WEIGHED_EVERY = 32

const reads = counter('nouveau_cache_reads_total', 'What was asked of kept answers, by cache', {
  cache: OF_THE_CODE,
  outcome: ['hit', 'miss'],
})
const kept = gauge('nouveau_cache_answers', 'Answers that are kept, by cache', {
  cache: OF_THE_CODE,
})

export type AnswerCache = {
  <T>(key: string, produce: () => Promise<T>, isWorthKeeping?: (answer: T) => boolean): Promise<T>
  /** Whether it is there, or being produced for somebody else. */
  has: (key: string) => boolean
}

type Weighed = {
  /** What one answer takes in memory at the moment, in bytes. */
  weigh: (answer: unknown) => number
  /** All of them together. */
  mostBytes: number
}

/**
 * Keeps finished answers until something they were made from is announced as changed, in this
 * process or another. While announcements may be missed it keeps nothing, and tells what was last known
 * where nothing can be made.
 */
export function createAnswerCache(
  live: Live,
  channel: Channel,
  cache: string,
  weighed?: Weighed,
): AnswerCache {
  const answers = new Map<string, Promise<unknown>>()
  const lastKnown = createLastKnown(live, channel)
  /** Those that are finished, by their key. */
  const finished = new Map<string, unknown>()
  /** Of the finished ones, as far as they were weighed; those that are gone since count until all are weighed again. */
  let bytes = 0
  let unweighed = 0
  const dropAll = () => {
    answers.clear()
    finished.clear()
    bytes = 0
  }
  live.subscribe(channel, dropAll)
  live.onExpiry(channel, dropAll)
  kept.watch(() => [{ labels: { cache }, value: answers.size }])

  function drop(key: string) {
    answers.delete(key)
    finished.delete(key)
  }

  /**
   * What was asked for longest ago goes first. Answers grow as they are packed, so all are weighed: where the new one
   * may be too much, and from time to time.
   */
  function makeRoom({ weigh, mostBytes }: Weighed, made: unknown) {
    bytes += weigh(made)
    unweighed += 1
    if (bytes <= mostBytes && unweighed < WEIGHED_EVERY) return
    unweighed = 0
    bytes = 0
    for (const answer of finished.values()) bytes += weigh(answer)
    for (const [key] of answers) {
      if (bytes <= mostBytes) return
      if (!finished.has(key)) continue
      bytes -= weigh(finished.get(key))
      drop(key)
    }
  }

  const cached = <T>(
    key: string,
    produce: () => Promise<T>,
    isWorthKeeping: (answer: T) => boolean = () => true,
  ): Promise<T> => {
    const known = answers.get(key)
    reads.add({ cache, outcome: known ? 'hit' : 'miss' })
    if (known) {
      // What is asked for stays longest: made-up addresses push out only each other.
      answers.delete(key)
      answers.set(key, known)
      // Only `produce` of the same key ever filled this place.
      return known as Promise<T>
    }
    const answer = lastKnown.orBefore(key, produce(), isWorthKeeping)
    if (!live.isListening()) return answer
    if (answers.size >= MOST_ANSWERS) drop(answers.keys().next().value ?? '')
    // An answer begun before a change is dropped with the others when the change is announced.
    answers.set(key, answer)
    const isStill = () => answers.get(key) === answer
    answer.then(
      (made) => {
        if (!isStill()) return
        if (!isWorthKeeping(made)) return drop(key)
        noteStill(made, () => isStill() && live.msLeft(channel) > 0)
        if (!weighed) return
        finished.set(key, made)
        makeRoom(weighed, made)
      },
      () => isStill() && drop(key),
    )
    return answer
  }
  return Object.assign(cached, { has: (key: string) => answers.has(key) })
}

const kepts = new WeakMap<object, () => boolean>()

function noteStill(made: unknown, isStill: () => boolean) {
  if (typeof made === 'object' && made !== null) kepts.set(made, isStill)
}

/** Whether an answer is still what everybody gets who asks for it; undefined for what was never kept. */
export function stillKept(made: object): (() => boolean) | undefined {
  return kepts.get(made)
}

/**
 * Sends JSON that was checked and written out before, packed as it is kept. The route's schema describes
 * it to readers and types the reply by it, so bytes need this door.
 */
export function sendFinished(
  request: FastifyRequest,
  reply: { raw: unknown },
  json: Packable,
  of?: Parameters<typeof markCacheable>[1]['of'],
) {
  const isStill = stillKept(json)
  if (isStill) markCacheable(request, { isStill, body: json, ...(of ? { of } : {}) })
  return sendPacked(request, (reply as FastifyReply).type('application/json; charset=utf-8'), json)
}
