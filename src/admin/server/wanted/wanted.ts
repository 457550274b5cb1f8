import type { PeopleWant } from '#app/admin/wanted.contract.ts'
import { LEAST_WANTED, MOST_WANTED } from '#app/admin/wanted.facts.ts'
import { listFruitless } from '#app/deals/server/search/fruitless.ts'
import { listUnserved } from '#app/follows/server/wanted.ts'
import { lookIntoPool } from '#app/product-feeds/server/pool/pool.ts'
import type { AppContext } from '#app/server/context.ts'

/** Returns what people search for, follow or wear without finding it here, and how much of it feeds offer. */
export async function readWanted(ctx: Pick<AppContext, 'db' | 'now'>): Promise<PeopleWant> {
  const counted = { least: LEAST_WANTED, most: MOST_WANTED }
  const searches = await listFruitless(ctx, counted)
  const { brands, sizes } = await listUnserved(ctx, counted)
  const wanted: PeopleWant = { searches: [], brands: [], sizes: [] }
  for (const { words, people } of searches) {
    wanted.searches.push({ words, people, ...(await lookIntoPool(ctx, { q: words })) })
  }
  for (const { name, nameKey: key, people } of brands) {
    wanted.brands.push({ name, key, people, ...(await lookIntoPool(ctx, { brand: [key] })) })
  }
  for (const { label, sizeKey: key, people } of sizes) {
    wanted.sizes.push({ label, key, people, ...(await lookIntoPool(ctx, { size: [key] })) })
  }
  return wanted
}
