import { isEndedStatus, isMemberStatus } from '#app/membership/server/membership.rules.ts'

/** A subscription as the provider has it at this moment. */
export type ProviderState = {
  status: string
  /** Cancelled already, by flag or by date, and still running. */
  isEnding: boolean
  /** A new period has begun and its invoice is a draft: it will be charged within the hour. */
  isUnpaidYet?: boolean
}

type Cancellation = 'at-period-end' | 'now' | 'already-ending' | 'ended'

/**
 * When a cancellation takes effect. What has been paid for, or given as a trial, is kept to its end;
 * where money is owed there is nothing to keep, so it ends at once and no payment is retried. Nor is
 * there anything to keep of a period whose invoice is a draft, which would be charged all the same.
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
