import { inChunks } from '#app/db/chunks.ts'
import type { Database } from '#app/db/database.ts'

const NUMBERS_PER_STATEMENT = 500

/** The deals with one of these GTINs, and their retailers. */
export async function findDealsByNumber(db: Database, numbers: string[]) {
  const found = []
  for (const some of inChunks(numbers, NUMBERS_PER_STATEMENT)) {
    const deals = await db
      .selectFrom('deals')
      .innerJoin('retailers', 'retailers.id', 'deals.retailerId')
      .select(['deals.id', 'gtin', 'deals.domain', 'retailers.nameKey as retailerKey'])
      .where('gtin', 'in', some)
      .where('deletedAt', 'is', null)
      .orderBy('deals.id')
      .execute()
    found.push(...deals)
  }
  return found
}
