import type { Trx } from '#app/db/database.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { columnsOfValues } from '#app/deals/server/deal/fields.rules.ts'
import { findManagedDealRecords } from '#app/deals/server/deal/managed-deals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { findDealsWithoutSizeKeys, updateDealRow } from './editing.queries.ts'

/** A transaction is short: whoever saves a deal meanwhile waits for it. */
const DEALS_AT_A_TIME = 50

/**
 * Reads the sizes of deals that were stored before sizes were compared, also by a version of before
 * that still serves beside this one.
 */
export async function fileSizesOfBefore({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await db.transaction().execute((trx) => fileSome(trx, from))
  }
}

/** Answers the last that it read; undefined when there are no more. */
async function fileSome(trx: Trx, after: string): Promise<string | undefined> {
  const waiting = await findDealsWithoutSizeKeys(trx, { after, most: DEALS_AT_A_TIME })
  if (waiting.length === 0) return
  await lockDeals(trx)
  const rows = await findManagedDealRecords(trx, waiting)
  for (const [id, row] of rows) {
    if (row.sizeKeys.length > 0) continue
    const { sizes, sizeKeys, unreadTerms } = columnsOfValues({ sizes: row.sizes }, row)
    await updateDealRow(trx, id, { sizes, sizeKeys, unreadTerms })
  }
  await announce(trx, 'deals')
  return waiting.at(-1)
}
