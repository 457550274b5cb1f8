import { type Brand, brands } from './brands.ts'
import { kindOf } from './kinds.ts'
import type { Picture } from './pictures.ts'
import type { Random } from './random.ts'
import { carries, type Retailer, retailers } from './retailers.ts'

/** A picture repeats after at least this many other rows. */
const ROWS_BETWEEN_REPEATS = 30
/** Several brands share a picture, each for a product of its own, to fill the feed. */
const BRANDS_A_PICTURE = 3

export type Placement = { picture: Picture; brand: Brand; retailer: Retailer }

/** Assigns products to rows so that no two neighbours look alike. */
export function arrange(pictures: readonly Picture[], rows: number, random: Random): Placement[] {
  const owners = shareOut(pictures, random)
  const placed: Placement[] = []

  while (placed.length < rows) {
    const picture = nextPicture(pictures, placed, random)
    const brand = nextBrand(owners.get(picture) ?? [], picture, placed)
    placed.push({ picture, brand, retailer: nextRetailer(picture, brand, placed, random) })
  }
  return placed
}

/** Assigns brands to every picture so that all brands get about the same number. */
function shareOut(pictures: readonly Picture[], random: Random): Map<Picture, Brand[]> {
  const load = new Map(brands.map((brand) => [brand, 0]))
  const owners = new Map<Picture, Brand[]>()

  // Kinds that few brands make choose first.
  const makers = (picture: Picture) => brands.filter((brand) => brand.makes.includes(picture.kind))
  const scarceFirst = pictures.toSorted((a, b) => makers(a).length - makers(b).length)

  for (const picture of scarceFirst) {
    const chosen = makers(picture)
      .map((brand) => ({ brand, rank: (load.get(brand) ?? 0) + random.next() * 0.9 }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, BRANDS_A_PICTURE)
      .map(({ brand }) => brand)
    for (const brand of chosen) load.set(brand, (load.get(brand) ?? 0) + 1)
    owners.set(picture, chosen)
  }
  return owners
}

function nextPicture(
  pictures: readonly Picture[],
  placed: readonly Placement[],
  random: Random,
): Picture {
  const [above, second, third] = placed.slice(-3).reverse()
  const ranked = pictures.map((picture) => {
    const last = placed.findLastIndex((row) => row.picture === picture)
    const rest = last < 0 ? 100 : placed.length - last
    let rank = Math.min(rest, 100) + random.next() * 25
    // In the widest grid the neighbours are the rows one and three before.
    for (const neighbour of [above, third]) {
      if (neighbour && hue(neighbour.picture) === hue(picture)) rank -= 60
      if (neighbour && family(neighbour.picture) === family(picture)) rank -= 45
    }
    if (second && hue(second.picture) === hue(picture)) rank -= 15
    if (second && second.picture.kind === picture.kind) rank -= 60
    if (above && above.picture.kind === picture.kind) rank -= 500
    if (above && hue(above.picture) === hue(picture)) rank -= 500
    if (rest <= ROWS_BETWEEN_REPEATS) rank -= 1000
    return { picture, rank }
  })
  return first(ranked.toSorted((a, b) => b.rank - a.rank)).picture
}

/** The main colour is the first word: gold for "gold and oxblood", oxblood for "oxblood check". */
export function hue(picture: Picture): string {
  return picture.colour.split(' ')[0] ?? ''
}

function family(picture: Picture): string {
  return kindOf(picture.kind).category
}

/** Brands of a picture take turns; one shown recently waits. */
function nextBrand(
  owners: readonly Brand[],
  picture: Picture,
  placed: readonly Placement[],
): Brand {
  const recent = placed.slice(-6).map((row) => row.brand)
  const turns = placed.filter((row) => row.picture === picture)
  const shown = (brand: Brand) => turns.filter((row) => row.brand === brand).length
  const waiting = owners.toSorted((a, b) => shown(a) - shown(b))
  return waiting.find((brand) => !recent.includes(brand)) ?? first(waiting)
}

function nextRetailer(
  picture: Picture,
  brand: Brand,
  placed: readonly Placement[],
  random: Random,
): Retailer {
  const recent = placed.slice(-5).map((row) => row.retailer)
  const sameProduct = placed.filter((row) => row.picture === picture && row.brand === brand)
  const ranked = retailers
    .filter((retailer) => carries(retailer, picture.kind, brand.level))
    .map((retailer) => {
      // A specialist carries few products, so it is offered them more often.
      const weight = retailer.only.length > 0 ? 1.6 : 1
      const load = placed.filter((row) => row.retailer === retailer).length / weight
      const isTooSoon = recent.includes(retailer)
      const hasItAlready = sameProduct.some((row) => row.retailer === retailer)
      const penalty = (isTooSoon ? 100 : 0) + (hasItAlready ? 1000 : 0)
      return { retailer, rank: load + random.next() * 4 + penalty }
    })
  return first(ranked.toSorted((a, b) => a.rank - b.rank)).retailer
}

function first<T>(list: readonly T[]): T {
  const [head] = list
  if (head === undefined) throw new Error('Nothing to choose from')
  return head
}
