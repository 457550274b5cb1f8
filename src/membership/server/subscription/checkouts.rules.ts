/** A session with less time left than this is not offered again. */
export const REUSABLE_MS = 5 * 60 * 1000

/** Statuses that make a second subscription one too many. */
export const LIVE_STATUSES = ['trialing', 'active', 'past_due'] as const

export function isLive(status: string): boolean {
  return (LIVE_STATUSES as readonly string[]).includes(status)
}

type Session = { status: string | null; payment_status: string }

/**
 * What a session of the provider means. A trial is complete with nothing due; a slow payment
 * method leaves a complete session unpaid for a while.
 */
export function stateOfSession({
  status,
  payment_status,
}: Session): 'open' | 'expired' | 'pending' | 'complete' {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  return payment_status === 'paid' || payment_status === 'no_payment_required'
    ? 'complete'
    : 'pending'
}

/** Whether the account that had made this payment its own has been deleted since. */
export function isForgotten(checkout: {
  claimedAt: Date | null
  claimedUserId: string | null
}): boolean {
  return checkout.claimedAt !== null && checkout.claimedUserId === null
}
