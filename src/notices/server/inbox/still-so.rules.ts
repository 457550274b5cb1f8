import type { Notice } from '#app/notices/notices.contract.ts'

/**
 * Whether a message may say so by now. Of what is not listed any more there is nothing to act on; of what has
 * ended only that it has, and what came of a report.
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
