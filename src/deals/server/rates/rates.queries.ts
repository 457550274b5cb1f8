import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { HOME_CURRENCY, RATE_COUNTS_DAYS } from '#app/deals/prices/rates.facts.ts'
import type { Rate } from './rates.rules.ts'

/** Must match the condition of the index. */
const WITHOUT_RATE = sql<boolean>`price_currency <> ${sql.lit(HOME_CURRENCY)} and rate_day is null and deleted_at is null`

/** The newest rate of each currency that is valid on this day. */
export async function findRatesOn(db: Database, day: string): Promise<Rate[]> {
  const { rows } = await sql<Rate>`
    select distinct on (currency) currency, day, dollars from exchange_rates
    where day <= ${day}::date and day > ${day}::date - ${RATE_COUNTS_DAYS}::integer
    order by currency, day desc`.execute(db)
  return rows
}

/** The newest rates of each currency, newest first. */
export async function findAllRates(db: Database, ofEach: number) {
  const { rows } = await sql<Rate & { toldBy: string; toldAt: Date }>`
    select currency, day, dollars, told_by, told_at from (
      select *, row_number() over (partition by currency order by day desc) as place from exchange_rates
    ) as placed
    where place <= ${ofEach} order by currency, day desc`.execute(db)
  return rows
}

export async function upsertRates(
  trx: Trx,
  rates: Rate[],
  told: { toldBy: string; toldAt: Date },
): Promise<void> {
  await trx
    .insertInto('exchangeRates')
    .values(rates.map((rate) => ({ ...rate, ...told })))
    .onConflict((conflict) =>
      conflict.columns(['currency', 'day']).doUpdateSet((eb) => ({
        dollars: eb.ref('excluded.dollars'),
        toldBy: eb.ref('excluded.toldBy'),
        toldAt: eb.ref('excluded.toldAt'),
      })),
    )
    .execute()
}

/** The number of deals without a rate, by currency. */
export async function countWithoutRate(
  db: Database,
): Promise<Array<{ currency: string; deals: number }>> {
  const { rows } = await sql<{ currency: string; deals: number }>`
    select price_currency as currency, count(*)::integer as deals from deals
    where ${WITHOUT_RATE}
    group by 1 order by 1`.execute(db)
  return rows
}

export async function findWithoutRate(trx: Trx, currencies: string[]) {
  if (currencies.length === 0) return []
  return trx
    .selectFrom('deals')
    .select(['id', 'priceBasis', 'priceCurrency'])
    .select(['foreignWasHundredths', 'foreignNowHundredths'])
    .where('priceCurrency', 'in', currencies)
    .where(WITHOUT_RATE)
    .orderBy('id')
    .execute()
}
