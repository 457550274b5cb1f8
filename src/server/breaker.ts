import { setTimeout as delay } from 'node:timers/promises'
import { gauge, OF_THE_CODE } from '#app/server/observability/instruments.ts'

/**
 * Keeps everybody from waiting for somebody who does not answer. Two calls in a row that met silence
 * open it; while it is open a call is refused at once. After a rest one call at a time tries whether
 * there is an answer again, and an answer, whatever it says, closes it.
 */
export type Breaker = {
  /**
   * Throws {@link NoAnswer} instead of calling while it is open. Who is patient, because nobody waits
   * for them at a screen, stays for the next try and is refused only when that meets silence too.
   */
  call: <T>(work: () => Promise<T>, options?: { isPatient?: boolean }) => Promise<T>
  isOpen: () => boolean
}

/** Nobody was asked: those who asked just before have waited in vain. */
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
  /** Whom it stands before, for whoever watches us. */
  to?: string
  /** Whether a call that failed has found nobody. All else is an answer. */
  isSilence: (error: unknown) => boolean
  /** With what opened it. */
  onChange?: (isOpen: boolean, error?: unknown) => void
  restMs?: number
  /** In milliseconds from anywhere; it must not jump. */
  now?: () => number
}

const SILENCES_THAT_OPEN = 2
const REST_MS = 2000

/** Stands before one that is asked: after two silences calls are refused at once, until one that tries is answered. */
export function createBreaker(settings: Settings): Breaker {
  const { to, isSilence, onChange = () => {}, restMs = REST_MS } = settings
  const now = settings.now ?? (() => performance.now())
  let silences = 0
  /** When it may be tried again; undefined while it is closed. */
  let triesAt: number | undefined
  /** The one call that tries, as long as it does; never fails. */
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
      // What has happened meanwhile decides.
      if (triesAt === undefined) return watch(work)
      if (trying || now() < triesAt) throw new NoAnswer('Nobody has answered just now.')
      return tryIt(work)
    },
  }
}
