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

/** What somebody does not want to see: kinds and brands of the list, and those that are left out already. */
export function LeaveOut({ filters, facets, isMember, renderChoice }: Props) {
  const lists = LEFT_OUT_GROUPS.filter(({ isForMembers }) => isMember || !isForMembers)
    .map(({ name, of }) => {
      const gone = filters[name]
      // Those below a kind go with it: the whole tree of them is above.
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
