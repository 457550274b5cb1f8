import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'

/**
 * Gives the deals states as after weeks of checks: every basis, earlier lowest prices, ended deals and deals
 * said to be gone.
 */
export async function givePriceStates(db: Database): Promise<undefined> {
  await sql`
    update deals set
      price_basis = (array['retailer', 'retailer', 'retailer', 'rrp', 'market', 'unknown'])[1 + feed_position % 6],
      lowest_before_cents = case when feed_position % 4 = 0 then original_price_cents - 5000 end,
      is_price_proven = feed_position % 6 = 0,
      ended_at = case when feed_position % 9 = 8 then published_at + interval '3 hours' end,
      ended_reason = case when feed_position % 9 = 8 then 'sold-out' end,
      said_gone_at = case when feed_position % 11 = 10 then now() end`.execute(db)
}
