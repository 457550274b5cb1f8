import { use } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { FollowControl } from './FollowControl.tsx'
import { FollowSlot } from './follow-slot.ts'

/** Controls to follow or hide a deal's brand and category, and its retailer where that is visible. */
export function MoreOrLess({ deal }: { deal: Deal }) {
  const isOpen = use(FollowSlot) !== undefined
  const { brandName, brandSlug, category, retailer, retailerSlug } = deal
  if (!isOpen || (!brandSlug && !category)) return null
  return (
    <section className="w-full border-t border-hairline pt-5 print:hidden">
      <h2 className="caps mb-1">More or less of it</h2>
      {brandSlug && <FollowControl kind="brand" value={brandSlug} name={brandName} />}
      {category && (
        <FollowControl kind="category" value={category} name={termLabel('category', category)} />
      )}
      {retailerSlug && (
        <FollowControl kind="retailer" value={retailerSlug} name={retailer || 'This retailer'} />
      )}
    </section>
  )
}
