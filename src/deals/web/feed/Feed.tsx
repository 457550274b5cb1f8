import { useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import type { EditionPage } from '#app/deals/browse.contract.ts'
import type { Deal, DealsPage } from '#app/deals/deals.contract.ts'
import { FEED_PAGE_SIZE } from '#app/deals/deals.facts.ts'
import type { FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { Carousels } from '#app/deals/web/cards/Carousels.tsx'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { BEFORE_BANNER, FIRST_ROW } from '#app/deals/web/cards/first-rows.ts'
import { OpenDeals } from '#app/deals/web/cards/OpenDeals.tsx'
import { feedPath, filtersOf } from '#app/deals/web/filters/choosing.rules.ts'
import { feedQuery, loadFeedPage, useFreeDeals } from '#app/deals/web/queries.ts'
import { useFocusOnMore } from '#app/deals/web/use-focus-on-more.ts'
import { hasFreeDeals, type ViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { CardSkeleton } from '#app/ui/CardSkeleton.tsx'
import { OnceLive } from '#app/ui/use-hydrated.ts'
import { useAnswers } from '#app/web/api/use-answers.ts'
import { DayHeading } from './DayHeading.tsx'
import { divideByDay, endInWords, isNew, lastNewDeal } from './days.rules.ts'
import { EarlierDeals } from './EarlierDeals.tsx'
import { FeedBar, LAST_VISIT } from './FeedBar.tsx'
import { JoinBanner } from './JoinBanner.tsx'
import { MOST_PAGES_AT_ONCE, type PageRange, pagesOf, withoutRepeats } from './paging.rules.ts'
import { FIRST_OF_MORE, ShowMore } from './ShowMore.tsx'
import { useLastVisit } from './use-last-visit.ts'
import { useToday } from './use-today.ts'

const DeepPlace = lazy(() => import('./DeepPlace.tsx'))

// Rarely shown: the server imports them eagerly, browsers load them on demand.
const NoDeals = import.meta.env.SSR
  ? (await import('./NoDeals.tsx')).NoDeals
  : lazy(() => import('./NoDeals.tsx').then((page) => ({ default: page.NoDeals })))

const FeedNotes = import.meta.env.SSR
  ? (await import('./FeedNotes.tsx')).FeedNotes
  : lazy(() => import('./FeedNotes.tsx').then((notes) => ({ default: notes.FeedNotes })))

const NothingFound = import.meta.env.SSR
  ? (await import('#app/deals/web/filters/NothingFound.tsx')).NothingFound
  : lazy(() =>
      import('#app/deals/web/filters/NothingFound.tsx').then((page) => ({
        default: page.NothingFound,
      })),
    )

type Props = PageRange & {
  viewer: ViewerClass
  /** The filters of the list; empty for the whole feed by day. */
  what: string
  /** Shows only this day, under its heading. */
  day: string | undefined
  /** Facts about that day besides its deals. */
  edition: EditionPage | undefined
  /** Values in the address that were not understood. */
  problems: FilterProblem[]
  /** Why earlier pages are missing. */
  whyFrom: string | undefined
}

export function Feed({ from, to, what, day, problems, whyFrom, viewer, edition }: Props) {
  const answers = useAnswers<DealsPage>(pagesOf({ from, to }).map((page) => feedQuery(page, what)))
  const pages = answers.filter((page) => page !== undefined)
  const last = pages.at(-1)
  const deals = withoutRepeats(pages.flatMap((page) => page.deals))
  const { hasNextPage = false, totalDeals = 0 } = last?.pagination ?? {}
  const queryClient = useQueryClient()
  usePrefetch(hasNextPage ? to + 1 : undefined, what)
  const today = useToday(last?.today ?? '')
  const newLink = useFocusOnMore(to)
  const isByDay = what === '' || day !== undefined
  const hasTop = from === 1 && what === ''
  const mark = useLastVisit(hasTop ? (pages[0]?.deals[0]?.publishedAt ?? undefined) : undefined)
  const free = useFreeDeals()
  const isWaiting = last === undefined
  const searchedFor = pages[0]?.searchedFor
  const leftOut = [...problems, ...(pages[0]?.leftOut ?? [])]
  const prospect = viewer === 'member' || viewer === 'past-due' ? undefined : viewer
  // Deals shown above the list are not repeated in it.
  const above = hasTop && hasFreeDeals(viewer) ? free : []
  const isAbove = (deal: Deal) => above.some(({ id }) => id === deal.id)
  const listed = deals.filter((deal) => !isAbove(deal))

  if (!isWaiting && deals.length === 0) {
    return isByDay || totalDeals > 0 ? (
      <Suspense>
        <NoDeals page={to} what={what} day={day} totalDeals={totalDeals} />
      </Suspense>
    ) : (
      <Suspense>
        <FeedNotes problems={leftOut} searchedFor={undefined} q="" />
        <NothingFound what={what} />
      </Suspense>
    )
  }

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

  const withBanner = (cards: Deal[]) => {
    const bannerAt = cards.findIndex(({ id }) => id === bannerAfter) + 1
    if (!prospect || bannerAt === 0) return <ul className="cards">{cards.map(card)}</ul>
    return (
      <>
        <ul className="cards">{cards.slice(0, bannerAt).map(card)}</ul>
        <JoinBanner viewer={prospect} />
        {bannerAt < cards.length && <ul className="cards">{cards.slice(bannerAt).map(card)}</ul>}
      </>
    )
  }

  return (
    <>
      {to > MOST_PAGES_AT_ONCE && (
        <OnceLive>
          <Suspense>
            <DeepPlace {...{ from, to, what, pages }} ids={listed.map(({ id }) => id)} />
          </Suspense>
        </OnceLive>
      )}
      {viewer === 'past-due' && <FixPayment />}
      {(leftOut.length > 0 || searchedFor) && (
        <Suspense>
          <FeedNotes problems={leftOut} searchedFor={searchedFor} q={filtersOf(what).q} />
        </Suspense>
      )}
      {last && isByDay && (
        <FeedBar
          today={today}
          day={day}
          edition={edition}
          shown={days.map((each) => each.day)}
          news={newsOf(listed, mark, lastNew)}
        />
      )}
      <OpenDeals deals={above} />
      {hasTop && <Carousels className="row-of-deals" isFirst={above.length === 0} />}
      {from > 1 && <EarlierDeals from={from} what={what} why={whyFrom} />}
      {isWaiting && <Skeletons />}
      {isByDay ? (
        days.map(({ day: each, size, ended, deals: ofDay }, index) => {
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
              {withBanner(ofDay)}
            </section>
          )
        })
      ) : (
        <section className="edition" aria-labelledby="found">
          <h2 id="found" className="sr">
            Deals
          </h2>
          {withBanner(listed)}
        </section>
      )}
      <ShowMore
        next={feedPath(what, to + 1)}
        loadNext={() => loadFeedPage(queryClient, to + 1, what)}
        end={totalDeals > 0 ? endInWords(totalDeals) : undefined}
        hasNextPage={hasNextPage}
        shown={(from - 1) * FEED_PAGE_SIZE + withoutRepeats([...above, ...deals]).length}
        totalDeals={totalDeals}
      />
      {!hasNextPage && !isWaiting && prospect && <JoinBanner viewer={prospect} isLast />}
    </>
  )
}

/** Whether there are new deals, and whether the place where they end is on the page. */
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

/** Prefetches the next page after hydration. */
function usePrefetch(page: number | undefined, what: string) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (page !== undefined) setTimeout(() => queryClient.prefetchQuery(feedQuery(page, what)))
  }, [queryClient, page, what])
}

/** For members whose card failed. They have joined already: no sales talk. */
function FixPayment() {
  return (
    <aside className="mb-14" aria-label="Your payment">
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
