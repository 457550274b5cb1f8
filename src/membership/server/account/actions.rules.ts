import { isEndedStatus, isMemberStatus } from '#app/membership/server/membership.rules.ts'

/** A subscription as the provider has it at this moment. */
export type ProviderState = {
  status: string
  /** Whether it has been cancelled, by flag or by date, and is still running. */
  isEnding: boolean
  /** A new period has begun and its invoice is a draft: it will be charged within the hour. */
  isUnpaidYet?: boolean
}

type Cancellation = 'at-period-end' | 'now' | 'already-ending' | 'ended'

/**
 * When a cancellation takes effect. What was paid for, or given as a trial, is kept until its end.
 * Where money is owed there is nothing to keep: the membership ends at once and no payment is
 * retried. The same holds for a new period whose invoice is still a draft, which would otherwise be
 * charged.
 */
export function decideCancel(state: ProviderState): Cancellation {
  if (isEndedStatus(state.status)) return 'ended'
  if (!isMemberStatus(state.status) || state.isUnpaidYet) return 'now'
  return state.isEnding ? 'already-ending' : 'at-period-end'
}

/** Whether a cancellation can be taken back. */
export function decideResume(state: ProviderState): 'resume' | 'going-on' | 'ended' {
  if (isEndedStatus(state.status)) return 'ended'
  return state.isEnding ? 'resume' : 'going-on'
}

export type PlanMove = 'free' | 'prorated' | 'same' | 'not-sold' | 'ending' | 'unpaid' | 'ended'

/** How a change of plan is billed, or why it is refused; nothing is charged during the trial. */
export function decidePlanChange(
  state: ProviderState,
  { isSame, isSold }: { isSame: boolean; isSold: boolean },
): PlanMove {
  if (isEndedStatus(state.status)) return 'ended'
  if (!isMemberStatus(state.status)) return 'unpaid'
  if (state.isEnding) return 'ending'
  if (isSame) return 'same'
  if (!isSold) return 'not-sold'
  return state.status === 'trialing' ? 'free' : 'prorated'
}
