import type { Trx } from '#app/db/database.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import { columnsOfValues } from '#app/deals/server/deal/fields.rules.ts'
import { findManagedDealRecords } from '#app/deals/server/deal/managed-deals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { findDealsWithoutSizeKeys, updateDealRow } from './editing.queries.ts'

/** Keeps transactions short, because they block everybody who saves a deal. */
const DEALS_AT_A_TIME = 50

/**
 * Derives the size keys of deals that were stored without them, including those that an older version serving
 * beside this one still writes.
 */
export async function fileSizesOfBefore({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after
    after = await db.transaction().execute((trx) => fileSome(trx, from))
  }
}

/** Processes one batch. Returns the last id of it; undefined when none is left. */
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
