import { useState } from 'react'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { pictureCandidates } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

/** The deal's picture, as small as it is kept. The name beside it says what it shows. */
export function RowThumb({
  deal,
}: {
  deal: Pick<ManagedDeal, 'dealCardImageUrl' | 'images' | 'imagePlaceholder'>
}) {
  const { pictureHost } = useSiteSettings()
  // Each is tried once: one that fails must not bring back another that has.
  const [failed, setFailed] = useState<string[]>([])
  const key = pictureCandidates(deal.dealCardImageUrl, deal.images).find(
    (candidate) => !failed.includes(candidate),
  )
  if (!key) {
    return (
      <span className="deal-row-thumb">
        <span className="sr">No picture</span>
      </span>
    )
  }
  return (
    <span className="deal-row-thumb">
      {deal.imagePlaceholder && <svg color={deal.imagePlaceholder} aria-hidden="true" />}
      <img
        src={`${pictureHost}/ndc-images/${key.replace(/\.jpg$/, '-320.webp')}`}
        alt=""
        width={44}
        height={55}
        decoding="async"
        onError={() => setFailed((before) => [...before, key])}
      />
    </span>
  )
}
