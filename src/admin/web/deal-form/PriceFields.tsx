import { formatPercent } from '#app/shared/money.ts'
import { discountOf, type FormDraft, tidyPrice } from './draft.rules.ts'
import { FormField } from './FormField.tsx'

type Props = {
  draft: FormDraft
  errors: Record<string, string>
  onChange: (changes: Partial<FormDraft>) => void
}

/** Both prices, and what they make. Written as people write prices, in steps of a cent. */
export function PriceFields({ draft, errors, onChange }: Props) {
  const discount = discountOf(draft)
  const price = (field: 'originalPrice' | 'salePrice', label: string) => (
    <FormField
      label={label}
      name={field}
      inputMode="decimal"
      className="entry-field entry-price"
      placeholder="0.00"
      error={errors[field]}
      value={draft[field]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      onBlur={() => {
        const tidy = tidyPrice(draft[field])
        if (tidy !== draft[field]) onChange({ [field]: tidy })
      }}
    />
  )
  return (
    <div className="entry-prices">
      {price('originalPrice', 'Original price')}
      {price('salePrice', 'Sale price')}
      <p className="entry-discount">
        <span className="entry-field-head">Discount</span>
        <output>
          {discount === null ? 'Price not available' : `${formatPercent(discount)} off`}
        </output>
      </p>
    </div>
  )
}
