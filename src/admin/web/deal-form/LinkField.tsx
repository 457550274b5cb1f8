import type { Ref } from 'react'
import { FormField } from '#app/admin/web/fields/FormField.tsx'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { formatShortDateOfWeek } from '#app/shared/dates.ts'
import { formatPrice } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { DealThumb } from './DealThumb.tsx'
import type { LinkCheck } from './link-check.ts'
import { dealTitle } from './words.copy.ts'

type Props = {
  value: string
  check: LinkCheck
  error: string | undefined
  onChange: (buyUrl: string, isPasted: boolean) => void
  /** The edited deal, which is not a duplicate of itself. */
  dealId?: string | undefined
  soldAt?: string | undefined
  onEdit?: ((deal: ManagedDeal) => void) | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
}

/** The first field: the link identifies the shop, and any existing deal. */
export function LinkField(props: Props) {
  const { value, check, error, onChange, dealId, soldAt, onEdit, inputRef } = props
  const facts = check.state === 'known' ? check.facts : undefined
  const duplicate = facts?.duplicate?.id === dealId ? undefined : facts?.duplicate

  return (
    <div>
      <FormField
        ref={inputRef}
        label="Buy URL"
        name="buyUrl"
        type="text"
        inputMode="url"
        autoCapitalize="off"
        required
        placeholder="Paste the link to the piece"
        error={error}
        value={value}
        note={<span role="status">{linkWords(check, soldAt)}</span>}
        onChange={(event) => {
          const { inputType } = event.nativeEvent as InputEvent
          onChange(event.target.value, /^insertFrom(Paste|Drop)/.test(inputType))
        }}
      />
      {duplicate && <DuplicateNotice deal={duplicate} onEdit={onEdit} />}
    </div>
  )
}

function linkWords(check: LinkCheck, soldAt: string | undefined): string {
  if (check.state === 'checking') return 'Looking at the link…'
  if (check.state === 'failed') return 'The link could not be checked; saving will.'
  if (check.state !== 'known') return soldAt && check.state === 'idle' ? `Sold at ${soldAt}` : ''
  const { retailer } = check.facts
  return retailer.isKnown ? `Sold at ${retailer.name}` : `New shop: ${retailer.name}`
}

type DuplicateProps = { deal: ManagedDeal; onEdit?: ((deal: ManagedDeal) => void) | undefined }

/** Shows the existing deal with this link. */
function DuplicateNotice({ deal, onEdit }: DuplicateProps) {
  const { salePrice, isPublished, createdDay } = deal
  return (
    <div className="entry-duplicate" role="alert">
      <DealThumb pictureKey={deal.dealCardImageUrl} placeholder={deal.imagePlaceholder} />
      <div>
        <p>
          <strong>This link is already in the club.</strong>
        </p>
        <p>
          {dealTitle(deal)}
          {salePrice !== null && `, ${formatPrice(salePrice)}`}
        </p>
        <p className="soft">
          {isPublished ? 'Published' : 'Not published'} · entered{' '}
          {formatShortDateOfWeek(createdDay)}
        </p>
      </div>
      {onEdit && (
        <Button variant="tool" onClick={() => onEdit(deal)}>
          Edit that one
        </Button>
      )}
    </div>
  )
}
