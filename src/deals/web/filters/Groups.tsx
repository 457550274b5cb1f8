import type { ReactNode } from 'react'
import type { FilterName, Filters } from '#app/deals/filters/filters.facts.ts'
import type { FacetValue } from '#app/deals/filters/search.contract.ts'
import { isChosen } from './choosing.rules.ts'
import { FacetGroup } from './FacetGroup.tsx'
import { categoriesByLevel } from './facets.rules.ts'
import {
  type ColumnChoice,
  FACET_GROUPS,
  type FewerFacets,
  PRICE_STEPS,
  STEP_GROUPS,
} from './groups.facts.ts'
import { LeaveOut } from './LeaveOut.tsx'
import { LockedGroups } from './LockedGroups.tsx'
import { nameOf } from './words.copy.ts'

type Props = {
  filters: Filters
  facets: FewerFacets | undefined
  isMember: boolean
  /** Filters that this list does not offer. */
  without?: FilterName[]
  /** Renders one choice: a link in the column, a checkbox in the sheet. */
  renderChoice: (choice: ColumnChoice) => ReactNode
  /** The form for a custom price range, below the preset prices. */
  price: ReactNode
  /** Rendered below a shortened list. */
  renderMore: (name: FilterName, count: number) => ReactNode
  /** Where to return to after joining from here. */
  next: string | undefined
}

/** All filters of the list with their counts, grouped under headings. */
export function Groups({
  filters,
  facets,
  isMember,
  without = [],
  renderChoice,
  price,
  renderMore,
  next,
}: Props) {
  const choiceOf = (name: FilterName, value: FacetValue): ColumnChoice => ({
    name,
    value: value.value,
    label: value.label,
    count: value.count,
    isChosen: isChosen(filters, name, value.value),
  })
  const stepOf = ({ name, value }: { name: FilterName; value: string }): ColumnChoice => ({
    name,
    value,
    label: nameOf(facets, name, value),
    isChosen: isChosen(filters, name, value),
  })
  const prices = PRICE_STEPS.filter(
    (step) => isChosen(filters, 'max', String(step)) || isWorthwhile(step, facets?.price),
  )

  return (
    <>
      {FACET_GROUPS.filter(({ isForMembers }) => isMember || !isForMembers).map((group) => {
        const { name, title } = group
        const values = facets?.facets[name] ?? []
        if (values.length === 0) return null
        const more = facets?.more?.[name] ?? 0
        // Sizes of a single group are readable; those of all groups are a wall of numbers.
        const isOpen = group.isOpen || (name === 'size' && more === 0)
        const hasChosen = values.some((each) => isChosen(filters, name, each.value))
        return (
          <FacetGroup key={name} kind={name} title={title} isOpen={isOpen} hasChosen={hasChosen}>
            <ul>
              {name === 'category'
                ? categoriesByLevel(values).map(({ value, within }) => (
                    <li key={value.value}>
                      {renderChoice(choiceOf(name, value))}
                      {within.length > 0 && (
                        <ul className="facet-within">
                          {within.map((each) => (
                            <li key={each.value}>{renderChoice(choiceOf(name, each))}</li>
                          ))}
                        </ul>
                      )}
                    </li>
                  ))
                : values.map((value) => (
                    <li key={value.value}>{renderChoice(choiceOf(name, value))}</li>
                  ))}
            </ul>
            {more > 0 && renderMore(name, more)}
          </FacetGroup>
        )
      })}
      <FacetGroup title="Price" isOpen>
        {prices.length > 0 && (
          <ul>
            {prices.map((step) => (
              <li key={step}>{renderChoice(stepOf({ name: 'max', value: String(step) }))}</li>
            ))}
          </ul>
        )}
        {price}
      </FacetGroup>
      {STEP_GROUPS.map(({ title, steps }) => (
        <FacetGroup
          key={title}
          title={title}
          hasChosen={steps.some(({ name, value }) => isChosen(filters, name, value))}
        >
          <ul>
            {steps
              .filter(({ name }) => !without.includes(name))
              .map((step) => (
                <li key={step.name + step.value}>{renderChoice(stepOf(step))}</li>
              ))}
          </ul>
        </FacetGroup>
      ))}
      <LeaveOut {...{ filters, facets, isMember, renderChoice }} />
      {!isMember && <LockedGroups next={next} />}
    </>
  )
}

/** Whether the price splits the list: some deals cost less, others more. */
function isWorthwhile(step: number, price: FewerFacets['price'] | undefined): boolean {
  return !!price && price.min < step && price.max > step
}
