import type { Deal } from '#app/deals/deals.contract.ts'
import { beforeInWords } from '#app/deals/prices/story.copy.ts'
import type { LetterDeal } from '#app/server/mail/mail.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'
import { formatShortPrice, percentOff } from '#app/shared/money.ts'
import { pieceName } from '#app/shared/names.ts'
import { paths } from '#app/shared/paths.ts'

/**
 * Describes a deal for a letter, using only what the serializer has released. The link leads to our own page
 * and names the stream of the mail.
 */
export function dealInLetter(
  deal: Deal,
  { stream, today, why }: { stream: MailStream; today: string; why?: string | undefined },
): LetterDeal {
  const { id, brandName, salePrice, discount, dealCardImageUrl } = deal
  const name = pieceName(deal)
  const picture = dealCardImageUrl ?? deal.images[0]
  const note = picture ? deal.pictureNotes?.[picture] : undefined
  return {
    path: letterPaths.fromMail(paths.deal(id), stream),
    brand: brandName,
    name,
    // An ended deal is shown without prices.
    ...(deal.state !== 'ended' && {
      now: salePrice === null ? undefined : formatShortPrice(salePrice),
      was: beforeInWords(deal, today),
      off: discount === null || discount <= 0 ? undefined : percentOff(discount),
    }),
    why,
    picture: picture
      ? {
          path: `/ndc-images/${picture}`,
          alt: note?.alternative ?? name ?? `Designer piece by ${brandName}`,
          focus: note?.focus,
        }
      : undefined,
  }
}
