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
  /** Whether the answer is cached or being produced. */
  has: (key: string) => boolean
}

type Weighed = {
  /** Current size of one answer in memory, in bytes. */
  weigh: (answer: unknown) => number
  /** Limit for all answers together, in bytes. */
  mostBytes: number
}

/**
 * Caches finished answers until a change of what they were made from is announced, by this process or another. While
 * announcements may be missed it caches nothing; if an answer cannot be produced then, it returns the last known one.
 */
export function createAnswerCache(
  live: Live,
  channel: Channel,
  cache: string,
  weighed?: Weighed,
): AnswerCache {
  const answers = new Map<string, Promise<unknown>>()
  const lastKnown = createLastKnown(live, channel)
  /** Finished answers by key. */
  const finished = new Map<string, unknown>()
  /** Size of the finished answers. An upper bound: removed ones count until all are weighed again. */
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
   * Evicts the least recently used answers. Answers grow when they are compressed, so all are weighed again when the
   * new one may exceed the limit, and from time to time.
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
      // Move it to the end (LRU), so that invented addresses evict only each other.
      answers.delete(key)
      answers.set(key, known)
      // Safe: only `produce` of the same key fills this entry.
      return known as Promise<T>
    }
    const answer = lastKnown.orBefore(key, produce(), isWorthKeeping)
    if (!live.isListening()) return answer
    if (answers.size >= MOST_ANSWERS) drop(answers.keys().next().value ?? '')
    // Stored while pending, so that a change announced meanwhile drops it with the others.
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

/** A function that tells whether this answer is still cached; undefined if it never was. */
export function stillKept(made: object): (() => boolean) | undefined {
  return kepts.get(made)
}

/**
 * Sends cached JSON that was validated and serialized before. The reply is typed by the route's schema, so sending
 * bytes needs this function.
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
