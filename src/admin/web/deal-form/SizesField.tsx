import { FormField } from '#app/admin/web/fields/FormField.tsx'
import { LONGEST_SIZES } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import { type FormDraft, tidySizes } from './draft.rules.ts'
import { sizesInWords } from './words.copy.ts'

type Props = {
  draft: FormDraft
  error: string | undefined
  /** The part of a sheet's sizes that was not understood. */
  unread: string | undefined
  onChange: (sizes: string) => void
}

/** The sizes as the retailer writes them; shows how they are compared while they are typed. */
export function SizesField({ draft, error, unread, onChange }: Props) {
  const words = sizesInWords(draft)
  return (
    <FormField
      label={FORM_FIELDS.sizes.label}
      name="sizes"
      maxLength={LONGEST_SIZES}
      placeholder="IT 38, 40, 42"
      note={unread !== undefined && `“${unread}” was not understood.`}
      error={error}
      value={draft.sizes}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        const tidy = tidySizes(draft.sizes)
        if (tidy !== draft.sizes) onChange(tidy)
      }}
      after={words !== '' && <p className="entry-field-note">{words}</p>}
    />
  )
}
