import type { Deal } from '#app/deals/deals.contract.ts'
import type { LetterDeal } from '#app/server/mail/mail.ts'
import { formatRoundPercent, formatShortPrice } from '#app/shared/money.ts'
import { pieceName } from '#app/shared/names.ts'
import { paths } from '#app/shared/paths.ts'

/**
 * A deal for a letter, with no more in it than the serializer has let out. The link leads to our own page,
 * and says that it came from a mail.
 */
export function dealInLetter(deal: Deal, why?: string): LetterDeal {
  const { id, brandName, originalPrice, salePrice, discount, dealCardImageUrl } = deal
  const name = pieceName(deal)
  const picture = dealCardImageUrl ?? deal.images[0]
  return {
    path: paths.fromMail(paths.deal(id)),
    brand: brandName,
    name,
    now: salePrice === null ? undefined : formatShortPrice(salePrice),
    was: originalPrice === null ? undefined : `was ${formatShortPrice(originalPrice)}`,
    off: discount === null || discount <= 0 ? undefined : `${formatRoundPercent(discount)} off`,
    why,
    picture: picture
      ? {
          path: `/ndc-images/${picture}`,
          alt: name ?? `Designer piece by ${brandName}`,
        }
      : undefined,
  }
}
