import { setTimeout as delay } from 'node:timers/promises'
import { gauge, OF_THE_CODE } from '#app/server/observability/instruments.ts'

/**
 * A circuit breaker, so that nobody waits for a service that does not answer. Two consecutive timeouts open it; while
 * it is open, calls fail at once. After a rest one call at a time probes the service; any answer, even an error,
 * closes it.
 */
export type Breaker = {
  /**
   * Throws {@link NoAnswer} without calling while it is open. A patient caller, such as a background job, waits for
   * the next probe and fails only if that times out too.
   */
  call: <T>(work: () => Promise<T>, options?: { isPatient?: boolean }) => Promise<T>
  isOpen: () => boolean
}

/** The call was not made, because the calls before it got no answer. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

const open = gauge(
  'nouveau_breaker_open',
  '1 while somebody who did not answer is asked less often',
  {
    to: OF_THE_CODE,
  },
)

type Settings = {
  /** Name of the service, for metrics. */
  to?: string
  /** Whether an error means that no answer came. Any other error is an answer. */
  isSilence: (error: unknown) => boolean
  /** `error` is the one that opened it. */
  onChange?: (isOpen: boolean, error?: unknown) => void
  restMs?: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
}

const SILENCES_THAT_OPEN = 2
const REST_MS = 2000

/** Creates a {@link Breaker} for one service. */
export function createBreaker(settings: Settings): Breaker {
  const { to, isSilence, onChange = () => {}, restMs = REST_MS } = settings
  const now = settings.now ?? (() => performance.now())
  let silences = 0
  /** When the next probe is allowed; undefined while closed. */
  let triesAt: number | undefined
  /** The probe in progress; never rejects. */
  let trying: Promise<void> | undefined
  if (to) open.watch(() => [{ labels: { to }, value: Number(triesAt !== undefined) }])

  function noteAnswer() {
    silences = 0
    if (triesAt === undefined) return
    triesAt = undefined
    onChange(false)
  }

  function noteSilence(error: unknown) {
    silences += 1
    if (silences < SILENCES_THAT_OPEN) return
    const wasOpen = triesAt !== undefined
    triesAt = now() + restMs
    if (!wasOpen) onChange(true, error)
  }

  async function watch<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      noteAnswer()
      return result
    } catch (error) {
      if (isSilence(error)) noteSilence(error)
      else noteAnswer()
      throw error
    }
  }

  function tryIt<T>(work: () => Promise<T>): Promise<T> {
    const tried = watch(work)
    trying = tried.then(
      () => {},
      () => {},
    )
    void trying.then(() => {
      trying = undefined
    })
    return tried
  }

  return {
    isOpen: () => triesAt !== undefined,
    call: async (work, { isPatient = false } = {}) => {
      if (triesAt === undefined) return watch(work)
      if (isPatient && !trying && now() < triesAt) await delay(Math.ceil(triesAt - now()) + 1)
      if (isPatient && trying) await trying
      // Look again: the state may have changed while waiting.
      if (triesAt === undefined) return watch(work)
      if (trying || now() < triesAt) throw new NoAnswer('Nobody has answered just now.')
      return tryIt(work)
    },
  }
}
