import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import type { EditionPage } from '#app/deals/browse.contract.ts'
import { LAST_PAGE } from '#app/deals/deals.facts.ts'
import type { FilterProblem } from '#app/deals/filters/filters.facts.ts'
import { placeQuery } from '#app/deals/web/browse/place-query.ts'
import { firstCarouselAtHand, loadCarousels } from '#app/deals/web/cards/carousels.ts'
import { FeedListing } from '#app/deals/web/feed/FeedListing.tsx'
import { pagesAtHand, pagesOf, pagesToShow } from '#app/deals/web/feed/paging.rules.ts'
import { loadAsking, readAddress } from '#app/deals/web/filters/asking.ts'
import { feedPath, understood, withRenamed } from '#app/deals/web/filters/choosing.rules.ts'
import { facetsAtHand, loadFacets } from '#app/deals/web/filters/facets.ts'
import { titleOf } from '#app/deals/web/filters/words.copy.ts'
import { hasFreeDeals, loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import {
  CLOSE_SIZES,
  GRID_SIZES,
  pictureCandidates,
  pictureSources,
} from '#app/ui/picture.rules.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { DEALS_UNREACHED } from '#app/web/api/unreached.copy.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'
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

// Rarely shown: the server imports it eagerly, browsers load it on demand.
const MembersOnly = import.meta.env.SSR
  ? (await import('#app/deals/web/feed/MembersOnly.tsx')).MembersOnly
  : lazy(() =>
      import('#app/deals/web/feed/MembersOnly.tsx').then((page) => ({ default: page.MembersOnly })),
    )

const PRELOADED = 6
const PRELOADED_OF_ROW = 3

export const handle: PageHandle = {
  head(input) {
    const asked = askedBefore(input.data)
    const { page, what, day } = asked
    const facets = facetsAtHand(input.queryClient, what)
    const isFeed = what === ''
    // The same answer whatever members-only filter was used.
    const isLocked = (input.data as { failure?: string } | undefined)?.failure === 'locked'
    const list =
      isFeed || isLocked ? 'Daily deals' : titleOf(understood(what, facets?.leftOut), facets)
    const title = day ? `Edition of ${formatDateOfWeek(day)}` : list
    return {
      title: `${title}${page > 1 ? `, page ${page}` : ''}`,
      description: day
        ? `The designer deals that came on ${formatDateOfWeek(day)}.`
        : 'One curated feed of designer fashion, new every morning.',
      // A day is canonical on its own page. Filtered lists are endless and stay hidden: those worth finding
      // have pages.
      canonicalPath: day ? paths.edition(day, page) : feedPath(what, page),
      isHidden: !(isFeed || day) || leadsNowhere(input.queryClient, asked),
      // Where a card names the piece, for those who may know it.
      ...(import.meta.env.SSR
        ? {
            preloads: firstPictures(input),
            structuredData: () => paidCollection('.card h3'),
          }
        : {}),
    }
  },
}

type Asked = { what: string; day: string | undefined; problems: FilterProblem[]; page: number }

type Read = Omit<Asked, 'page'> & { to: number }

/** The filters that the loader parsed from the address. */
function askedBefore(data: unknown): Asked {
  const { what = '', day, problems = [], to: page = 1 } = (data ?? {}) as Partial<Read>
  return { what, day, problems, page }
}

/** Whether the address leads nowhere: a page or day beyond those that exist, or values that were not understood. */
function leadsNowhere(queryClient: QueryClient, { page, what, day, problems }: Asked): boolean {
  if (problems.length > 0) return true
  const found = feedPageAtHand(queryClient, page, what)
  if (found?.leftOut?.length) return true
  return (page > 1 || day !== undefined) && found?.deals.length === 0
}

function firstPictures({ queryClient, data, settings }: HeadInput) {
  const { page, what } = askedBefore(data)
  // On later pages somebody returns to a place, and sees the pictures there.
  if (page > 1) return []
  const row = what === '' ? firstCarouselAtHand(queryClient) : undefined
  const deals = row?.slice(0, PRELOADED_OF_ROW) ?? firstOfFeed()
  function firstOfFeed() {
    return feedPageAtHand(queryClient, page, what)?.deals.slice(0, PRELOADED) ?? []
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
  const { searchParams } = new URL(request.url)
  const { isWrittenByForm, isForMembers, ...read } = await readAddress(searchParams)
  const asked = { ...read, page: askedPage(searchParams, LAST_PAGE) }
  const { page, what, day, problems } = asked
  // Redirects the query string of a form sent without scripts to its canonical form.
  if (isWrittenByForm) throw redirect(feedPath(what, page))
  // Without scripts there is no other way to open the full list.
  const whole = meant(searchParams, 'sizes') ? 'size' : undefined
  const isAtHand = (other: number) => isFeedPageAtHand(queryClient, other, what)
  let range = pagesToShow(page, isAtHand)
  let whyFrom: string | undefined
  const load = (pages: number[]) => loadFeedPages(queryClient, context.get(apiContext), pages, what)
  try {
    await Promise.all([
      loadViewer(queryClient).then(async (viewer) => {
        if (isForMembers) await (await loadAsking()).refuseOthers(queryClient)
        if (hasFreeDeals(viewer)) await loadFreeDeals(queryClient)
      }),
      loadFacets(queryClient, context.get(apiContext), { what, whole }),
      ...(what === '' || day ? [loadEditions(queryClient)] : []),
      ...(day ? [queryClient.prefetchQuery(placeQuery({ name: 'day', value: day }))] : []),
      ...(range.from === 1 && what === '' ? [loadCarousels(queryClient)] : []),
      // Anybody can request any page, so earlier pages are loaded only if this one exists.
      load(pagesOf({ from: Math.max(range.from, page - 1), to: page })).then(async () => {
        if (leadsNowhere(queryClient, asked) && problems.length === 0) return
        // Without the earlier pages the page is still shown, and says that they are missing.
        await load(pagesOf(range)).catch((error) => {
          range = pagesAtHand(page, isAtHand)
          whyFrom = whyNot(error) ?? 'Try again in a moment.'
        })
      }),
    ])
  } catch (error) {
    const { status = 503, serverText } = error instanceof ApiError ? error : {}
    const shown = { ...range, what, day, problems, whyFrom }
    // Members-only filters are refused to everybody else, whether or not the value exists.
    if (status === 403)
      return data({ ...shown, failure: 'locked' as const, why: serverText }, { status })
    // On the server the failed call has been logged already.
    if (isBrowser) console.error('Failed to fetch deals', error)
    return data({ ...shown, failure: 'lost' as const, why: whyNot(error) }, { status })
  }
  // Like the brand's own page, which redirects to the brand that replaced it.
  const renamed = facetsAtHand(queryClient, what)?.renamed
  if (renamed && problems.length === 0) {
    throw redirect(feedPath(withRenamed(what, renamed), page), 301)
  }
  const answer = { ...range, what, day, problems, failure: undefined, why: undefined, whyFrom }
  return leadsNowhere(queryClient, asked) ? data(answer, { status: 404 }) : answer
}

/** The server's text for a rate limit, which says when to continue; the generic text would blame us. */
function whyNot(error: unknown): string | undefined {
  return error instanceof ApiError && error.status === 429 ? error.serverText : undefined
}

export function Component() {
  const { failure, why, ...shown } = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  const edition = useAnswer<EditionPage>({
    ...placeQuery({ name: 'day', value: shown.day ?? '' }),
    enabled: false,
  })
  if (failure === 'locked') {
    return (
      <Suspense>
        <MembersOnly what={shown.what} why={why} />
      </Suspense>
    )
  }
  if (failure) return <FeedFailure href={feedPath(shown.what, shown.to)} why={why} />
  return <FeedListing {...shown} viewer={viewer} edition={edition} />
}

type FailureProps = { href: string; why: string | undefined }

/** Shown when the feed could not be loaded, with a way to retry. */
function FeedFailure({ href, why = DEALS_UNREACHED }: FailureProps) {
  return (
    <ProblemScreen
      eyebrow="Daily deals"
      title="Failed to fetch deals"
      actions={<TryAgain href={href} />}
    >
      <p className="lead" role="alert">
        {why}
      </p>
    </ProblemScreen>
  )
}
