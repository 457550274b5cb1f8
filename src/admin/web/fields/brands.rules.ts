import { foldName } from '#app/shared/names.ts'

type Brand = { name: string; deals: number }

const MOST_SHOWN = 8

/** Returns the brands that match the typed text: those that begin with it, then those that contain it. */
export function matchBrands(brands: Brand[], typed: string): Brand[] {
  const wanted = foldName(typed)
  if (wanted === '') return []
  return brands
    .map((brand) => ({ brand, rank: rank(foldName(brand.name), wanted) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_SHOWN)
    .map(({ brand }) => brand)
}

function rank(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0
  if (name.includes(` ${wanted}`)) return 1
  return name.includes(wanted) ? 2 : 3
}

/** Returns the known brand of this name, in any spelling. */
export function findBrand(brands: Brand[], typed: string): Brand | undefined {
  const wanted = foldName(typed)
  return wanted === '' ? undefined : brands.find(({ name }) => foldName(name) === wanted)
}
