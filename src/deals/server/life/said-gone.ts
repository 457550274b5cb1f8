import type { Trx } from '#app/db/database.ts'
import { announce } from '#app/server/live.ts'
import { updateSaidGone } from './life.queries.ts'

/**
 * Says of deals that live that members say they are gone, since this moment; or, with null, that somebody has
 * looked. What is said already stays as it was.
 */
export async function setSaidGone(trx: Trx, dealIds: string[], at: Date | null): Promise<void> {
  if ((await updateSaidGone(trx, dealIds, at)) > 0) await announce(trx, 'deals')
}
