import type { QueryClient } from '@tanstack/react-query'
import type { Offer } from '#app/membership/membership.contract.ts'
import { ANNUAL_PRICE_CENTS } from '#app/shared/offer.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { useAnswer } from '#app/web/api/use-answers.ts'
import { onceForEach } from '#app/web/page/recent.ts'
import { type OfferWords, offerInWords } from './offer.copy.ts'

export const offerQuery = queryOf('/api/offer')

/** The offer when the server could not be asked: this plan is always sold. */
const LEAST: Offer = { plans: [{ plan: 'annual', price: ANNUAL_PRICE_CENTS / 100 }], sale: null }

/** Memoized, because a page shows the offer in several places. */
const wordsOf = onceForEach(offerInWords)

/** For loaders of pages that say what joining costs; such a page renders without it too. */
export function loadOffer(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(offerQuery)
}

/** Today's offer in words where no component can ask for it, as in a page's head. */
export function offerAtHand(queryClient: QueryClient): OfferWords {
  return wordsOf(queryClient.getQueryData<Offer>(offerQuery.queryKey) ?? LEAST)
}

/** Today's offer in words. */
export function useOffer(): OfferWords {
  return wordsOf(useAnswer<Offer>(offerQuery) ?? LEAST)
}
