import type { Notice } from '#app/notices/notices.contract.ts'

/**
 * Whether a notice still holds, so that a message may tell it. Of a deal that is no longer listed there is nothing
 * to act on; of one that has ended only its end and the answer to a report still hold.
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
