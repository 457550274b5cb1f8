import { DealThumb } from '#app/admin/web/shell/DealThumb.tsx'
import { dealName, formatEnteredDay } from '#app/admin/web/shell/deal-words.rules.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { formatPrice } from '#app/shared/money.ts'

type Props = { deal: ManagedDeal; onEdit?: ((deal: ManagedDeal) => void) | undefined }

/** The deal that the link leads to already, before it is entered once more. */
export function DuplicateNotice({ deal, onEdit }: Props) {
  const { salePrice, isPublished, createdDay } = deal
  return (
    <div className="entry-duplicate" role="alert">
      <DealThumb pictureKey={deal.dealCardImageUrl} placeholder={deal.imagePlaceholder} />
      <div>
        <p>
          <strong>This link is already in the club.</strong>
        </p>
        <p>
          {dealName(deal)}
          {salePrice !== null && `, ${formatPrice(salePrice)}`}
        </p>
        <p className="soft">
          {isPublished ? 'Published' : 'Not published'} · entered {formatEnteredDay(createdDay)}
        </p>
      </div>
      {onEdit && (
        <button type="button" className="tool" onClick={() => onEdit(deal)}>
          Edit that one
        </button>
      )}
    </div>
  )
}
