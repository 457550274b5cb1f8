import type { ManagedRates } from '#app/deals/prices/rates.contract.ts'
import { RATE_COUNTS_DAYS } from '#app/deals/prices/rates.facts.ts'
import { countOf } from '#app/shared/counts.ts'

export const STANDING_WORDS: Record<ManagedRates['rates'][number]['standing'], string> = {
  counts: 'Counts today',
  replaced: 'Replaced by a newer one',
  'too-old': `Older than ${RATE_COUNTS_DAYS} days: counts no more`,
}

/** `2 rates are taken. 3 deals that waited have their dollars now.` */
export function takenInWords({ taken, priced }: { taken: number; priced: number }): string {
  const rates = `${countOf(taken, 'rate')} ${taken === 1 ? 'is' : 'are'} taken.`
  if (priced === 0) return rates
  const deals = `${countOf(priced, 'deal')} that waited ${priced === 1 ? 'has its' : 'have their'}`
  return `${rates} ${deals} dollars now.`
}

/** `3 deals in EUR wait for a rate: they cannot be published.` */
export function waitingInWords({ currency, deals }: ManagedRates['waiting'][number]): string {
  return deals === 1
    ? `1 deal in ${currency} waits for a rate: it cannot be published.`
    : `${countOf(deals, 'deal')} in ${currency} wait for a rate: they cannot be published.`
}
