import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Followed } from '#app/deals/web/follow-slot.ts'
import type { Follows, ForYou } from '#app/follows/follows.contract.ts'
import { setStance } from './following.ts'
import { forYouQuery } from './page-queries.ts'
import { followsQuery } from './queries.ts'
import { findFollow, type Stance, stanceOf } from './stance.ts'

export type TakenAway = {
  declined: ReadonlySet<string>
  /** By slug, with the former stance: followed or neither. */
  hiddenBrands: ReadonlyMap<string, Stance>
  /** The current number of deals; undefined while nothing has been hidden. */
  total: number | undefined
  setDeclined: (dealId: string, isDeclined: boolean) => void
  /** Hides a brand, or restores its former stance. Resolves to whether it succeeded. */
  setBrand: (brand: Followed, isHidden: boolean) => Promise<boolean>
}

/**
 * Tracks what a person hides on this page of 'For you'. Hidden deals keep their place until the page is
 * opened again, so that they can be restored, but no longer count.
 */
export function useTakenAway(data: ForYou | undefined): TakenAway {
  const queryClient = useQueryClient()
  const [declined, setDeclined] = useState<ReadonlySet<string>>(new Set())
  const [hiddenBrands, setHiddenBrands] = useState<ReadonlyMap<string, Stance>>(new Map())
  // Valid only for the list it was counted for.
  const [counted, setCounted] = useState<{ of: ForYou | undefined; total: number }>()
  const total = counted?.of === data ? counted?.total : undefined

  async function countAgain() {
    // Fetched under another key, so that the list on screen does not change.
    const query = forYouQuery({ page: 1 })
    const now = await queryClient
      .fetchQuery<ForYou>({ ...query, queryKey: [...query.queryKey, 'counted'], staleTime: 0 })
      .catch(() => undefined)
    if (now) setCounted({ of: data, total: now.total })
  }

  return {
    declined,
    hiddenBrands,
    total,
    setDeclined(dealId, isDeclined) {
      setDeclined((before) => {
        const after = new Set(before)
        if (isDeclined) after.add(dealId)
        else after.delete(dealId)
        return after
      })
      setCounted((before) => {
        const known = before?.of === data ? before?.total : data?.total
        return known === undefined ? before : { of: data, total: known + (isDeclined ? -1 : 1) }
      })
    },
    async setBrand(brand, isHidden) {
      const follows = await queryClient
        .ensureQueryData<Follows | null>(followsQuery)
        .catch(() => undefined)
      const now = stanceOf(findFollow(follows, brand))
      const stance = isHidden ? 'hidden' : (hiddenBrands.get(brand.value) ?? 'neither')
      if (!(await setStance(queryClient, brand, stance))) return false
      setHiddenBrands((known) => {
        const after = new Map(known)
        if (isHidden) after.set(brand.value, now)
        else after.delete(brand.value)
        return after
      })
      await countAgain()
      return true
    },
  }
}
