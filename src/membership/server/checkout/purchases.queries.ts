import type { Database, Trx } from '#app/db/database.ts'
import type { AdClickIds } from '#app/server/consent/ad-click-ids.ts'

/** What a purchase may be reported with, and under which consent. */
export type BuyerAdClickIds = AdClickIds & { consentId: string; sourceUrl: string | null }

/** Blanks every column of a checkout that identifies a browser to an advertiser. */
export const NO_AD_CLICK_IDS = {
  consentId: null,
  fbp: null,
  fbc: null,
  clientIp: null,
  clientUserAgent: null,
  sourceUrl: null,
}

/** Locks the checkout before the consent: whoever holds the lock on a consent waits for nothing more. */
export async function lockAdClickIds(trx: Trx, checkoutId: string): Promise<void> {
  await trx.selectFrom('checkouts').select('id').where('id', '=', checkoutId).forUpdate().execute()
}

export async function updateAdClickIds(
  db: Database,
  checkoutId: string,
  adClickIds: BuyerAdClickIds | undefined,
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set(adClickIds ?? NO_AD_CLICK_IDS)
    .where('id', '=', checkoutId)
    .execute()
}

/** Deletes all ad click ids stored under this consent; false when there were none. */
export async function deleteAdClickIdsOf(trx: Trx, consentId: string): Promise<boolean> {
  const blanked = await trx
    .updateTable('checkouts')
    .set(NO_AD_CLICK_IDS)
    .where('consentId', '=', consentId)
    .returning('id')
    .execute()
  return blanked.length > 0
}

export async function deleteAdClickIdsBefore(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set(NO_AD_CLICK_IDS)
    .where('consentId', 'is not', null)
    .where('createdAt', '<', before)
    .execute()
}

/** Marks the purchase as reported; true only for the first call. */
export async function markPurchaseReported(
  trx: Trx,
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<boolean> {
  const marked = await trx
    .updateTable('checkouts')
    .set({ purchaseReportedAt: now })
    .where('id', '=', checkoutId)
    .where('purchaseReportedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}
