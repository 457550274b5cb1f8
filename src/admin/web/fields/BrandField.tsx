import { useQuery } from '@tanstack/react-query'
import type { AdminDealFilters } from '#app/admin/admin-deals.contract.ts'
import { dealFiltersQuery } from '#app/admin/web/shell/deal-api.ts'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import { LONGEST_NAME } from '#app/deals/deals.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { Combobox } from '#app/ui/Combobox.tsx'
import { findBrand, matchBrands } from './brands.rules.ts'
import { FormField } from './FormField.tsx'

type Props = {
  value: string
  error: string | undefined
  onChange: (brandName: string) => void
}

const NONE: AdminDealFilters['brands'] = []

/** A brand field that suggests known brands; an unknown one is marked as new. */
export function BrandField({ value, error, onChange }: Props) {
  const { isOpen: mayAsk } = useAdminSession()
  const filters = useQuery<AdminDealFilters>({
    ...dealFiltersQuery,
    enabled: mayAsk,
  })
  const brands = filters.data?.brands ?? NONE
  const known = findBrand(brands, value)
  const matches = value === known?.name ? NONE : matchBrands(brands, value)
  const isUnknown = value.trim() !== '' && !known && filters.data !== undefined

  return (
    <Combobox
      label="Brands"
      items={matches}
      keyOf={({ name }) => name}
      renderItem={({ name, deals }) => (
        <>
          <span>{name}</span>
          <span className="soft figure">{formatCount(deals)}</span>
        </>
      )}
      text={value}
      onType={onChange}
      onChoose={({ name }) => onChange(name)}
      isFreeText
    >
      {({ input, list, isShown }) => (
        <FormField
          {...input}
          label="Brand name"
          name="brandName"
          className="entry-field entry-brand"
          maxLength={LONGEST_NAME}
          // While suggestions are shown, the text may still become a known brand.
          note={isUnknown && !isShown && <span className="entry-new">New brand</span>}
          error={error}
          onBlur={(event) => {
            input.onBlur?.(event)
            // A known brand keeps its own spelling, however it was typed.
            if (known && known.name !== value) onChange(known.name)
          }}
          after={list}
        />
      )}
    </Combobox>
  )
}
