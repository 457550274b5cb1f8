import { data, type LoaderFunctionArgs } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { LAST_PAGE } from '#app/deals/deals.facts.ts'
import { pagesAtHand, pagesOf, pagesToShow } from '#app/deals/web/feed/paging.rules.ts'
import { loadViewer } from '#app/membership/web/subscription.ts'
import { askedPage } from '#app/shared/asked-page.ts'
import { GRID_SIZES, pictureCandidates, pictureSources } from '#app/ui/picture.rules.ts'
import { ApiError, apiContext } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { Head, HeadInput } from '#app/web/page/head.ts'
import { MISSING_HEAD } from '#app/web/page/MissingPage.tsx'
import { paidList } from '#app/web/page/structured-data.ts'
import { type ListOf, placeQuery } from './place-query.ts'
import { isListPageAtHand, listQuery, loadListPages } from './queries.ts'

/** Pictures of the first row, needed at once. */
const PRELOADED = 3

/**
 * Loads a place and as many pages of its deals as the address asks for. Returns the problem `missing` when
 * there is no such place or page.
 */
export async function loadPlace({ request, context }: LoaderFunctionArgs, narrowed: ListOf) {
  const queryClient = context.get(queryClientContext)
  const api = context.get(apiContext)
  const page = askedPage(new URL(request.url).searchParams, LAST_PAGE)
  const isAtHand = (other: number) => isListPageAtHand(queryClient, narrowed, other)
  let range = pagesToShow(page, isAtHand)
  const load = (pages: number[]) => loadListPages(queryClient, api, narrowed, pages)
  const answer = (problem: 'missing' | 'failed' | undefined, why?: string) => ({
    ...range,
    problem,
    why,
  })
  try {
    await Promise.all([loadViewer(queryClient), queryClient.fetchQuery(placeQuery(narrowed))])
    // Anybody can request any page, so earlier pages are loaded only if this one exists.
    await load([page])
    if (page > 1 && isEmpty()) return data(answer('missing'), { status: 404 })
    await load(pagesOf(range)).catch(() => {
      range = pagesAtHand(page, isAtHand)
    })
  } catch (error) {
    const { status = 503, serverText } = error instanceof ApiError ? error : {}
    // A malformed slug or day is rejected with 400, but is a missing page as well.
    if (status === 404 || status === 400) return data(answer('missing'), { status: 404 })
    return data(answer('failed', status === 429 ? serverText : undefined), { status })
  }
  return answer(undefined)

  function isEmpty() {
    const { queryKey } = listQuery(narrowed, page)
    return queryClient.getQueryData<DealsPage>(queryKey)?.deals.length === 0
  }
}

type Introduced = {
  title: string
  description: string
  /** Its address by page number of the list. */
  pathOf: (page: number) => string
  /** Breadcrumbs: names and addresses, topmost first. */
  trail: Array<{ name: string; path: string }>
  /** The brand of all the deals, if they share one. */
  brand?: string
  /** Nothing is living here: hidden from search engines until something is. */
  isEmpty: boolean
}

/** The head of a place's page; that of a missing page when there is no such place. */
export function placeHead<T>(
  { queryClient, search, settings }: HeadInput,
  narrowed: ListOf,
  introduce: (place: T) => Introduced,
): Head {
  const place = queryClient.getQueryData<T>(placeQuery(narrowed).queryKey)
  const page = askedPage(search, LAST_PAGE)
  const { queryKey } = listQuery(narrowed, page)
  const list = queryClient.getQueryData<DealsPage>(queryKey)
  if (!place || (page > 1 && list?.deals.length === 0)) return MISSING_HEAD
  const { title, description, pathOf, trail, brand, isEmpty } = introduce(place)
  const pictures = (page > 1 ? [] : (list?.deals ?? []).slice(0, PRELOADED)).flatMap(
    ({ dealCardImageUrl, images }) => pictureCandidates(dealCardImageUrl, images)[0] ?? [],
  )
  return {
    title: page > 1 ? `${title}, page ${page}` : title,
    description,
    canonicalPath: pathOf(page),
    ...(isEmpty ? { isHidden: true } : {}),
    preloads: pictures.map((key) => ({
      srcSet: pictureSources(key, settings.pictureHost).avif,
      sizes: GRID_SIZES,
      type: 'image/avif',
    })),
    ...(import.meta.env.SSR
      ? {
          structuredData: (origin: string) =>
            paidList({
              origin,
              path: pathOf(page),
              name: title,
              trail: [...trail, { name: title, path: pathOf(1) }],
              brand,
              dealIds: list?.deals.map(({ id }) => id) ?? [],
              total: list?.pagination.totalDeals ?? 0,
            }),
        }
      : {}),
  }
}
