import type { Database, Trx } from '#app/db/database.ts'
import type { Marks } from '#app/server/consent/ad-click-ids.ts'

/** What a purchase may be told of with, and on whose agreement. */
export type BuyerMarks = Marks & { consentId: string; sourceUrl: string | null }

/** Every mark that a browser leaves on a checkout, blank. */
export const NO_MARKS = {
  consentId: null,
  fbp: null,
  fbc: null,
  clientIp: null,
  clientUserAgent: null,
  sourceUrl: null,
}

/** Before the agreement is held: whoever holds it waits for nothing more. */
export async function lockMarks(trx: Trx, checkoutId: string): Promise<void> {
  await trx.selectFrom('checkouts').select('id').where('id', '=', checkoutId).forUpdate().execute()
}

export async function updateMarks(
  db: Database,
  checkoutId: string,
  marks: BuyerMarks | undefined,
): Promise<void> {
  await db
    .updateTable('checkouts')
    .set(marks ?? NO_MARKS)
    .where('id', '=', checkoutId)
    .execute()
}

/** False when there were none. */
export async function blankMarksOf(trx: Trx, consentId: string): Promise<boolean> {
  const blanked = await trx
    .updateTable('checkouts')
    .set(NO_MARKS)
    .where('consentId', '=', consentId)
    .returning('id')
    .execute()
  return blanked.length > 0
}

export async function blankMarksBefore(db: Database, before: Date): Promise<void> {
  await db
    .updateTable('checkouts')
    .set(NO_MARKS)
    .where('consentId', 'is not', null)
    .where('createdAt', '<', before)
    .execute()
}

/** True for the one who comes first. */
export async function takeReport(
  trx: Trx,
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<boolean> {
  const taken = await trx
    .updateTable('checkouts')
    .set({ purchaseReportedAt: now })
    .where('id', '=', checkoutId)
    .where('purchaseReportedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
