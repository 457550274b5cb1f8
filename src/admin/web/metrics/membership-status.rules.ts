import type { MembershipStatus } from '#app/admin/metrics.contract.ts'

type Look = 'ink' | 'soft' | 'edge' | 'rose' | 'linen' | 'none'

/** In the order in which they are told: first those to whom the feed is open. */
export const MEMBERSHIP_STATUS_WORDS: Record<string, { words: string; note: string; look: Look }> =
  {
    active: { words: 'Active', note: 'pays and stays', look: 'ink' },
    trialing: { words: 'On trial', note: 'not charged yet', look: 'soft' },
    ending: { words: 'Ending', note: 'leaves when the time is up', look: 'edge' },
    past_due: { words: 'Past due', note: 'a payment has failed', look: 'rose' },
    unpaid: { words: 'Unpaid', note: 'nothing is tried any more', look: 'rose' },
    paused: { words: 'Paused', note: '', look: 'rose' },
    incomplete: { words: 'Not started', note: 'the first payment is open', look: 'rose' },
    incomplete_expired: { words: 'Never started', note: '', look: 'linen' },
    canceled: { words: 'Canceled', note: 'was a member once', look: 'linen' },
    none: { words: 'Free account', note: 'never had a membership', look: 'none' },
  } satisfies Record<MembershipStatus, { words: string; note: string; look: Look }>

const ORDER = Object.keys(MEMBERSHIP_STATUS_WORDS)

export function membershipStatusWords(standing: string): string {
  return MEMBERSHIP_STATUS_WORDS[standing]?.words ?? standing
}

/** Words of the payment provider that are new to us come last. */
export function sortMembershipStatuses<S extends { standing: string }>(standings: S[]): S[] {
  const place = ({ standing }: S) => {
    const at = ORDER.indexOf(standing)
    return at < 0 ? ORDER.length : at
  }
  return standings.toSorted((a, b) => place(a) - place(b))
}
