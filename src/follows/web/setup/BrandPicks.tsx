import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { BrandName, FoundBrands, Setup, SetupWish } from '#app/follows/follows.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import { Picks } from './Picks.tsx'
import type { SetupSent } from './setup-form.rules.ts'

type Props = {
  name: 'brand' | 'hidden-brand'
  setup: Setup
  wish: SetupWish
  chosen: readonly string[]
  found: SetupSent['found'] | undefined
  label?: string
}

/** Shows the chosen brands, the most frequent ones, and search results. */
export function BrandPicks({ name, setup, chosen, found, label }: Props) {
  const id = useId()
  const { known, typed, message, find } = useBrands(found?.field === name ? found : undefined)
  const seen = name === 'brand' ? setup.mostSeen : []
  const mine = [...setup.brands, ...setup.mostSeen, ...known].filter(({ slug }) =>
    chosen.includes(slug),
  )
  const options = distinct([...mine, ...known, ...seen])
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return
    // Enter searches for brands instead of submitting the whole form.
    event.preventDefault()
    void find(event.currentTarget.value)
  }
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid gap-4">
      {options.length > 0 && (
        <Picks
          name={name}
          label={label}
          options={options.map(({ slug, name: words }) => ({ value: slug, label: words }))}
          chosen={chosen}
        />
      )}
      <div className="field max-w-[24rem]">
        <label htmlFor={id}>
          {name === 'brand' ? 'Find another brand' : 'Find a brand to leave out'}
        </label>
        <div className="flex gap-3">
          <input
            ref={input}
            id={id}
            name={`find-${name}`}
            type="search"
            autoComplete="off"
            defaultValue={typed}
            onKeyDown={onKeyDown}
            // Typing does not change what is counted.
            onChange={(event) => event.stopPropagation()}
          />
          <button
            type="submit"
            name="find"
            value={name}
            className="button button-quiet"
            onClick={(event) => {
              event.preventDefault()
              void find(input.current?.value ?? '')
            }}
          >
            Find
          </button>
        </div>
        <p className="field-hint" role="status">
          {message}
        </p>
      </div>
    </div>
  )
}

function useBrands(found: SetupSent['found'] | undefined) {
  const [known, setKnown] = useState<BrandName[]>(found?.brands ?? [])
  const [message, setMessage] = useState(found && foundInWords(found.typed, found.brands))
  async function find(typed: string) {
    if (typed.trim() === '') return
    try {
      const call = `/api/for-you/brands?q=${encodeURIComponent(typed.slice(0, 200))}`
      const { brands } = (await browserApi.load(call)) as FoundBrands
      setKnown((before) => distinct([...brands, ...before]))
      setMessage(foundInWords(typed, brands))
    } catch {
      setMessage(UNREACHED)
    }
  }
  return { known, typed: found?.typed ?? '', message, find }
}

function foundInWords(typed: string, brands: BrandName[]): string {
  const [first] = brands
  if (!first) return `No brand of ours has “${typed.trim()}” in its name.`
  return `Found, and put before the others: ${brands.map(({ name }) => name).join(', ')}.`
}

function distinct(brands: readonly BrandName[]): BrandName[] {
  return [...new Map(brands.map((brand) => [brand.slug, brand])).values()]
}
