import type { Trx } from '#app/db/database.ts'
import { announce } from '#app/server/live.ts'
import { updateSaidGone } from './life.queries.ts'

/**
 * Marks living deals as reported gone by members since `at`; null clears the mark after a curator has looked.
 * An existing mark keeps its time.
 */
export async function setSaidGone(trx: Trx, dealIds: string[], at: Date | null): Promise<void> {
  if ((await updateSaidGone(trx, dealIds, at)) > 0) await announce(trx, 'deals')
}
