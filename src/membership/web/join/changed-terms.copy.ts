import { costOf, type PlanWords, type Terms } from './offer.copy.ts'

/** Says how the server's terms differ from those on the page, before anybody is sent to pay. */
export function changeInWords(
  plan: PlanWords,
  { told, real, trialDays }: { told: Terms; real: Terms; trialDays: number },
): string {
  const cost = costOf(plan, real.isSale)
  const news = [
    ...(told.isSale && !real.isSale ? ['The sale has ended.'] : []),
    ...(!told.isSale && real.isSale ? ['A sale has begun.'] : []),
    ...(told.isTrial && !real.isTrial ? ['Your trial has been used.'] : []),
    ...(!told.isTrial && real.isTrial ? ['You still have your free trial.'] : []),
  ]
  const terms = real.isTrial
    ? `Membership is free for ${trialDays} days, then ${cost}.`
    : `Membership starts today at ${cost}.`
  return [...news, terms].join(' ')
}
