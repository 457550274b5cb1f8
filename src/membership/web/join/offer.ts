import type { QueryClient } from '@tanstack/react-query'
import type { Offer } from '#app/membership/membership.contract.ts'
import { ANNUAL_PRICE_CENTS } from '#app/shared/offer.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'
import { onceForEach } from '#app/web/page/recent.ts'
import { type OfferWords, offerInWords } from './offer.copy.ts'

export const offerQuery = queryOf('/api/offer')

/** What is sold in any case, where the server could not be asked. */
const LEAST: Offer = { plans: [{ plan: 'annual', price: ANNUAL_PRICE_CENTS / 100 }], sale: null }

/** A page says it in several places. */
const wordsOf = onceForEach(offerInWords)

/** For loaders of pages that say what joining costs; such a page stands without it. */
export function loadOffer(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(offerQuery)
}

/** The same where there is no component to ask, as in what a page says of itself. */
export function offerAtHand(queryClient: QueryClient): OfferWords {
  return wordsOf(queryClient.getQueryData<Offer>(offerQuery.queryKey) ?? LEAST)
}

/** What membership costs today, in words. */
export function useOffer(): OfferWords {
  return wordsOf(useAnswer<Offer>(offerQuery) ?? LEAST)
}
