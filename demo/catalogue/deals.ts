import { arrange, type Placement } from './arrangement.ts'
import { kindOf } from './kinds.ts'
import { models } from './models.ts'
import { addressAt, nameProduct, repeatsAWord } from './naming.ts'
import { type Picture, productOf } from './pictures.ts'
import { pricesAt, recommendedPrice } from './prices.ts'
import { Random } from './random.ts'
import { type Moment, planMornings } from './schedule.ts'
import { sizesLeft } from './sizes.ts'

export type DemoDeal = Placement &
  Moment & {
    productName: string
    originalPriceCents: number | null
    salePriceCents: number
    buyUrl: string
    morePictures: Picture[]
    sizes: string[]
    description: string
    isPreview: boolean
    showInSplash: boolean
    /** Number of the carousel, 1-5, or 0 for none. */
    carouselAssignment: number
  }

/** Every n-th name is a long one, to test the layout. */
const LONG_NAME_EVERY = 29
/** Rows, counted from the newest, whose original price is unknown. */
const UNKNOWN_ORIGINAL_PRICE = [7, 94]

/** What one brand sells under one picture: the same model and recommended price in every shop. */
type Item = { model: string; colour: string; recommended: number }

/** All deals of the demo, oldest first; the same on every run. */
export function makeDeals(pictures: readonly Picture[], seed: number): DemoDeal[] {
  const random = new Random(seed)
  const moments = planMornings(random)
  const items = new Map<string, Item>()
  const names = new Set<string>()
  const articles = new Set<number>()

  return arrange(pictures, moments.length, random).map((placement, row) => {
    const { picture, brand, retailer } = placement
    const { model, colour, recommended } = itemOf(placement, items, random)
    const product = productOf(picture)
    const sizes = sizesLeft(kindOf(picture.kind).sizes, retailer, random)
    const productName = nameProduct(random, product, {
      model,
      colour,
      isLong: row % LONG_NAME_EVERY === 11,
      taken: names,
    })
    names.add(productName)
    const prices = pricesAt(retailer, random, recommended)
    const isPriceUnknown = UNKNOWN_ORIGINAL_PRICE.includes(moments.length - row)

    return {
      ...placement,
      ...(moments[row] as Moment),
      productName,
      ...prices,
      originalPriceCents: isPriceUnknown ? null : prices.originalPriceCents,
      buyUrl: addressAt(retailer, random, {
        brand: brand.name,
        name: productName,
        colour,
        picture,
        article: newArticle(articles, random),
        sizes,
      }),
      morePictures: moreOf(picture, pictures, random),
      sizes,
      description: describe(placement, colour, random),
      isPreview: false,
      showInSplash: false,
      carouselAssignment: 0,
    }
  })
}

function itemOf({ picture, brand }: Placement, items: Map<string, Item>, random: Random): Item {
  const key = `${brand.name} ${picture.file}`
  const known = items.get(key)
  if (known) return known

  const usual = kindOf(picture.kind).listPrice * (productOf(picture).priceFactor ?? 1)
  const item = {
    // A stride through the list, so that neighbours differ and names repeat as rarely as possible.
    model: models[(items.size * 37) % models.length] as string,
    colour: random.pick(productOf(picture).colours),
    recommended: recommendedPrice(random, brand.level, usual),
  }
  items.set(key, item)
  return item
}

function newArticle(taken: Set<number>, random: Random): number {
  for (;;) {
    const article = random.between(20_000, 98_999)
    if (taken.has(article)) continue
    taken.add(article)
    return article
  }
}

/** Up to three further pictures: the same kind first, then the same category. */
function moreOf(picture: Picture, pictures: readonly Picture[], random: Random): Picture[] {
  const others = pictures.filter((other) => other !== picture)
  const sameKind = others.filter((other) => other.kind === picture.kind)
  const { category } = kindOf(picture.kind)
  const sameCategory = others.filter(
    (other) => other.kind !== picture.kind && kindOf(other.kind).category === category,
  )
  const count = random.between(0, 3)
  const third = count === 3 && sameCategory.length > 0 ? [random.pick(sameCategory)] : []
  return [...random.sample(sameKind, Math.min(count, 2)), ...third]
}

function describe({ picture, brand }: Placement, colour: string, random: Random): string {
  const { nouns, fabric, details } = productOf(picture)
  const noun = random.pick(nouns).replace(/ \d+( mm)?$/, '')
  const coloured = `${colour} ${fabric}`
  // Avoids "Gold gold-plated brass".
  const material = repeatsAWord(coloured) ? fabric : coloured
  const text = lowerCase(`${noun} in ${material}, with ${details[0]} and ${details[1]}.`)
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return `${sentence} ${kindOf(picture.kind).note} Made in ${brand.madeIn}.`
}

const keepsItsCapital = /^(\p{Lu}|Mary|Jane|Chelsea|Breton|Aran|French|Roman|Chine|Havana)$/u

function lowerCase(title: string): string {
  return title.replace(/\p{L}+/gu, (word) =>
    keepsItsCapital.test(word) ? word : word.toLowerCase(),
  )
}
