import type { Deal } from '#app/deals/deals.contract.ts'
import { checkedInWords } from '#app/deals/prices.copy.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { useDay } from '#app/web/use-day.ts'
import { useChecked } from './checked.ts'

/** For members: whether somebody has seen the price before, and when we last looked. It has its place from the beginning. */
export function CheckedLine({ deal }: { deal: Deal }) {
  const isMember = useViewerClass() === 'member'
  const at = useChecked(deal.id)
  const today = useDay()
  if (!isMember || deal.state === 'ended' || deal.brandSlug === null) return null
  const { basis, isProven } = deal.price
  const rests = basis !== 'retailer' ? undefined : isProven ? 'seen by us' : 'as stated'
  const checked = at ? checkedInWords(at, today) : undefined
  return <p className="at checked">{checked ?? rests ?? '\u00a0'}</p>
}
