import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { SelectField } from '#app/admin/web/fields/SelectField.tsx'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import { BASIS_WORDS, PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import type { FieldsProps } from './DealPriceFields.tsx'

/** What the original price is based on, and where and when the curator saw it. */
export function BasisFields({ draft, errors, onChange }: FieldsProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[1fr_1.4fr_0.8fr]">
      <SelectField
        label={FORM_FIELDS.basis.label}
        name="basis"
        value={draft.basis}
        error={errors.basis}
        onChange={(event) => onChange({ basis: event.target.value })}
      >
        {PRICE_BASES.map((basis) => (
          <option key={basis} value={basis}>
            {BASIS_WORDS[basis]}
          </option>
        ))}
      </SelectField>
      <FormField
        label={FORM_FIELDS.priceAddress.label}
        name="priceAddress"
        type="url"
        inputMode="url"
        note="only what you saw yourself"
        error={errors.priceAddress}
        value={draft.priceAddress}
        onChange={(event) => onChange({ priceAddress: event.target.value })}
      />
      <FormField
        label={FORM_FIELDS.priceSeenOn.label}
        name="priceSeenOn"
        type="date"
        error={errors.priceSeenOn}
        value={draft.priceSeenOn}
        onChange={(event) => onChange({ priceSeenOn: event.target.value })}
      />
    </div>
  )
}
