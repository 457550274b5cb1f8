import type { QueryClient } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { firstCarouselAtHand, loadCarousels } from '#app/deals/web/cards/carousels.ts'
import { Feed } from '#app/deals/web/feed/Feed.tsx'
import {
  pagesAtHand,
  pagesOf,
  pagesToShow,
  requestedDay,
  requestedPage,
} from '#app/deals/web/feed/paging.rules.ts'
import { hasFreeDeals, loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import {
  CLOSE_SIZES,
  GRID_SIZES,
  pictureCandidates,
  pictureSources,
} from '#app/ui/picture.rules.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { HeadInput, PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { paidCollection } from '#app/web/page/structured-data.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import {
  feedPageAtHand,
  isFeedPageAtHand,
  loadEditions,
  loadFeedPages,
  loadFreeDeals,
} from './queries.ts'

const PRELOADED = 6
const PRELOADED_OF_ROW = 3

export const handle: PageHandle = {
  head(input) {
    const asked = askedFor(input.search)
    const { page, day } = asked
    const what = day ? `Edition of ${formatDateOfWeek(day)}` : 'Daily deals'
    return {
      title: `${what}${page > 1 ? `, page ${page}` : ''}`,
      description: day
        ? `The designer deals that came on ${formatDateOfWeek(day)}.`
        : 'One curated feed of designer fashion, new every morning.',
      // A day has a page of its own.
      canonicalPath: day ? paths.edition(day, page) : paths.dailyDeals(page),
      isHidden: leadsNowhere(input.queryClient, asked),
      preloads: firstPictures(input),
      // Where a card says what a piece is, to those who may know.
      ...(import.meta.env.SSR ? { structuredData: () => paidCollection('.card h3') } : {}),
    }
  },
}

type Asked = ReturnType<typeof askedFor>

function askedFor(search: URLSearchParams) {
  const { day, isUnknown } = requestedDay(search.get('day'))
  return { page: requestedPage(search.get('page')), day, isDayUnknown: isUnknown }
}

/** There is no such page or day, while there are others. */
function leadsNowhere(queryClient: QueryClient, { page, day, isDayUnknown }: Asked): boolean {
  if (isDayUnknown) return true
  const isOther = page > 1 || day !== undefined
  return isOther && feedPageAtHand(queryClient, page, day)?.deals.length === 0
}

function firstPictures({ queryClient, search, settings }: HeadInput) {
  const { page, day } = askedFor(search)
  // Further down somebody comes back to a place, and sees the pictures that are there.
  if (page > 1) return []
  const row = day === undefined ? firstCarouselAtHand(queryClient) : undefined
  const deals = row?.slice(0, PRELOADED_OF_ROW) ?? firstOfFeed()
  function firstOfFeed() {
    return feedPageAtHand(queryClient, page, day)?.deals.slice(0, PRELOADED) ?? []
  }
  return deals
    .flatMap((deal) => pictureCandidates(deal.dealCardImageUrl, deal.images)[0] ?? [])
    .map((key) => ({
      srcSet: pictureSources(key, settings.pictureHost).avif,
      sizes: row ? CLOSE_SIZES : GRID_SIZES,
      type: 'image/avif',
    }))
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const asked = askedFor(new URL(request.url).searchParams)
  const { page, day, isDayUnknown } = asked
  const isAtHand = (other: number) => isFeedPageAtHand(queryClient, other, day)
  let range = pagesToShow(page, isAtHand)
  let whyFrom: string | undefined
  const load = (pages: number[]) => loadFeedPages(queryClient, context.get(apiContext), pages, day)
  try {
    await Promise.all([
      loadViewer(queryClient).then(async (viewer) => {
        if (hasFreeDeals(viewer)) await loadFreeDeals(queryClient)
      }),
      loadEditions(queryClient),
      ...(range.from === 1 && day === undefined ? [loadCarousels(queryClient)] : []),
      // Anybody can ask for any page: the others are read only where it is there.
      load(pagesOf({ from: Math.max(range.from, page - 1), to: page })).then(async () => {
        if (leadsNowhere(queryClient, asked) && !isDayUnknown) return
        // Without those before it the page stands as well, and says where they are.
        await load(pagesOf(range)).catch((error) => {
          range = pagesAtHand(page, isAtHand)
          whyFrom = whyNot(error) ?? 'Try again in a moment.'
        })
      }),
    ])
  } catch (error) {
    // While rendering on the server the call that failed is in its log already.
    if (isBrowser) console.error('Failed to fetch deals', error)
    const { status = 503 } = error instanceof ApiError ? error : {}
    const failed = { isFailed: true, why: whyNot(error), whyFrom }
    return data({ ...range, day, isDayUnknown, ...failed }, { status })
  }
  const answer = { ...range, day, isDayUnknown, isFailed: false, why: undefined, whyFrom }
  return leadsNowhere(queryClient, asked) ? data(answer, { status: 404 }) : answer
}

/** Whoever has read too much is told when to go on; it is neither us nor the line. */
function whyNot(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 429 ? error.serverText : undefined
}

export function Component() {
  const { isFailed, why, ...shown } = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  if (isFailed) return <FeedFailure page={shown.to} day={shown.day} why={why} />
  // Another day is another list: nothing of what was open of this one goes on.
  return <Feed key={shown.day} {...shown} viewer={viewer} />
}

type FailureProps = { page: number; day: string | undefined; why: string | undefined }

const LOST = 'It is us or the line in between. The deals are still there.'

/** The feed could not be read: say so and offer another try. */
function FeedFailure({ page, day, why = LOST }: FailureProps) {
  return (
    <ProblemScreen
      eyebrow="Daily deals"
      title="Failed to fetch deals"
      actions={<TryAgain href={paths.dailyDeals(page, day)} />}
    >
      <p className="lead" role="alert">
        {why}
      </p>
    </ProblemScreen>
  )
}
