import { type KeyboardEvent, useRef } from 'react'
import { sortLabel } from '#app/deals/filters/filters.copy.ts'
import { SORTS, sortOf } from '#app/deals/filters/filters.facts.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { Repeated } from '#app/web/page/Repeated.tsx'
import { feedPath, filtersOf, whatOf } from './choosing.rules.ts'

/** The sort order: a disclosure with a short list of links. */
export function Sorts({ what }: { what: string }) {
  const list = useRef<HTMLDetailsElement>(null)
  const filters = filtersOf(what)
  const current = sortOf(filters)
  const offered = SORTS.filter((sort) => sort !== 'best' || filters.q !== '')
  const close = () => {
    if (list.current) list.current.open = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !list.current?.open) return
    close()
    list.current.querySelector('summary')?.focus()
  }
  return (
    <details
      ref={list}
      className="jump"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !list.current?.contains(relatedTarget)) close()
      }}
    >
      <summary>
        <span className="sr">Order: </span>
        {sortLabel(current)}
      </summary>
      <Repeated
        as="ul"
        from={what === '' ? 'sorts' : undefined}
        draw={() =>
          offered.map((sort) => (
            <li key={sort}>
              <PageLink
                to={feedPath(
                  whatOf({ ...filters, sort: sort === defaultOf(filters.q) ? undefined : sort }),
                )}
                rel="nofollow"
                preventScrollReset
                aria-current={sort === current || undefined}
                onClick={close}
              >
                {sortLabel(sort)}
              </PageLink>
            </li>
          ))
        }
      />
    </details>
  )
}

/** The default sort order. */
function defaultOf(q: string) {
  return sortOf({ q, sort: undefined })
}
