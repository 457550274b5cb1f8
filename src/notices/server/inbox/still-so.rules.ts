import type { Notice } from '#app/notices/notices.contract.ts'

/**
 * Tells whether a notice still holds and may be sent. A deal that is no longer listed offers nothing to act
 * on; for an ended one, only its end and the answer to a report still hold.
 */
export function isStillSo(
  { kind, deal, facts: { endsAt = '' } }: Pick<Notice, 'kind' | 'deal' | 'facts'>,
  now: string,
): boolean {
  if (!deal) return false
  if (kind === 'report') return true
  if (kind === 'gone' || deal.state === 'ended') return kind === 'gone' && deal.state === 'ended'
  return kind !== 'ends-soon' || endsAt > now
}
