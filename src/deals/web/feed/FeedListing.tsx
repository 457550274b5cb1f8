import { type ComponentProps, useEffect, useRef } from 'react'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { Chips } from '#app/deals/web/filters/Chips.tsx'
import { useChosen } from '#app/deals/web/filters/facets.ts'
import { Side } from '#app/deals/web/filters/Side.tsx'
import { WithSheet } from '#app/deals/web/filters/WithSheet.tsx'
import { titleOf } from '#app/deals/web/filters/words.copy.ts'
import { feedQuery } from '#app/deals/web/queries.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'
import { Feed } from './Feed.tsx'
import { FeedHero } from './FeedHero.tsx'
import { FindBar } from './FindBar.tsx'
import { NewDeals } from './NewDeals.tsx'

/** The list of deals with its filters, which stay mounted while the list changes. */
export function FeedListing(props: ComponentProps<typeof Feed>) {
  const { what, day, to, viewer } = props
  const data = useAnswer<DealsPage>({ ...feedQuery(to, what), enabled: false })
  const { filters, facets } = useChosen(what)
  const list = useBeginningOfList(what)
  const isMember = viewer === 'member'
  const isFeed = what === '' || day !== undefined
  // When there is no such page or day, the page says that first.
  const isNowhere = data?.deals.length === 0 && (isFeed || data.pagination.totalDeals > 0)
  return (
    <WithSheet what={what} isMember={isMember}>
      <NewDeals key={what} what={what} />
      {!isNowhere && (
        <FeedHero
          viewer={viewer}
          totalDeals={data?.pagination.totalDeals}
          endedDeals={data?.pagination.endedDeals ?? 0}
          title={isFeed ? undefined : titleOf(filters, facets)}
        />
      )}
      <div className={isNowhere ? 'wrap listing pt-10 lg:pt-16' : 'wrap listing'}>
        <Side what={what} isMember={isMember} />
        <div id="list" ref={list} tabIndex={-1}>
          <FindBar what={what} isMember={isMember} />
          <Chips what={what} />
          {/* A new key resets the state of the previous list. */}
          <Feed key={what} {...props} />
        </div>
      </div>
    </WithSheet>
  )
}

/**
 * Scrolls to the start of a new list when filters are changed further down, and moves the keyboard focus there
 * when its element has disappeared with the old list.
 */
function useBeginningOfList(what: string) {
  const list = useRef<HTMLDivElement>(null)
  const shown = useRef(what)
  useEffect(() => {
    if (shown.current === what) return
    shown.current = what
    const { current } = list
    if (!current) return
    if (document.activeElement === document.body) current.focus({ preventScroll: true })
    if (current.getBoundingClientRect().top < 0) current.scrollIntoView()
  }, [what])
  return list
}
