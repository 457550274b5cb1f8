import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type DealFlags, dealApi } from '#app/admin/web/shell/deal-api.ts'
import { failureDetails } from '#app/admin/web/shell/failures.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { cacheDeal } from './queries.ts'
import { flagFailureWords, NOT_PUBLISHED } from './words.copy.ts'

export type DealError = { text: string; details: string }

type FlagChanges = {
  /** Optimistic flags whose calls are still pending, by deal. */
  pending: ReadonlyMap<string, DealFlags>
  /** Failed changes, by deal. */
  errors: ReadonlyMap<string, DealError>
  setFlags: (deal: ManagedDeal, flags: DealFlags) => Promise<void>
  fail: (id: string, error: DealError) => void
  dismissError: (id: string) => void
}

/**
 * Optimistic updates: flags are set on the screen at once, then on the server, one call at a time for each
 * deal; reverted, with the reason, if the server refuses.
 */
export function useFlagChanges(announce: (words: string) => void): FlagChanges {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<ReadonlyMap<string, DealFlags>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, DealError>>(new Map())
  const queues = useRef(new Map<string, Promise<void>>())

  const dismissError = useCallback((id: string) => {
    setErrors((all) => (all.has(id) ? mapWithout(all, id) : all))
  }, [])

  const fail = useCallback(
    (id: string, error: DealError) => {
      setErrors((all) => new Map(all).set(id, error))
      announce(`${error.text}. ${error.details}`)
    },
    [announce],
  )

  const setFlags = useCallback(
    async ({ id }: ManagedDeal, wanted: DealFlags) => {
      dismissError(id)
      setPending((all) => new Map(all).set(id, { ...all.get(id), ...wanted }))
      const turn = (queues.current.get(id) ?? Promise.resolve()).then(async () => {
        try {
          const changed = await dealApi.setFlags(id, wanted)
          if (changed) cacheDeal(queryClient, changed)
          else announce(NOT_PUBLISHED)
        } catch (error) {
          fail(id, { text: flagFailureWords(wanted), details: failureDetails(error) })
        }
        if (queues.current.get(id) !== turn) return
        queues.current.delete(id)
        setPending((all) => mapWithout(all, id))
        void refreshDeals(queryClient)
      })
      queues.current.set(id, turn)
      await turn
    },
    [queryClient, fail, dismissError, announce],
  )

  return { pending, errors, setFlags, fail, dismissError }
}

function mapWithout<T>(map: ReadonlyMap<string, T>, key: string): Map<string, T> {
  const next = new Map(map)
  next.delete(key)
  return next
}
