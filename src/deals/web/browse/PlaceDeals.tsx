import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import { JoinBanner } from '#app/deals/web/feed/JoinBanner.tsx'
import { type PageRange, pagesOf, withoutRepeats } from '#app/deals/web/feed/paging.rules.ts'
import { FIRST_OF_MORE } from '#app/deals/web/feed/ShowMore.tsx'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError } from '#app/web/api/api.ts'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { BEFORE_BANNER } from './banner.ts'
import { type ListOf, listQuery } from './queries.ts'

const FIRST_ROW = 3
const LOST = 'More deals could not be loaded. Try again in a moment.'

type Props = PageRange & {
  viewer: ViewerClass
  narrowed: ListOf
  /** The page's address, by the page of the list. */
  pathOf: (page: number) => string
}

/** The deals of a place, newest first, and the way to more of them. */
export function PlaceDeals({ viewer, narrowed, pathOf, from, to }: Props) {
  const results = useQueries({
    queries: pagesOf({ from, to }).map((page) => listQuery(narrowed, page)),
  })
  const pages = results.flatMap(({ data }) => (data as DealsPage | undefined) ?? [])
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
      <MoreDeals
        {...{ narrowed, hasNextPage, totalDeals }}
        page={to}
        next={pathOf(to + 1)}
        shown={(from - 1) * (pages[0]?.deals.length ?? 0) + deals.length}
      />
    </section>
  )
}

type MoreProps = {
  narrowed: ListOf
  page: number
  next: string
  hasNextPage: boolean
  shown: number
  totalDeals: number
}

/** How much of the list is on the screen, and the way to more: a link until scripts are there. */
function MoreDeals({ narrowed, page, next, hasNextPage, shown, totalDeals }: MoreProps) {
  const isHydrated = useHydrated()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function showMore() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await queryClient.fetchQuery(listQuery(narrowed, page + 1))
      await navigate(next, { replace: true, preventScrollReset: true })
    } catch (error) {
      console.error('Could not load more deals', error)
      const isTooMuch = error instanceof ApiError && error.status === 429
      setFailure((isTooMuch && error.serverText) || LOST)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="mt-18 grid justify-items-center gap-6 text-center">
      <p className="text-sm text-ink-soft tabular-nums" role="status">
        {hasNextPage ? (
          <>
            <span className="sr">Showing </span>
            {`${shown} of ${totalDeals}`}
            <span className="sr"> deals</span>
          </>
        ) : (
          totalDeals > 1 && `All ${countOf(totalDeals, 'deal')}`
        )}
      </p>
      {hasNextPage &&
        (isHydrated ? (
          <Button variant="quiet" isBusy={isBusy} onClick={showMore}>
            Show More Deals
          </Button>
        ) : (
          <a className="button button-quiet" href={`${next}#${FIRST_OF_MORE}`}>
            Show More Deals
          </a>
        ))}
      {failure && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}

/** After more deals were asked for, the keyboard goes on with the first of them. */
function useFocusOnMore(to: number) {
  const link = useRef<HTMLAnchorElement>(null)
  const before = useRef(to)
  useEffect(() => {
    const { current } = link
    if (to > before.current && current) {
      current.focus({ preventScroll: true })
      if (current.matches(':focus-visible')) current.scrollIntoView({ block: 'nearest' })
    }
    before.current = to
  }, [to])
  return link
}
