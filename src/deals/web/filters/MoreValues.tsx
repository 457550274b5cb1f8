import { use } from 'react'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { OpenSheet } from './open-sheet.ts'

type Props = { name: FilterName; count: number }

const WORDS: Partial<Record<FilterName, string>> = {
  brand: 'brands',
  retailer: 'retailers',
  size: 'sizes',
}

const PLACES: Partial<Record<FilterName, string>> = {
  brand: paths.brands(),
  retailer: paths.retailers(),
}

/** The rest of a long list stands in the sheet, which has room. */
export function MoreValues({ name, count }: Props) {
  const openSheet = use(OpenSheet)
  const isHydrated = useHydrated()
  const words = `${formatCount(count)} more ${WORDS[name] ?? ''}`
  const path = PLACES[name]
  if (!isHydrated) {
    // Without scripts they are on a page of their own, where there is one.
    return path ? (
      <a className="facet-more text-link" href={path}>
        {words}
      </a>
    ) : (
      <p className="facet-more">{words}</p>
    )
  }
  return (
    <button
      type="button"
      className="facet-more text-button"
      aria-haspopup="dialog"
      onClick={() => openSheet(name)}
    >
      {words}
    </button>
  )
}
