import type { Trx } from '#app/db/database.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { type Observed, recordObservation } from '#app/deals/server/prices/observing.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'

type Seen = {
  /** Our check, or a person who has read the page themselves. */
  source: 'check' | 'curator'
  nowCents: number
  wasCents: number | null
  basis: PriceBasis
  address: string | null
  /** The person who decided; undefined for the check itself. */
  by?: string | undefined
  /** When the page said so, where a person has decided since. */
  seenAt?: Date | undefined
  evidence: string | null
}

/** A price that was seen on a deal's page, in what it is sold in. */
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
