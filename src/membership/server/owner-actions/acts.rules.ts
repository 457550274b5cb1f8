import type { ProviderState } from '#app/membership/server/account/actions.rules.ts'
import { isEndedStatus, isMemberStatus } from '#app/membership/server/membership.rules.ts'
import { DAY_MS } from '#app/shared/dates.ts'

/** The provider accepts no trial that ends later than this. */
const LONGEST_MS = 730 * DAY_MS

type DaysVerdict = { from: Date; until: Date } | { refusal: string; words: string }

/**
 * Whether days can be given, and until when. They move the end of the running period, so none can
 * be given where money is owed, or where the charge of the next period is on its way.
 */
export function decideDays(
  state: ProviderState,
  { endsAt, days, now }: { endsAt: Date; days: number; now: Date },
): DaysVerdict {
  if (isEndedStatus(state.status)) {
    return { refusal: 'ended', words: 'This membership has ended: there is no period to prolong.' }
  }
  if (!isMemberStatus(state.status)) {
    return {
      refusal: 'payment-open',
      words: 'A payment is open. Days can be given once it is paid.',
    }
  }
  if (state.isUnpaidYet || endsAt <= now) {
    return {
      refusal: 'being-charged',
      words: 'A new period has begun and is being charged right now. Try again in an hour.',
    }
  }
  const until = new Date(endsAt.getTime() + days * DAY_MS)
  if (until.getTime() - now.getTime() > LONGEST_MS) {
    return {
      refusal: 'too-long',
      words: 'The payment provider takes no period that ends later than in two years.',
    }
  }
  return { from: endsAt, until }
}

/** Why a membership cannot be ended in this way; undefined when it can. */
export function decideEnd(
  state: ProviderState,
  when: 'now' | 'period-end',
): { code: string; words: string } | undefined {
  if (isEndedStatus(state.status)) {
    return { code: 'already-ended', words: 'This membership has ended already.' }
  }
  if (when === 'now') return
  if (!isMemberStatus(state.status) || state.isUnpaidYet) {
    return {
      code: 'payment-open',
      words: 'A payment is open, so there is no paid period to wait for: end it at once.',
    }
  }
  if (state.isEnding) {
    return { code: 'already-ending', words: 'This membership is ending with its period already.' }
  }
}
