import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { loadFeedPages } from '#app/deals/web/queries.ts'
import { browserApi } from '#app/web/api/api.ts'
import type { DeepList } from './deep-place.ts'
import { MOST_PAGES_AT_ONCE, type PageRange, pagesOf } from './paging.rules.ts'

type Shown = PageRange & {
  what: string
  pages: DealsPage[]
  /** Of the cards, in their order. */
  ids: string[]
}

/**
 * A list that is longer than the server draws at once is shorter after a reload, and how far it was scrolled says
 * nothing: there the place is the card that was in sight.
 */
export function useDeepPlace(shown: Shown): void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const latest = useRef(shown)
  latest.current = shown
  const { to: last } = shown

  // With a page more its entry in the history is another, without a place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown by then is read by then.
  useEffect(() => {
    if (last <= MOST_PAGES_AT_ONCE) return
    const list = (): DeepList => {
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
    }
    let stop: (() => void) | undefined
    let isOver = false
    import('./deep-place.ts').then(
      ({ keepPlace }) => {
        if (!isOver) stop = keepPlace(list)
      },
      (error) => console.error('Could not keep the place in the list', error),
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [last])
}
