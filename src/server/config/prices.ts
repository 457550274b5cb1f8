import { z } from 'zod'
import { ANNUAL_PRICE_CENTS, offer, PLANS, type SoldPrices } from '#app/shared/offer.ts'
import type { Given } from './shapes.ts'

const MONTHS_A_YEAR = 12
/** Price of the monthly plan in the demo. */
const DEMO_MONTHLY_CENTS = 1200
const CENTS = /^\d{1,6}$/
const MOST_CENTS = 100_000

export const priceSettings = {
  /** Price of the monthly plan. Unset: sold only in the demo; 0: not sold. */
  MONTHLY_PRICE_CENTS: z
    .string()
    .regex(CENTS, 'is not a number of cents')
    .transform(Number)
    .refine((cents) => cents <= MOST_CENTS, `is more than ${MOST_CENTS} cents`)
    .optional(),
}

/** Twelve months must never cost less than the annual plan, which is what the club sells. */
export function wrongPrices(given: Given): string[] {
  const { MONTHLY_PRICE_CENTS: said = '0' } = given
  const monthly = CENTS.test(said) ? Number(said) : 0
  if (!(monthly > 0 && monthly * MONTHS_A_YEAR <= ANNUAL_PRICE_CENTS)) return []
  const least = Math.floor(ANNUAL_PRICE_CENTS / MONTHS_A_YEAR) + 1
  return [
    `MONTHLY_PRICE_CENTS has to be ${least} or more: over a year the monthly plan must cost more than the annual one, which costs ${ANNUAL_PRICE_CENTS} cents`,
  ]
}

const Settings = z.object(priceSettings)

export function readPrices(
  { MONTHLY_PRICE_CENTS: given }: z.infer<typeof Settings>,
  { isDemo }: { isDemo: boolean },
): SoldPrices {
  const monthly = given ?? (isDemo ? DEMO_MONTHLY_CENTS : 0)
  return { annual: ANNUAL_PRICE_CENTS, ...fixedPrices(), ...(monthly > 0 && { monthly }) }
}

function fixedPrices(): Partial<SoldPrices> {
  return Object.fromEntries(
    PLANS.flatMap((plan) => {
      const { priceCents } = offer.plans[plan]
      return priceCents === undefined ? [] : [[plan, priceCents]]
    }),
  )
}
