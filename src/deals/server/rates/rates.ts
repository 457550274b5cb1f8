import type { Database } from '#app/db/database.ts'
import { findRatesOn } from './rates.queries.ts'
import type { Rates } from './rates.rules.ts'

/** The rates that are valid on a business day. */
export async function ratesOn(db: Database, day: string): Promise<Rates> {
  const rates = await findRatesOn(db, day)
  return new Map(rates.map((rate) => [rate.currency, rate]))
}
