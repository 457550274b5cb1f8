import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Deal, DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE } from '#app/deals/deals.facts.ts'
import { Carousels } from '#app/deals/web/cards/Carousels.tsx'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { OpenDeals } from '#app/deals/web/cards/OpenDeals.tsx'
import { feedQuery, useFreeDeals } from '#app/deals/web/queries.ts'
import { hasFreeDeals, type ViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { CardSkeleton } from '#app/ui/CardSkeleton.tsx'
import { DayHeading } from './DayHeading.tsx'
import { divideByDay, isNew, lastNewDeal } from './days.rules.ts'
import { EarlierDeals } from './EarlierDeals.tsx'
import { FeedBar, LAST_VISIT } from './FeedBar.tsx'
import { FeedHero } from './FeedHero.tsx'
import { JoinBanner } from './JoinBanner.tsx'
import { NewDeals } from './NewDeals.tsx'
import { NoDeals } from './NoDeals.tsx'
import { type PageRange, pagesOf, withoutRepeats } from './paging.rules.ts'
import { FIRST_OF_MORE, ShowMore } from './ShowMore.tsx'
import { useLastVisit } from './use-last-visit.ts'
import { useToday } from './use-today.ts'

/** Rows before the banner: two of three, three of two. */
const BEFORE_BANNER = 6
const FIRST_ROW = 3

type Props = PageRange & {
  viewer: ViewerClass
  /** Of this day alone. */
  day: string | undefined
  /** The address asked for a day that is none. */
  isDayUnknown: boolean
  /** Why earlier pages, which belong there, are not. */
  whyFrom: string | undefined
}

export function Feed({ from, to, day, isDayUnknown, whyFrom, viewer }: Props) {
  const results = useQueries({
    queries: pagesOf({ from, to }).map((page) => feedQuery(page, day)),
  })
  const pages = results.flatMap(({ data }) => (data as DealsPage | undefined) ?? [])
  const last = pages.at(-1)
  const deals = withoutRepeats(pages.flatMap((page) => page.deals))
  const { hasNextPage = false, totalDeals = 0, endedDeals = 0 } = last?.pagination ?? {}
  usePrefetch(hasNextPage ? to + 1 : undefined, day)
  const today = useToday(last?.today ?? '')
  const newLink = useFocusOnNewDeals(to)
  const hasTop = from === 1 && day === undefined
  const mark = useLastVisit(hasTop ? (pages[0]?.deals[0]?.publishedAt ?? undefined) : undefined)
  const free = useFreeDeals()
  const isWaiting = last === undefined
  const prospect = viewer === 'member' || viewer === 'past-due' ? undefined : viewer

  if (!isWaiting && deals.length === 0) {
    return (
      <>
        {day === undefined && <NewDeals />}
        <NoDeals page={to} day={day} totalDeals={totalDeals} />
      </>
    )
  }

  // What stands above the list is not in it once more.
  const above = hasTop && hasFreeDeals(viewer) ? free : []
  const isAbove = (deal: Deal) => above.some(({ id }) => id === deal.id)
  const listed = deals.filter((deal) => !isAbove(deal))
  const days = divideByDay(listed, pages)
  const lastNew = lastNewDeal(listed, mark)
  const firstOfPage = last?.deals.find((deal) => !isAbove(deal))?.id
  const bannerAfter = listed[Math.min(BEFORE_BANNER, listed.length) - 1]?.id
  const places = new Map(listed.map(({ id }, index) => [id, index]))

  const card = (deal: Deal) => {
    const index = places.get(deal.id) ?? 0
    return (
      <Fragment key={deal.id}>
        <DealCard
          as="li"
          deal={deal}
          id={deal.id === firstOfPage ? FIRST_OF_MORE : undefined}
          isEager={index < FIRST_ROW}
          isFirst={index === 0}
          isNew={isNew(deal, mark)}
          tag={deal.isAccessible && viewer !== 'member' ? 'Open today' : undefined}
          linkRef={deal.id === firstOfPage ? newLink : undefined}
        />
        {deal.id === lastNew?.id && (
          <li className="seen" id={LAST_VISIT} tabIndex={-1}>
            All above is new since you were here
          </li>
        )}
      </Fragment>
    )
  }

  return (
    <>
      {day === undefined && <NewDeals />}
      <FeedHero viewer={viewer} totalDeals={totalDeals} endedDeals={endedDeals} />
      {viewer === 'past-due' && <FixPayment />}
      <div className="wrap">
        {isDayUnknown && (
          <p className="notice mb-6">
            The address asks for a day that is none, so here are all of them.
          </p>
        )}
        {last && (
          <FeedBar
            today={today}
            day={day}
            shown={days.map((each) => each.day)}
            news={newsOf(listed, mark, lastNew)}
          />
        )}
      </div>
      <OpenDeals deals={above} />
      {hasTop && <Carousels className="wrap row-of-deals" isFirst={above.length === 0} />}
      <div className="wrap">
        {from > 1 && <EarlierDeals from={from} day={day} why={whyFrom} />}
        {isWaiting && <Skeletons />}
        {days.map(({ day: each, size, ended, deals: ofDay }, index) => {
          const bannerAt = ofDay.findIndex(({ id }) => id === bannerAfter) + 1
          const first = bannerAt > 0 ? ofDay.slice(0, bannerAt) : ofDay
          const rest = bannerAt > 0 ? ofDay.slice(bannerAt) : []
          const openOnes = above.filter((deal) => divideByDay([deal], [])[0]?.day === each).length
          return (
            <section key={each} className="edition" aria-labelledby={`day-${each}`}>
              <DayHeading
                day={each}
                today={today}
                size={size}
                ended={ended}
                above={openOnes}
                isAlone={day !== undefined}
                isFirst={index === 0}
              />
              {prospect && bannerAt > 0 ? (
                <>
                  <ul className="cards">{first.map(card)}</ul>
                  <JoinBanner viewer={prospect} />
                  {rest.length > 0 && <ul className="cards">{rest.map(card)}</ul>}
                </>
              ) : (
                <ul className="cards">{ofDay.map(card)}</ul>
              )}
            </section>
          )
        })}
        <ShowMore
          page={to}
          day={day}
          hasNextPage={hasNextPage}
          shown={(from - 1) * FEED_PAGE_SIZE + withoutRepeats([...above, ...deals]).length}
          totalDeals={totalDeals}
        />
        {!hasNextPage && !isWaiting && prospect && <JoinBanner viewer={prospect} isLast />}
      </div>
    </>
  )
}

/** Whether there is something new, and whether the place where it ends is on the page. */
function newsOf(listed: Deal[], mark: string | null, lastNew: Deal | undefined) {
  if (lastNew) return 'here'
  const [newest] = listed
  return newest && isNew(newest, mark) ? 'further-on' : 'none'
}

function Skeletons() {
  return (
    <ul className="cards">
      {Array.from({ length: BEFORE_BANNER }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike.
        <li key={index}>
          <CardSkeleton />
        </li>
      ))}
    </ul>
  )
}

/** The next page is fetched before it is asked for. */
function usePrefetch(page: number | undefined, day: string | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (page !== undefined) void queryClient.prefetchQuery(feedQuery(page, day))
  }, [queryClient, page, day])
}

/** After more deals were asked for, the keyboard goes on with the first of them. */
function useFocusOnNewDeals(to: number) {
  const link = useRef<HTMLAnchorElement>(null)
  const before = useRef(to)
  useEffect(() => {
    const { current } = link
    if (to > before.current && current) {
      current.focus({ preventScroll: true })
      // Somebody with a mouse keeps their place; the keyboard's place has to be seen.
      if (current.matches(':focus-visible')) current.scrollIntoView({ block: 'nearest' })
    }
    before.current = to
  }, [to])
  return link
}

/** For someone whose card failed. They have joined already: no sales talk. */
function FixPayment() {
  return (
    <aside className="wrap mb-14" aria-label="Your payment">
      <div className="border-y border-ink py-8">
        <p className="title mb-3">Your last payment did not go through</p>
        <p className="lead mb-6">Names and links come back as soon as it is fixed.</p>
        <Link className="button" to={paths.account()}>
          Fix your payment
        </Link>
      </div>
    </aside>
  )
}
