import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { DealWithLink } from '#app/deals/deals.contract.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { ApiError } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import type { OUTBOUND_ERRORS } from './outbound.copy.ts'
import {
  type Destination,
  outboundCall,
  REDIRECT_DELAY_MS,
  readDestination,
} from './outbound.rules.ts'
import { hasJustComeBack, rememberDeparture, skipsRedirectDelay } from './redirect-memory.ts'

export type OutboundRedirect =
  | { step: 'loading' }
  | { step: 'leaving'; destination: Destination; deal: DealWithLink; isWaiting: boolean }
  | { step: 'failed'; error: keyof typeof OUTBOUND_ERRORS; status?: number }

/**
 * Requests the retailer's link once, in the browser, because the request counts as the click; then redirects
 * after the delay.
 */
export function useOutboundRedirect(
  dealId: string | null,
  clickType: string | null,
): OutboundRedirect {
  const queryClient = useQueryClient()
  const [redirect, setRedirect] = useState<OutboundRedirect>(
    dealId ? { step: 'loading' } : { step: 'failed', error: 'no-id' },
  )
  // Strict mode runs effects twice, and a click must not count twice.
  const asked = useRef<string>(undefined)

  useEffect(() => {
    if (!dealId || asked.current === dealId) return
    asked.current = dealId
    // Never cached: every visit to this page is a click of its own.
    void queryClient
      .fetchQuery<DealWithLink>({
        ...queryOf(outboundCall(dealId, clickType), OF_VIEWER, OF_MEMBERSHIP),
        staleTime: 0,
      })
      .then((answer) => leaving(answer, !hasJustComeBack(dealId)))
      .catch(toFailure)
      .then(setRedirect)
  }, [queryClient, dealId, clickType])

  useEffect(() => {
    if (!dealId || redirect.step !== 'leaving' || !redirect.isWaiting) return
    const leave = () => {
      rememberDeparture(dealId)
      location.assign(redirect.destination.buyUrl)
    }
    const timer = setTimeout(leave, skipsRedirectDelay() ? 0 : REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [dealId, redirect])

  return redirect
}

export function leaving(deal: DealWithLink, isWaiting: boolean): OutboundRedirect {
  const result = readDestination(deal)
  if ('error' in result) return { step: 'failed', error: result.error }
  return { step: 'leaving', ...result, deal, isWaiting }
}

export function toFailure(error: unknown): OutboundRedirect {
  if (error instanceof ApiError) {
    return { step: 'failed', error: 'call-failed', status: error.status }
  }
  // `fetch` throws a TypeError if there is no answer at all.
  const isOffline = error instanceof TypeError
  return { step: 'failed', error: isOffline ? 'call-failed' : 'unexpected' }
}
