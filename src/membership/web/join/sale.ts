import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Sale } from '#app/membership/membership.contract.ts'
import { offer } from '#app/shared/offer.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { type OfferWords, offerInWords } from './offer.copy.ts'

export const saleQuery = queryOf('/api/sale')

/** For loaders of pages that say what joining costs; such a page stands without it. */
export function loadSale(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(saleQuery)
}

/** The same where there is no component to ask, as in what a page says of itself. */
export function offerAtHand(queryClient: QueryClient): OfferWords {
  return offerInWords(offer, queryClient.getQueryData<Sale>(saleQuery.queryKey) ?? null)
}

/** What membership costs today, in words. Only here do the offer and the sale of the day meet. */
export function useOffer(): OfferWords {
  const { data: sale = null } = useQuery<Sale>(saleQuery)
  return useMemo(() => offerInWords(offer, sale), [sale])
}
