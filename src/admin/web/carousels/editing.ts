import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import type { ChangeCarousel, ManagedCarousel } from '#app/deals/carousels.contract.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { browserApi } from '#app/web/api/api.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { moved } from './order.rules.ts'
import { carouselsNow, readCarouselsAgain, showCarousels } from './queries.ts'
import { nameOfCarousel } from './words.copy.ts'

export type CarouselEditing = ReturnType<typeof useCarouselEditing>

/** What can be done with the carousels: seen at once, kept one after the other. */
export function useCarouselEditing() {
  const queryClient = useQueryClient()
  const [spoken, setSpoken] = useState('')
  const line = useRef(Promise.resolve(true))

  /** Answers whether it was kept; when not, everything is as the server has it. */
  function keep(method: 'PATCH' | 'PUT', path: string, body: object, failure: string) {
    line.current = line.current.then(async () => {
      try {
        await browserApi.request(method, `${ADMIN_CALLS.carousels}/${path}`, body)
        // What people see is read again by whoever goes there from here.
        queryClient.removeQueries(tagged(OF_DEALS))
        return true
      } catch (error) {
        showToast(changeFailureToast(error, failure))
        // It may be done all the same: then people see it as well.
        queryClient.removeQueries(tagged(OF_DEALS))
        await readCarouselsAgain(queryClient)
        return false
      }
    })
    return line.current
  }

  return {
    spoken,

    change(carousel: ManagedCarousel, change: ChangeCarousel): Promise<boolean> {
      const { title = carousel.title, isOn = carousel.isOn } = change
      const all = carouselsNow(queryClient).map((each) =>
        each.number === carousel.number ? { ...each, title, isOn } : each,
      )
      showCarousels(queryClient, all)
      const failure =
        change.title === undefined
          ? 'Failed to switch the carousel'
          : 'Failed to rename the carousel'
      return keep('PATCH', String(carousel.number), change, failure)
    },

    move(carousel: ManagedCarousel, by: -1 | 1): void {
      const all = carouselsNow(queryClient)
      const from = all.findIndex(({ number }) => number === carousel.number)
      const ordered = moved(all, from, by)
      const to = ordered.findIndex(({ number }) => number === carousel.number)
      setSpoken(`${nameOfCarousel(carousel)} is ${to + 1} of ${ordered.length}`)
      if (to === from) return
      showCarousels(queryClient, ordered)
      const numbers = ordered.map(({ number }) => number)
      void keep('PUT', 'order', { numbers }, 'Failed to change the order')
    },
  }
}
