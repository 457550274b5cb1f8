import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { DealsPage } from '#app/deals/deals.contract.ts'
import { keepPlace, listOf } from './deep-place.ts'
import { MOST_PAGES_AT_ONCE, type PageRange } from './paging.rules.ts'

export type Shown = PageRange & {
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
    const stop = keepPlace(listOf(latest, { queryClient, navigate }))
    return stop
  }, [last])
}
