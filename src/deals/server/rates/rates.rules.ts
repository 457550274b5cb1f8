import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'

/** The value of one unit of a currency in US dollars, from a day on. */
export type Rate = { currency: string; day: string; dollars: number }
/** The rate valid on a day, by currency. */
export type Rates = ReadonlyMap<string, Rate>

/** Prices as stated by a shop, in hundredths of its currency. */
type SaidPrices = { currency: string; was: number | null; now: number | null }

export type PriceColumns = {
  originalPriceCents: number | null
  salePriceCents: number | null
  priceCurrency: string
  foreignWasHundredths: number | null
  foreignNowHundredths: number | null
  rateDay: string | null
}

/** The price columns of a deal: the stated prices, and their dollar amounts when there is a rate. */
export function pricesInDollars({ currency, was, now }: SaidPrices, rates: Rates): PriceColumns {
  if (currency === HOME_CURRENCY) {
    const none = { foreignWasHundredths: null, foreignNowHundredths: null, rateDay: null }
    return { originalPriceCents: was, salePriceCents: now, priceCurrency: currency, ...none }
  }
  const rate = rates.get(currency)
  const [wasCents, nowCents] = [centsAt(was, rate), centsAt(now, rate)]
  const isHeld = isCents(wasCents) && isCents(nowCents)
  return {
    originalPriceCents: isHeld ? wasCents : null,
    salePriceCents: isHeld ? nowCents : null,
    priceCurrency: currency,
    foreignWasHundredths: was,
    foreignNowHundredths: now,
    rateDay: isHeld ? (rate?.day ?? null) : null,
  }
}

function centsAt(hundredths: number | null, rate: Rate | undefined): number | null {
  return hundredths === null || !rate ? null : Math.round(hundredths * rate.dollars)
}

const MOST_CENTS = 2_000_000_000
function isCents(cents: number | null): boolean {
  return cents === null || cents <= MOST_CENTS
}

/** The prices of a deal as stated by its shop. */
export function saidPrices(deal: PriceColumns): SaidPrices {
  const { priceCurrency: currency } = deal
  return currency === HOME_CURRENCY
    ? { currency, was: deal.originalPriceCents, now: deal.salePriceCents }
    : { currency, was: deal.foreignWasHundredths, now: deal.foreignNowHundredths }
}

/**
 * Whether a deal lacks a rate and therefore must not go out: its price could not be compared. A check
 * constraint of the table rejects it as well.
 */
export function rateFaults({
  priceCurrency,
  rateDay,
}: Pick<PriceColumns, 'priceCurrency' | 'rateDay'>): { currency?: string } {
  if (priceCurrency === HOME_CURRENCY || rateDay !== null) return {}
  return { currency: withoutRate(priceCurrency) }
}

/** The same for a deal of the back office. */
export function isRated({ currency, rateDay }: { currency: string; rateDay: string | null }) {
  return currency === HOME_CURRENCY || rateDay !== null
}

function withoutRate(currency: string): string {
  return `There is no rate for ${currency} that counts today: upload one under Rates before it is published.`
}
