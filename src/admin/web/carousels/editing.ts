import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast, failureDetails } from '#app/admin/web/shell/failures.ts'
import type { ManagedCarousel } from '#app/deals/carousels.contract.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { browserApi } from '#app/web/api/api.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { moved } from './order.rules.ts'
import { carouselsNow, readCarouselsAgain, showCarousels } from './queries.ts'
import { nameOfCarousel } from './words.copy.ts'

export type CarouselEditing = ReturnType<typeof useCarouselEditing>

/** Edits of the carousels: updates are optimistic and sent one by one. */
export function useCarouselEditing() {
  const queryClient = useQueryClient()
  const [spoken, setSpoken] = useState('')
  const line = useRef<Promise<unknown>>(Promise.resolve())

  /** Sends a change; returns the error if it failed, after reverting to the server's state. */
  function keep(method: 'PATCH' | 'PUT', path: string, body: object): Promise<unknown> {
    const kept = line.current.then(async () => {
      try {
        await browserApi.request(method, `${ADMIN_CALLS.carousels}/${path}`, body)
        // Visitors' pages opened from here read the carousels again.
        queryClient.removeQueries(tagged(OF_DEALS))
        return undefined
      } catch (error) {
        // The call may have succeeded in spite of the error, so visitors' pages are refetched too.
        queryClient.removeQueries(tagged(OF_DEALS))
        await readCarouselsAgain(queryClient)
        return error
      }
    })
    line.current = kept
    return kept
  }

  function show({ number }: ManagedCarousel, change: Partial<ManagedCarousel>) {
    const all = carouselsNow(queryClient)
    showCarousels(
      queryClient,
      all.map((each) => (each.number === number ? { ...each, ...change } : each)),
    )
  }

  function tell(error: unknown, failure: string) {
    if (error !== undefined) showToast(changeFailureToast(error, failure))
  }

  return {
    spoken,

    async turn(carousel: ManagedCarousel, isOn: boolean): Promise<void> {
      show(carousel, { isOn })
      const error = await keep('PATCH', String(carousel.number), { isOn })
      tell(error, 'Failed to switch the carousel')
    },

    /**
     * Returns why it failed, to be shown at the field. Not optimistic: until it is saved, only the field
     * shows the title.
     */
    async rename(carousel: ManagedCarousel, title: string): Promise<string | undefined> {
      const error = await keep('PATCH', String(carousel.number), { title })
      if (error !== undefined) return failureDetails(error)
      show(carousel, { title })
      return undefined
    },

    async move(carousel: ManagedCarousel, by: -1 | 1): Promise<void> {
      const all = carouselsNow(queryClient)
      const from = all.findIndex(({ number }) => number === carousel.number)
      const ordered = moved(all, from, by)
      const to = ordered.findIndex(({ number }) => number === carousel.number)
      setSpoken(`${nameOfCarousel(carousel)} is ${to + 1} of ${ordered.length}`)
      if (to === from) return
      showCarousels(queryClient, ordered)
      const numbers = ordered.map(({ number }) => number)
      tell(await keep('PUT', 'order', { numbers }), 'Failed to change the order')
    },
  }
}
