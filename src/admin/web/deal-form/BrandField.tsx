import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { AdminDealFilters } from '#app/admin/admin-deals.contract.ts'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import { LONGEST_NAME } from '#app/deals/deals.facts.ts'
import { findBrand, matchBrands } from './brands.rules.ts'
import { FormField } from './FormField.tsx'

type Props = {
  value: string
  error: string | undefined
  onChange: (brandName: string) => void
}

const NONE: AdminDealFilters['brands'] = []

/** A brand by its first letters; one that is not known yet is said to be new. */
export function BrandField({ value, error, onChange }: Props) {
  const { isOpen: mayAsk } = useAdminSession()
  const filters = useQuery<AdminDealFilters>({
    queryKey: ['/api/admin/deals/filters'],
    enabled: mayAsk,
  })
  const brands = filters.data?.brands ?? NONE
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const known = findBrand(brands, value)
  const matches = isOpen && value !== known?.name ? matchBrands(brands, value) : NONE
  // While there is a list of brands it may still become one of them.
  const isNew = value.trim() !== '' && !known && filters.data !== undefined && matches.length === 0

  function close() {
    setIsOpen(false)
    setActive(-1)
  }

  function take(name: string) {
    onChange(name)
    close()
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (matches.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      // One place beside the list stands for what was typed.
      const places = matches.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    }
    const chosen = matches[active]
    if (event.key === 'Enter' && chosen && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      take(chosen.name)
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <FormField
      ref={input}
      label="Brand name"
      name="brandName"
      className="entry-field entry-brand"
      maxLength={LONGEST_NAME}
      note={isNew && <span className="entry-new">New brand</span>}
      error={error}
      value={value}
      role="combobox"
      aria-expanded={matches.length > 0}
      aria-controls={listId}
      aria-autocomplete="list"
      aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      onChange={(event) => {
        onChange(event.target.value)
        setIsOpen(true)
        setActive(-1)
      }}
      onKeyDown={onKeyDown}
      onBlur={() => {
        close()
        // However it was typed: the brand keeps its own spelling.
        if (known && known.name !== value) onChange(known.name)
      }}
      after={
        <div
          id={listId}
          role="listbox"
          aria-label="Brands"
          hidden={matches.length === 0}
          className="entry-brands"
        >
          {matches.map(({ name, deals }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field moves through the list.
            <div
              key={name}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus: losing it would close the list before the click.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
            >
              <span>{name}</span>
              <span className="soft figure">{deals}</span>
            </div>
          ))}
        </div>
      }
    />
  )
}
