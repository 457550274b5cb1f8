import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import { readCurrencyCode } from '#app/deals/prices/rates.facts.ts'
import { discountInWords, type FormDraft, tidyPrice } from './draft.rules.ts'

/** Props of a group of fields: the values, the errors, and the change handler. */
export type FieldsProps = {
  draft: FormDraft
  errors: Record<string, string>
  onChange: (changes: Partial<FormDraft>) => void
}

/** Both prices, in any common notation, and the resulting discount. */
export function DealPriceFields({ draft, errors, onChange }: FieldsProps) {
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
      <FormField
        label={FORM_FIELDS.currency.label}
        name="currency"
        className="entry-field entry-currency"
        maxLength={20}
        autoCapitalize="characters"
        error={errors.currency}
        value={draft.currency}
        onChange={(event) => onChange({ currency: event.target.value })}
        onBlur={() => onChange({ currency: readCurrencyCode(draft.currency) ?? draft.currency })}
      />
      <p className="entry-discount">
        <span className="entry-field-head">Discount</span>
        <output>{discountInWords(draft)}</output>
      </p>
    </div>
  )
}
