import { sizeGroupLabel, sizeLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { findBrandsWithoutDeals, findSizesWithoutDeals } from './wanted.queries.ts'

type Unserved = {
  brands: Array<{ name: string; nameKey: string; people: number }>
  sizes: Array<{ sizeKey: string; label: string; people: number }>
}

/** Returns what at least `least` people follow or wear and no live deal has, without naming anybody. */
export async function listUnserved(
  { db }: Pick<AppContext, 'db'>,
  counted: { least: number; most: number },
): Promise<Unserved> {
  const sizes = await findSizesWithoutDeals(db, counted)
  return {
    brands: await findBrandsWithoutDeals(db, counted),
    sizes: sizes.map(({ sizeKey, people }) => ({
      sizeKey,
      people,
      label: [sizeLabel(sizeKey), sizeGroupLabel(sizeKey)].filter(Boolean).join(', '),
    })),
  }
}
