import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { loadFeedPages } from '#app/deals/web/queries.ts'
import { browserApi } from '#app/web/api/api.ts'
import { type DeepList, keepPlace } from './deep-place.ts'
import { type PageRange, pagesOf } from './paging.rules.ts'

type Props = PageRange & {
  what: string
  pages: DealsPage[]
  /** Ids of the cards, in order. */
  ids: string[]
}

/**
 * Restores the place in a long list. After a reload the server renders fewer pages, so the scroll offset is
 * useless: the place is the card that was in view. Renders nothing.
 */
export default function DeepPlace(shown: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const latest = useRef(shown)
  latest.current = shown

  // Showing another page makes a new history entry, without a place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is read when it is needed.
  useEffect(
    () =>
      keepPlace((): DeepList => {
        const { from, to, what, pages, ids } = latest.current
        const pageOf = new Map(
          pages.flatMap(({ deals, pagination }) =>
            deals.map(({ id }) => [id, pagination.currentPage] as const),
          ),
        )
        return {
          pagesById: new Map(ids.map((id) => [id, pageOf.get(id) ?? from])),
          bring: async (page) => {
            const before = pagesOf({ from: page, to: from - 1 })
            await loadFeedPages(queryClient, browserApi, before, what)
            // Shows the pages that are cached now.
            await navigate(feedPath(what, to), { replace: true, preventScrollReset: true })
          },
        }
      }),
    [shown.to],
  )
  return null
}
