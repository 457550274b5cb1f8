import { useHasHadTrial } from '#app/membership/web/subscription.ts'
import { termsInWords } from './offer.copy.ts'
import { useOffer } from './offer.ts'

/** The line beside every way to join: the trial, the price after it, and how to cancel. */
export function OfferTerms() {
  const { first: plan, trialDays } = useOffer()
  const isTrial = !useHasHadTrial()
  const isSale = plan.salePrice !== undefined
  return <p className="fine">{termsInWords(plan, { isTrial, isSale }, trialDays)}</p>
}
