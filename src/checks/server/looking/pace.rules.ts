import { HOST_PACE_MS, LONGEST_PACE_MS, LONGEST_RETRY_AFTER_MS } from '#app/checks/checks.facts.ts'

/** How long a shop that does not answer is left alone. */
const REST_AFTER_SILENCE_MS = 60_000
/** How long a shop that answers 429 or 503 without `Retry-After` is left alone. */
const REST_AFTER_REFUSAL_MS = 10 * 60_000

type HostAnswer = {
  status: number | undefined
  /** The raw header. */
  retryAfter: string | undefined
  /** In seconds, from its robots.txt. */
  crawlDelay: number | undefined
}

/** Returns when a host may be asked again. */
export function nextAt({ status, retryAfter, crawlDelay }: HostAnswer, now: Date): Date {
  const pace = Math.min(Math.max(HOST_PACE_MS, (crawlDelay ?? 0) * 1000), LONGEST_PACE_MS)
  const isTurnedAway = status === 429 || status === 503
  const rest =
    status === undefined ? REST_AFTER_SILENCE_MS : isTurnedAway ? REST_AFTER_REFUSAL_MS : 0
  const asked = readRetryAfter(retryAfter, now)
  return new Date(now.getTime() + Math.max(pace, asked ?? rest))
}

/** Returns milliseconds, or undefined if the header is absent or cannot be parsed. */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return
  const text = value.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  if (!Number.isFinite(ms)) return
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS)
}
