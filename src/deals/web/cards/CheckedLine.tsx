import { use } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { checkedInWords, restsOnInWords } from '#app/deals/prices/prices.copy.ts'
import { ViewerOfPage } from '#app/membership/web/subscription.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useDay } from '#app/web/use-day.ts'
import { useChecked } from './checked.ts'

type Props = { deal: Deal }

/**
 * Whether somebody has seen the was-price, and when we last looked; for members only. Reserves its space
 * from the start to avoid a layout shift.
 */
export function CheckedLine({ deal }: Props) {
  const isMember = use(ViewerOfPage) === 'member'
  if (!isMember || deal.state === 'ended' || deal.brandSlug === null) return null
  return (
    <p className="at checked">
      <Words deal={deal} />
    </p>
  )
}

function Words({ deal }: Props) {
  // Rendered without the time; in the browser each card asks for its own.
  return useHydrated() ? <Checked deal={deal} /> : restsOn(deal)
}

function Checked({ deal }: Props) {
  const { at } = useChecked(deal.id) ?? {}
  const today = useDay()
  return at ? checkedInWords(at, today) : restsOn(deal)
}

const restsOn = (deal: Deal) => restsOnInWords(deal) ?? '\u00a0'
