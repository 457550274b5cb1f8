type Brand = { name: string; deals: number }

const MOST_SHOWN = 8

/** Letters that are not a plain letter with a mark, and are still taken for one. */
const LOOSE: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** A name as it is compared, as the catalogue does it: without accents, case and signs. */
function fold(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[ßøæœłđı]/g, (letter) => LOOSE[letter] ?? letter)
    .replace(/['’‘`´]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** Known brands that what is typed may mean: those that begin so before those that contain it. */
export function matchBrands(brands: Brand[], typed: string): Brand[] {
  const wanted = fold(typed)
  if (wanted === '') return []
  return brands
    .map((brand) => ({ brand, rank: rank(fold(brand.name), wanted) }))
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

/** The brand as it is known already, however it was typed. */
export function findBrand(brands: Brand[], typed: string): Brand | undefined {
  const wanted = fold(typed)
  return wanted === '' ? undefined : brands.find(({ name }) => fold(name) === wanted)
}
