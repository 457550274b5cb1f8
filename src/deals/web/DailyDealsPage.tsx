import type { QueryClient } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import { GRID_SIZES, pictureCandidates, pictureSources } from '#app/ui/picture.rules.ts'
import { ApiError } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { HeadInput, PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { paidCollection } from '#app/web/page/structured-data.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import { Feed } from './Feed.tsx'
import { pagesOf, pagesToShow, requestedPage } from './feed.rules.ts'
import { feedPageAtHand, isFeedPageAtHand, loadFeedPage, loadFreeDeals } from './queries.ts'

const PRELOADED = 6

export const handle: PageHandle = {
  head(input) {
    const page = requestedPage(input.search.get('page'))
    return {
      title: `Daily deals${page > 1 ? `, page ${page}` : ''} · ${site.name}`,
      description: 'One curated feed of designer fashion, new every morning.',
      canonicalPath: paths.dailyDeals(page),
      isHidden: isPastTheEnd(input.queryClient, page),
      preloads: firstPictures(input),
      // Where a card says what a piece is, to those who may know.
      ...(import.meta.env.SSR ? { structuredData: () => paidCollection('.card h3') } : {}),
    }
  },
}

/** There is no such page while there are others. */
function isPastTheEnd(queryClient: QueryClient, page: number): boolean {
  return page > 1 && feedPageAtHand(queryClient, page)?.deals.length === 0
}

function firstPictures({ queryClient, search, settings }: HeadInput) {
  const { from } = pagesToShow(requestedPage(search.get('page')), () => false)
  const deals = feedPageAtHand(queryClient, from)?.deals.slice(0, PRELOADED) ?? []
  return deals
    .flatMap((deal) => pictureCandidates(deal.dealCardImageUrl, deal.images)[0] ?? [])
    .map((key) => ({
      srcSet: pictureSources(key, settings.pictureHost).avif,
      sizes: GRID_SIZES,
      type: 'image/avif',
    }))
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const page = requestedPage(new URL(request.url).searchParams.get('page'))
  const range = pagesToShow(page, (other) => isFeedPageAtHand(queryClient, other))
  try {
    await Promise.all([
      loadViewer(queryClient).then(async (viewer) => {
        if (viewer === 'free') await loadFreeDeals(queryClient)
      }),
      ...pagesOf(range).map((shown) => loadFeedPage(queryClient, shown)),
    ])
  } catch (error) {
    // While rendering on the server the call that failed is in its log already.
    if (isBrowser) console.error('Failed to fetch deals', error)
    return data(
      { ...range, isFailed: true },
      { status: error instanceof ApiError ? error.status : 503 },
    )
  }
  const shown = { ...range, isFailed: false }
  return isPastTheEnd(queryClient, page) ? data(shown, { status: 404 }) : shown
}

export function Component() {
  const { from, to, isFailed } = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  return isFailed ? <FeedFailure page={to} /> : <Feed from={from} to={to} viewer={viewer} />
}

/** The feed could not be read: say so and offer another try. */
function FeedFailure({ page }: { page: number }) {
  return (
    <ProblemScreen
      eyebrow="Daily deals"
      title="Failed to fetch deals"
      actions={<TryAgain href={paths.dailyDeals(page)} />}
    >
      <p className="lead" role="alert">
        It is us or the line in between. The deals are still there.
      </p>
    </ProblemScreen>
  )
}
