import type { ReactNode } from 'react'
import type { Filters } from '#app/deals/filters/filters.facts.ts'
import { FacetGroup } from './FacetGroup.tsx'
import { type ColumnChoice, type FewerFacets, LEFT_OUT_GROUPS } from './groups.facts.ts'
import { nameOf } from './words.copy.ts'

type Props = {
  filters: Filters
  facets: FewerFacets | undefined
  isMember: boolean
  renderChoice: (choice: ColumnChoice) => ReactNode
}

/** Filters that exclude: first-level categories, brands and retailers of the list, and those excluded already. */
export function LeaveOut({ filters, facets, isMember, renderChoice }: Props) {
  const lists = LEFT_OUT_GROUPS.filter(({ isForMembers }) => isMember || !isForMembers)
    .map(({ name, of }) => {
      const gone = filters[name]
      // Excluding a category excludes its subcategories, so only the first level is offered.
      const offered = (facets?.facets[of] ?? []).flatMap(({ value, parent }) =>
        parent === undefined && !gone.includes(value) && !filters[of].includes(value) ? value : [],
      )
      const values = [...gone, ...offered].map((value) => ({
        value,
        label: nameOf(facets, name, value),
      }))
      return { name, gone, values }
    })
    .filter(({ values }) => values.length > 0)
  if (lists.length === 0) return null
  return (
    <FacetGroup title="Leave out" hasChosen={lists.some(({ gone }) => gone.length > 0)}>
      <div className="facet-lists">
        {lists.map(({ name, gone, values }) => (
          <ul key={name}>
            {values.map(({ value, label }) => (
              <li key={value}>
                {renderChoice({ name, value, label, isChosen: gone.includes(value) })}
              </li>
            ))}
          </ul>
        ))}
      </div>
    </FacetGroup>
  )
}
