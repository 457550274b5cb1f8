import type { Deal } from '#app/deals/deals.contract.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { pictureCandidates } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'

type Props = { deal: Deal; sizes: string; isEager?: boolean; isFirst?: boolean }

/** The alternative text names the product only for those who may know it. */
export function DealPicture({ deal, ...picture }: Props) {
  const { pictureHost } = useSiteSettings()
  return (
    <Picture
      {...picture}
      candidates={pictureCandidates(deal.dealCardImageUrl, deal.images)}
      host={pictureHost}
      placeholder={deal.imagePlaceholder}
      notes={deal.pictureNotes}
      alt={deal.productName ?? `Designer piece by ${deal.brandName}`}
    />
  )
}
