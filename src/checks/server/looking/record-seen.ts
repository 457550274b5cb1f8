import type { Trx } from '#app/db/database.ts'
import { type Observed, recordObservation } from '#app/deals/server/prices/observing.ts'
import type { AppContext } from '#app/server/context.ts'

type Seen = {
  nowCents: number
  wasCents: number | null
  basis: 'retailer' | 'rrp'
  address: string | null
  /** The person who decided; undefined for the check itself. */
  by?: string | undefined
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
    source: 'check',
    observedAt: now(),
    seenBy: by,
    text: evidence,
  })
}
