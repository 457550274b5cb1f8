import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect } from 'react'
import { Link } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { BEFORE_BANNER, FIRST_ROW } from '#app/deals/web/cards/first-rows.ts'
import { JoinBanner } from '#app/deals/web/feed/JoinBanner.tsx'
import { type PageRange, pagesOf, withoutRepeats } from '#app/deals/web/feed/paging.rules.ts'
import { FIRST_OF_MORE, ShowMore } from '#app/deals/web/feed/ShowMore.tsx'
import { useFocusOnMore } from '#app/deals/web/use-focus-on-more.ts'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { countOf } from '#app/shared/counts.ts'
import { useAnswers } from '#app/web/api/use-answers.ts'
import type { ListOf } from './place-query.ts'
import { listQuery } from './queries.ts'

type Props = PageRange & {
  viewer: ViewerClass
  narrowed: ListOf
  /** The page's address by page number of the list. */
  pathOf: (page: number) => string
}

/** The deals of a place, newest first, and a link to more. */
export function PlaceDeals({ viewer, narrowed, pathOf, from, to }: Props) {
  const answers = useAnswers<DealsPage>(
    pagesOf({ from, to }).map((page) => listQuery(narrowed, page)),
  )
  const pages = answers.filter((page) => page !== undefined)
  const last = pages.at(-1)
  const deals = withoutRepeats(pages.flatMap((page) => page.deals))
  const { hasNextPage = false, totalDeals = 0 } = last?.pagination ?? {}
  const isProspect = viewer !== 'member' && viewer !== 'past-due'
  const newLink = useFocusOnMore(to)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (hasNextPage) void queryClient.prefetchQuery(listQuery(narrowed, to + 1))
  }, [queryClient, hasNextPage, narrowed, to])
  if (deals.length === 0) return null
  const firstOfLast = last?.deals[0]?.id
  return (
    <section className="wrap" aria-labelledby="place-deals">
      <h2 id="place-deals" className="sr">
        The deals
      </h2>
      {from > 1 && (
        <p className="mb-10">
          <Link className="button button-quiet" to={pathOf(from - 1)}>
            Show earlier deals
          </Link>
        </p>
      )}
      <ul className="cards">
        {deals.map((deal, index) => (
          <Fragment key={deal.id}>
            {index === BEFORE_BANNER && isProspect && (
              <li className="col-span-full">
                <JoinBanner viewer={viewer} />
              </li>
            )}
            <DealCard
              as="li"
              deal={deal}
              id={deal.id === firstOfLast ? FIRST_OF_MORE : undefined}
              isEager={index < FIRST_ROW}
              isFirst={index === 0}
              tag={deal.isAccessible && viewer !== 'member' ? 'Open today' : undefined}
              linkRef={deal.id === firstOfLast ? newLink : undefined}
            />
          </Fragment>
        ))}
      </ul>
      <ShowMore
        {...{ hasNextPage, totalDeals }}
        next={pathOf(to + 1)}
        loadNext={() => queryClient.fetchQuery(listQuery(narrowed, to + 1))}
        end={totalDeals > 1 ? `All ${countOf(totalDeals, 'deal')}` : undefined}
        shown={(from - 1) * (pages[0]?.deals.length ?? 0) + deals.length}
      />
    </section>
  )
}
