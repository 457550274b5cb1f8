import { HOST_PACE_MS, LONGEST_PACE_MS, LONGEST_RETRY_AFTER_MS } from '#app/checks/checks.facts.ts'

/** A shop that does not answer is left alone for a while. */
const REST_AFTER_SILENCE_MS = 60_000
/** One that says that it is too much, without saying for how long. */
const REST_AFTER_REFUSAL_MS = 10 * 60_000

type HostAnswer = {
  status: number | undefined
  /** As the shop wrote it. */
  retryAfter: string | undefined
  /** In seconds, of its robots.txt. */
  crawlDelay: number | undefined
}

/** When a host may be asked again. */
export function nextAt({ status, retryAfter, crawlDelay }: HostAnswer, now: Date): Date {
  const pace = Math.min(Math.max(HOST_PACE_MS, (crawlDelay ?? 0) * 1000), LONGEST_PACE_MS)
  const isTurnedAway = status === 429 || status === 503
  const rest =
    status === undefined ? REST_AFTER_SILENCE_MS : isTurnedAway ? REST_AFTER_REFUSAL_MS : 0
  const asked = readRetryAfter(retryAfter, now)
  return new Date(now.getTime() + Math.max(pace, asked ?? rest))
}

/** In milliseconds; undefined where it says nothing that can be understood. */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return
  const text = value.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  if (!Number.isFinite(ms)) return
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
