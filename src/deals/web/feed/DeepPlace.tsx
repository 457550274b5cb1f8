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
  /** Of the cards, in their order. */
  ids: string[]
}

/**
 * A list that is longer than the server draws at once is shorter after a reload, and how far it was scrolled says
 * nothing: there the place is the card that was in sight. Keeps it, and shows nothing.
 */
export default function DeepPlace(shown: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const latest = useRef(shown)
  latest.current = shown

  // With a page more its entry in the history is another, without a place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown by then is read by then.
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
            // Those that are at hand are shown.
            await navigate(feedPath(what, to), { replace: true, preventScrollReset: true })
          },
        }
      }),
    [shown.to],
  )
  return null
}
