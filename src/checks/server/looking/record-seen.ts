import type { Trx } from '#app/db/database.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { type Observed, recordObservation } from '#app/deals/server/prices/observing.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'

type Seen = {
  /** Our own check, or a person who has read the page. */
  source: 'check' | 'curator'
  nowCents: number
  wasCents: number | null
  basis: PriceBasis
  address: string | null
  /** The person who decided; undefined for an automatic check. */
  by?: string | undefined
  /** When the page showed this price, if a person decided later. */
  seenAt?: Date | undefined
  evidence: string | null
}

/** Records a price seen on a deal's page, in the currency it is sold in. */
export async function recordSeen(
  trx: Trx,
  { now }: Pick<AppContext, 'now'>,
  dealId: string,
  { by, evidence, ...seen }: Seen,
): Promise<Observed> {
  return recordObservation(trx, dealId, {
    ...seen,
    observedAt: now(),
    ...(seen.source === 'curator' && { seenOn: businessDay(now()) }),
    seenBy: by,
    text: evidence,
  })
}
