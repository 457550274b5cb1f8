import type { QueryClient } from '@tanstack/react-query'
import type { ShownCarousels } from '#app/deals/carousels.contract.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { OF_DEALS, queryOfDeals } from '#app/deals/web/queries.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer, useAnswers } from '#app/web/api/use-answers.ts'

const shownQuery = queryOf('/api/deals/carousels', OF_DEALS)

/** The deals of one carousel. */
function carouselQuery(number: number) {
  return queryOfDeals(`/api/deals/carousel/${number}`)
}

/** Loads the visible carousels and their deals; a page works without them. */
export async function loadCarousels(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery<ShownCarousels>(shownQuery)
  const shown = carouselsAtHand(queryClient)
  await Promise.all(shown.map(({ number }) => queryClient.prefetchQuery(carouselQuery(number))))
}

function carouselsAtHand(queryClient: QueryClient): ShownCarousels {
  return queryClient.getQueryData<ShownCarousels>(shownQuery.queryKey) ?? []
}

/** The deals of the first visible carousel; undefined without one. */
export function firstCarouselAtHand(queryClient: QueryClient): Deal[] | undefined {
  const [first] = carouselsAtHand(queryClient)
  return first && queryClient.getQueryData<Deal[]>(carouselQuery(first.number).queryKey)
}

/** What {@link loadCarousels} loaded, in the order set in the back office. */
export function useCarousels(): Array<{ number: number; title: string; deals: Deal[] }> {
  const shown = useAnswer<ShownCarousels>({ ...shownQuery, enabled: false }) ?? []
  const lists = useAnswers<Deal[]>(shown.map(({ number }) => carouselQuery(number)))
  return shown.map((carousel, index) => ({ ...carousel, deals: lists[index] ?? [] }))
}
