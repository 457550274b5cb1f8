import type { Channel, Live } from './live.ts'
import { Problem } from './problem.ts'

const MOST_ANSWERS = 200
/** A teaser five minutes old is better than none; an older one is not. */
const LONGEST_MS = 5 * 60_000

type LastKnown = {
  /**
   * The produced answer, or the last known one when producing fails because the database is away. Only for answers to
   * visitors: nobody can be identified then.
   */
  orBefore: <T>(key: string, made: Promise<T>, isWhole: (answer: T) => boolean) => Promise<T>
}

/** Remembers answers for use while the database is away; announced changes drop them. */
export function createLastKnown(
  live: Live,
  channel: Channel,
  clock = () => performance.now(),
): LastKnown {
  const answers = new Map<string, unknown>()
  let trueUntil: number | undefined

  function forget() {
    answers.clear()
    trueUntil = undefined
  }

  live.subscribe(channel, (payload) => {
    if (payload !== undefined || live.isListening()) forget()
    else trueUntil ??= clock()
  })

  live.onExpiry(channel, () => answers.clear())

  function note(key: string, answer: unknown) {
    answers.delete(key)
    // The database answers, but changes would not be announced, so this cannot be remembered.
    if (!live.isListening()) return
    if (trueUntil !== undefined) forget()
    if (answers.size >= MOST_ANSWERS) answers.delete(answers.keys().next().value ?? '')
    answers.set(key, answer)
  }

  function before(key: string): unknown {
    if (live.isListening() || trueUntil === undefined) return
    return clock() - trueUntil < LONGEST_MS ? answers.get(key) : undefined
  }

  return {
    orBefore: async <T>(key: string, made: Promise<T>, isWhole: (answer: T) => boolean) => {
      try {
        const answer = await made
        if (!isWhole(answer)) return (before(key) as T | undefined) ?? answer
        note(key, answer)
        return answer
      } catch (error) {
        const known = before(key) as T | undefined
        if (known === undefined || (error instanceof Problem && error.status < 500)) throw error
        return known
      }
    },
  }
}
