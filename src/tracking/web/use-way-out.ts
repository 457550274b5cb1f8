import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { ApiError } from '#app/web/api/api.ts'
import { hasJustComeBack, noteLeaving, wantsStraightThere } from './straight-there.ts'
import {
  type Destination,
  REDIRECT_DELAY_MS,
  readDestination,
  trackCall,
  trackErrors,
} from './track.rules.ts'

export type WayOut =
  | { step: 'loading' }
  | { step: 'leaving'; destination: Destination; isWaiting: boolean }
  | { step: 'failed'; error: string; status?: number }

/**
 * Asks for the way out once, in the browser, because asking is what counts as the click; then
 * leaves after the wait.
 */
export function useWayOut(dealId: string | null, clickType: string | null): WayOut {
  const queryClient = useQueryClient()
  const [wayOut, setWayOut] = useState<WayOut>(
    dealId ? { step: 'loading' } : { step: 'failed', error: trackErrors.noId },
  )
  // Strict mode runs effects twice, and a click must not count twice.
  const asked = useRef<string>(undefined)

  useEffect(() => {
    if (!dealId || asked.current === dealId) return
    asked.current = dealId
    // Never from memory: every visit to this page is a click of its own.
    void queryClient
      .fetchQuery<Deal>({ queryKey: [trackCall(dealId, clickType)], staleTime: 0 })
      .then((answer): WayOut => {
        const verdict = readDestination(answer)
        if ('error' in verdict) return { step: 'failed', error: verdict.error }
        return { step: 'leaving', ...verdict, isWaiting: !hasJustComeBack(dealId) }
      })
      .catch(toFailure)
      .then(setWayOut)
  }, [queryClient, dealId, clickType])

  useEffect(() => {
    if (!dealId || wayOut.step !== 'leaving' || !wayOut.isWaiting) return
    const leave = () => {
      noteLeaving(dealId)
      location.assign(wayOut.destination.buyUrl)
    }
    const timer = setTimeout(leave, wantsStraightThere() ? 0 : REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [dealId, wayOut])

  return wayOut
}

function toFailure(error: unknown): WayOut {
  if (error instanceof ApiError) {
    return { step: 'failed', error: trackErrors.callFailed, status: error.status }
  }
  // What fetch throws when there is no answer at all.
  const isOffline = error instanceof TypeError
  return { step: 'failed', error: isOffline ? trackErrors.callFailed : trackErrors.unexpected }
}
