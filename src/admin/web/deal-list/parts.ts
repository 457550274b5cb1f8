import { useCallback, useRef, useState } from 'react'
import { LARGEST_ADMIN_PAGE, MOST_AT_ONCE } from '#app/admin/admin.facts.ts'
import type { AdminDealsPage, ManyChanged } from '#app/admin/admin-deals.contract.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { failureDetails } from '#app/admin/web/shell/failures.ts'
import { browserApi } from '#app/web/api/api.ts'
import { type DealListFilters, filterParameters } from './filters.rules.ts'

/** Small enough to show progress. */
const DEALS_PER_BATCH = 100

/** Progress of a bulk action. */
export type BulkProgress = { words: string; done: number; total: number }

/** Runs bulk actions in parts and tracks their progress; can be stopped after each part. */
export function useParts() {
  const [progress, setProgress] = useState<BulkProgress>()
  const isStopped = useRef(false)

  /** Runs the parts one by one and returns the outcome; what was done before a failure stays. */
  const inParts = useCallback(
    async <Part>(
      parts: readonly Part[],
      { words, size, total }: { words: string; size: (part: Part) => number; total: number },
      call: (part: Part) => Promise<ManyChanged | undefined>,
    ) => {
      const all: ManyChanged & { error?: string; isGivenUp?: true } = { changed: [], left: [] }
      isStopped.current = false
      let done = 0
      for (const part of parts) {
        if (isStopped.current) break
        setProgress({ words, done, total })
        try {
          const answer = await call(part)
          // The person declined the warnings.
          if (!answer) {
            all.isGivenUp = true
            break
          }
          all.changed.push(...answer.changed)
          all.left.push(...answer.left)
        } catch (failure) {
          all.error = failureDetails(failure)
          break
        }
        done += size(part)
      }
      return all
    },
    [],
  )

  /**
   * Returns the ids of all matching deals, newest first, up to the limit of one call; undefined if it was
   * stopped.
   */
  const findAll = useCallback(async (filters: DealListFilters): Promise<string[] | undefined> => {
    const ids = new Set<string>()
    isStopped.current = false
    for (let page = 1; ids.size < MOST_AT_ONCE; page += 1) {
      const parameters = { page, limit: LARGEST_ADMIN_PAGE, ...filterParameters(filters) }
      const { deals, pagination } = (await browserApi.load(
        withParameters(ADMIN_CALLS.deals, parameters),
      )) as AdminDealsPage
      for (const { id } of deals) ids.add(id)
      setProgress({
        words: 'Selecting',
        done: Math.min(ids.size, MOST_AT_ONCE),
        total: Math.min(pagination.totalDeals, MOST_AT_ONCE),
      })
      if (!pagination.hasNextPage || isStopped.current) break
    }
    setProgress(undefined)
    return isStopped.current ? undefined : [...ids].slice(0, MOST_AT_ONCE)
  }, [])

  return {
    progress,
    setProgress,
    inParts,
    findAll,
    stop: () => {
      isStopped.current = true
    },
  }
}

export function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / DEALS_PER_BATCH) }, (_, index) =>
    all.slice(index * DEALS_PER_BATCH, (index + 1) * DEALS_PER_BATCH),
  )
}
