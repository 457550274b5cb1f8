import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import {
  cacheDeal,
  changeDeal,
  type DealFlags,
  failureDetails,
  flagFailureWords,
} from '#app/admin/web/shell/deal-list-calls.ts'
import { refreshDeals } from '#app/admin/web/shell/queries.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'

export type DealError = { text: string; details: string }

export type DealChanges = {
  /** Where switches are to stand whose calls are on their way, by deal. */
  pending: ReadonlyMap<string, DealFlags>
  /** What could not be done, by deal. */
  errors: ReadonlyMap<string, DealError>
  change: (deal: ManagedDeal, change: DealFlags) => Promise<void>
  fail: (id: string, text: string, error: unknown) => void
  forgive: (id: string) => void
}

/**
 * Sets switches of deals: at once on the screen, then on the server, one call after the other for
 * each deal; taken back, with the reason, when the server refuses.
 */
export function useDealChanges(say: (words: string) => void): DealChanges {
  const queryClient = useQueryClient()
  const [pending, setPending] = useState<ReadonlyMap<string, DealFlags>>(new Map())
  const [errors, setErrors] = useState<ReadonlyMap<string, DealError>>(new Map())
  const queues = useRef(new Map<string, Promise<void>>())

  const forgive = useCallback((id: string) => {
    setErrors((all) => (all.has(id) ? mapWithout(all, id) : all))
  }, [])

  const fail = useCallback(
    (id: string, text: string, error: unknown) => {
      const details = failureDetails(error)
      setErrors((all) => new Map(all).set(id, { text, details }))
      say(`${text}. ${details}`)
    },
    [say],
  )

  const change = useCallback(
    async ({ id }: ManagedDeal, wanted: DealFlags) => {
      forgive(id)
      setPending((all) => new Map(all).set(id, { ...all.get(id), ...wanted }))
      const turn = (queues.current.get(id) ?? Promise.resolve()).then(async () => {
        try {
          cacheDeal(queryClient, await changeDeal(id, wanted))
        } catch (error) {
          fail(id, flagFailureWords(wanted), error)
        }
        if (queues.current.get(id) !== turn) return
        queues.current.delete(id)
        setPending((all) => mapWithout(all, id))
        void refreshDeals(queryClient)
      })
      queues.current.set(id, turn)
      await turn
    },
    [queryClient, fail, forgive],
  )

  return { pending, errors, change, fail, forgive }
}

function mapWithout<T>(map: ReadonlyMap<string, T>, key: string): Map<string, T> {
  const next = new Map(map)
  next.delete(key)
  return next
}
