import type { AppContext } from '#app/server/context.ts'
import { deleteUnpaidCheckoutsBefore } from './checkout.queries.ts'

/** By then nobody can pay at a page any more, not even slowly. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export async function forgetOldCheckouts(ctx: AppContext): Promise<void> {
  await deleteUnpaidCheckoutsBefore(ctx.db, new Date(ctx.now().getTime() - KEPT_MS))
}
