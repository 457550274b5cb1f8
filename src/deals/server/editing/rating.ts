import type { Trx } from '#app/db/database.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { recordObservation } from '#app/deals/server/prices/observing.ts'
import {
  countWithoutRate,
  findAllRates,
  findWithoutRate,
  upsertRates,
} from '#app/deals/server/rates/rates.queries.ts'
import type { Rate } from '#app/deals/server/rates/rates.rules.ts'
import { ratesOn } from '#app/deals/server/rates/rates.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'

const SHOWN_OF_EACH = 6

/** The newest rates of each currency, whether they count today, and the deals that wait for a rate. */
export async function readRates({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const counting = await ratesOn(db, businessDay(now()))
  const rates = await findAllRates(db, SHOWN_OF_EACH)
  return {
    rates: rates.map((rate) => ({
      ...rate,
      counts: counting.get(rate.currency)?.day === rate.day,
    })),
    waiting: await countWithoutRate(db),
  }
}

/**
 * Stores uploaded rates, replacing those of the same day, and converts the prices of deals that waited for one.
 * Returns the ids of those deals.
 */
export async function takeRates(
  trx: Trx,
  { now }: Pick<AppContext, 'now'>,
  rates: Rate[],
  { by }: { by: string },
): Promise<string[]> {
  await lockDeals(trx)
  await upsertRates(trx, rates, { toldBy: by, toldAt: now() })
  const currencies = [...(await ratesOn(trx, businessDay(now()))).keys()]
  const waiting = await findWithoutRate(trx, currencies)
  for (const deal of waiting) {
    await recordObservation(trx, deal.id, {
      source: 'admin',
      observedAt: now(),
      basis: deal.priceBasis,
      seenBy: by,
      wasCents: deal.foreignWasHundredths,
      nowCents: deal.foreignNowHundredths,
    })
  }
  return waiting.map(({ id }) => id)
}
