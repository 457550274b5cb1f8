import { unlinkRefusedTrialsBefore } from '#app/membership/server/personal-data/end-for-deletion.queries.ts'
import { deleteUnpaidCheckoutsBefore } from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'

/** By then nobody can pay at a page any more, not even slowly. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export async function forgetOldCheckouts(ctx: AppContext): Promise<void> {
  const now = ctx.now()
  const before = new Date(now.getTime() - KEPT_MS)
  await deleteUnpaidCheckoutsBefore(ctx.db, before)
  await unlinkRefusedTrialsBefore(ctx.db, { before, now })
}
