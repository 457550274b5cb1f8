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

/** Where all of a kind are, without scripts: on a page of their own, or beside the list. */
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

/** The rest of a long list stands in the sheet, which has room. */
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
