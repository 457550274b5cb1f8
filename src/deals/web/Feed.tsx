import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Deal, DealsPage } from '#app/deals/deals.contract.ts'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { CardSkeleton } from '#app/ui/CardSkeleton.tsx'
import { DealCard } from './DealCard.tsx'
import { FeedHero } from './FeedHero.tsx'
import { type PageRange, pagesOf, withoutRepeats } from './feed.rules.ts'
import { JoinBanner } from './JoinBanner.tsx'
import { NewDeals } from './NewDeals.tsx'
import { feedQuery, useFreeDeals } from './queries.ts'
import { ShowMore } from './ShowMore.tsx'

/** Rows before the banner: two of three, three of two. */
const BEFORE_BANNER = 6
const FIRST_ROW = 3

type Props = PageRange & { viewer: ViewerClass }

export function Feed({ from, to, viewer }: Props) {
  const results = useQueries({
    queries: pagesOf({ from, to }).map((page) => feedQuery(page)),
  })
  const pages = results.flatMap(({ data }) => (data as DealsPage | undefined) ?? [])
  const last = pages.at(-1)
  const deals = withoutRepeats(pages.flatMap((page) => page.deals))
  const { hasNextPage = false, totalDeals = 0 } = last?.pagination ?? {}
  usePrefetch(hasNextPage ? to + 1 : undefined)
  const newLink = useFocusOnNewDeals(to)
  const firstNew = pages.at(-1)?.deals[0]?.id
  const isWaiting = last === undefined
  const prospect = viewer === 'visitor' || viewer === 'free' ? viewer : undefined

  const card = (deal: Deal, index: number) => (
    <DealCard
      key={deal.id}
      as="li"
      deal={deal}
      isEager={index < FIRST_ROW}
      isFirst={index === 0}
      tag={deal.isAccessible && viewer !== 'member' ? 'Open today' : undefined}
      linkRef={deal.id === firstNew ? newLink : undefined}
    />
  )

  if (!isWaiting && deals.length === 0) {
    return (
      <>
        <NewDeals />
        <NoDeals page={to} totalDeals={totalDeals} />
      </>
    )
  }
  return (
    <>
      <NewDeals />
      <FeedHero
        viewer={viewer}
        totalDeals={totalDeals}
        edition={from === 1 ? pages[0]?.edition : undefined}
      />
      {viewer === 'past-due' && <FixPayment />}
      {viewer === 'free' && from === 1 && <OpenDeals />}
      <section className="wrap" aria-label="Deals">
        {from > 1 && (
          <p className="mb-10">
            <Link className="button button-quiet" to={paths.dailyDeals(from - 1)}>
              Show earlier deals
            </Link>
          </p>
        )}
        <ul className="cards">
          {isWaiting
            ? Array.from({ length: BEFORE_BANNER }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike.
                <li key={index}>
                  <CardSkeleton />
                </li>
              ))
            : deals.slice(0, BEFORE_BANNER).map(card)}
        </ul>
        {!isWaiting && prospect && <JoinBanner viewer={prospect} />}
        {deals.length > BEFORE_BANNER && (
          <ul className={prospect ? 'cards' : 'cards mt-18'}>
            {deals.slice(BEFORE_BANNER).map((deal, index) => card(deal, index + BEFORE_BANNER))}
          </ul>
        )}
        <ShowMore
          page={to}
          hasNextPage={hasNextPage}
          shown={deals.length}
          totalDeals={totalDeals}
        />
        {!hasNextPage && !isWaiting && prospect && <JoinBanner viewer={prospect} isLast />}
      </section>
    </>
  )
}

function NoDeals({ page, totalDeals }: { page: number; totalDeals: number }) {
  const isPastTheEnd = totalDeals > 0
  return (
    <div className="wrap solo">
      <p className="caps">Daily deals</p>
      <h1 className="headline max-w-[16ch]">
        {isPastTheEnd ? 'The feed ends before here' : 'The first edition is on its way'}
      </h1>
      <p className="lead">
        {isPastTheEnd
          ? `There is no page ${page}: the feed has ${totalDeals} deals.`
          : 'Nothing has been published yet. New deals arrive every morning.'}
      </p>
      {isPastTheEnd && (
        <Link className="button" to={paths.dailyDeals()}>
          Start with the newest
        </Link>
      )}
    </div>
  )
}

/** The next page is fetched before it is asked for. */
function usePrefetch(page: number | undefined) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (page !== undefined) void queryClient.prefetchQuery(feedQuery(page))
  }, [queryClient, page])
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

/** What someone without a membership may open today, before everything else. */
function OpenDeals() {
  const deals = useFreeDeals()
  if (deals.length === 0) return null
  return (
    <section className="wrap mb-18" aria-labelledby="open-today">
      <div className="border-y border-ink py-10 lg:py-12">
        <h2 id="open-today" className="title mb-8">
          Open for you today
        </h2>
        <ul className="cards">
          {deals.map((deal) => (
            <DealCard key={deal.id} as="li" deal={deal} isEager />
          ))}
        </ul>
      </div>
    </section>
  )
}
