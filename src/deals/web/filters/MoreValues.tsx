import { use } from 'react'
import type { FilterName } from '#app/deals/filters/filters.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { ALL_SIZES } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { feedPath } from './choosing.rules.ts'
import { OpenSheet } from './open-sheet.ts'

type Props = { what: string; name: FilterName; count: number }

const WORDS: Partial<Record<FilterName, string>> = {
  brand: 'brands',
  retailer: 'retailers',
  size: 'sizes',
}

/** The address of the full list without scripts: a page of its own, or the list of deals. */
function placeOf(name: FilterName, what: string): string | undefined {
  switch (name) {
    case 'brand':
      return paths.brands()
    case 'retailer':
      return paths.retailers()
    case 'size':
      return `${feedPath(what === '' ? ALL_SIZES : `${what}&${ALL_SIZES}`)}#filters`
  }
}

/** Opens the rest of a long facet in the sheet, which has room for it. */
export function MoreValues({ what, name, count }: Props) {
  const openSheet = use(OpenSheet)
  const isHydrated = useHydrated()
  const words = `${formatCount(count)} more ${WORDS[name] ?? ''}`
  if (!isHydrated) {
    const path = placeOf(name, what)
    return path ? (
      <a className="facet-more text-link" href={path} rel="nofollow">
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
