import type { AppContext } from '#app/server/context.ts'
import { deleteUnpaidCheckoutsBefore } from './checkout.queries.ts'
import { unlinkRefusedTrialsBefore } from './leaving-for-good.queries.ts'

/** By then nobody can pay at a page any more, not even slowly. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export async function forgetOldCheckouts(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const before = new Date(now.getTime() - KEPT_MS)
  await deleteUnpaidCheckoutsBefore(ctx.db, before)
  await unlinkRefusedTrialsBefore(ctx.db, { before, now })
}
