import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Sale } from '#app/membership/membership.contract.ts'
import { offer } from '#app/membership/offer.ts'
import { type OfferWords, offerInWords } from './offer-words.rules.ts'

export const saleQuery = { queryKey: ['/api/sale'] }

/** For loaders of pages that say what joining costs; such a page stands without it. */
export function loadSale(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(saleQuery)
}

/** What membership costs today, in words. Only here do the offer and the sale of the day meet. */
export function useOffer(): OfferWords {
  const { data: sale = null } = useQuery<Sale>(saleQuery)
  return useMemo(() => offerInWords(offer, sale), [sale])
}
