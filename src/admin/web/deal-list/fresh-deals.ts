import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isOwnChange } from '#app/admin/web/shell/deal-api.ts'
import { onDealsChanged } from '#app/admin/web/shell/live.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { freshDeals } from './fresh-deals.rules.ts'
import { shownDeals } from './queries.ts'

const SHOWN_MS = 3000
/** Debounces bursts of changes, as from a sheet, into one refetch. */
const DEBOUNCE_MS = 250

const NONE: ReadonlySet<string> = new Set()

/**
 * Refetches the list when deals change, and returns the ids of those changed by others, for as long as they
 * are marked.
 */
export function useFreshDeals(): ReadonlySet<string> {
  const queryClient = useQueryClient()
  const [fresh, setFresh] = useState<ReadonlySet<string>>(NONE)

  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let fading: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      const before = shownDeals(queryClient)
      await refreshDeals(queryClient)
      const found = freshDeals(before, shownDeals(queryClient))
      const changed = new Set([...found].filter((id) => !isOwnChange(id)))
      if (changed.size === 0) return
      setFresh(changed)
      clearTimeout(fading)
      fading = setTimeout(() => setFresh(NONE), SHOWN_MS)
    }
    const stop = onDealsChanged(() => {
      clearTimeout(waiting)
      waiting = setTimeout(read, DEBOUNCE_MS)
    })
    return () => {
      stop()
      clearTimeout(waiting)
      clearTimeout(fading)
    }
  }, [queryClient])

  return fresh
}
