import {
  AD_CLICK_IDS_KEPT_MS,
  CHECKOUT_LINK_KEPT_MS,
  UNPAID_CHECKOUT_KEPT_MS,
} from '#app/membership/membership.facts.ts'
import { deleteUnpaidCheckoutsBefore } from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { anonymiseRefusedTrialsBefore } from './checkout.queries.ts'
import { deleteLinksBefore } from './mailed-links.queries.ts'
import { deleteAdClickIdsBefore } from './purchases.queries.ts'

/** Deletes payment pages that nobody paid at, and anonymises refused trials. */
export async function purgeOldCheckouts(ctx: AppContext): Promise<void> {
  const before = ago(ctx, UNPAID_CHECKOUT_KEPT_MS)
  await deleteUnpaidCheckoutsBefore(ctx.db, before)
  await anonymiseRefusedTrialsBefore(ctx.db, { before, now: ctx.now() })
}

export async function purgeOldCheckoutLinks(ctx: AppContext): Promise<void> {
  await deleteLinksBefore(ctx.db, ago(ctx, CHECKOUT_LINK_KEPT_MS))
}

export async function purgeOldAdClickIds(ctx: AppContext): Promise<void> {
  await deleteAdClickIdsBefore(ctx.db, ago(ctx, AD_CLICK_IDS_KEPT_MS))
}

function ago({ now }: AppContext, ms: number): Date {
  return new Date(now().getTime() - ms)
}
