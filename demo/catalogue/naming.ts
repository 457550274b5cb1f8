import { kindOf } from './kinds.ts'
import type { Picture } from './pictures.ts'
import type { Product } from './product.ts'
import type { Random } from './random.ts'
import type { Retailer } from './retailers.ts'

type Words = {
  model: string
  noun: string
  colour: string
  fabric: string
  short: string
  detail: string
  otherDetail: string
}

const shapes: readonly ((words: Words) => string)[] = [
  (w) => `${w.model} ${w.noun}`,
  (w) => `${w.noun} in ${w.colour} ${w.fabric}`,
  (w) => `${w.model} ${w.short} ${w.noun}`,
  (w) => `${w.model} ${w.noun} in ${w.colour}`,
  (w) => `${w.short} ${w.noun} with ${w.detail}`,
  (w) => `${w.noun} in ${w.fabric}`,
  (w) => `The ${w.model} ${w.noun}`,
  (w) => `${w.colour} ${w.short} ${w.noun}`,
  (w) => `${w.model} ${w.noun} with ${w.detail}`,
  (w) => `${w.short} ${w.noun}, ${w.colour}`,
]

const longShape = (w: Words) =>
  `${w.model} ${w.short} ${w.noun} with ${w.detail} and ${w.otherDetail} in ${w.colour}`

const LONG_NAME = { from: 70, to: 90 }

type NameWishes = { model: string; colour: string; isLong: boolean; taken: ReadonlySet<string> }

/** A product name as one shop would write it; a long one is 70-90 characters. */
export function nameProduct(
  random: Random,
  product: Product,
  { model, colour, isLong, taken }: NameWishes,
): string {
  for (let attempt = 0; attempt < 200; attempt++) {
    const [detail, otherDetail] = random.chance(0.5)
      ? product.details
      : ([product.details[1], product.details[0]] as const)
    const words = {
      model,
      noun: random.pick(product.nouns),
      colour,
      fabric: product.fabric,
      short: product.short,
      detail,
      otherDetail,
    }
    const name = isLong ? longShape(words) : random.pick(shapes)(words)
    const fits = !isLong || (name.length >= LONG_NAME.from && name.length <= LONG_NAME.to)
    if (fits && !repeatsAWord(name) && !taken.has(name)) return name
  }
  // No long name without a repeated word: falls back to a usual one.
  if (isLong) return nameProduct(random, product, { model, colour, isLong: false, taken })
  throw new Error(`No name left for ${model} ${product.nouns[0]}`)
}

/** Whether a name repeats a word, as in "Wide Belt with Wide Buckle"; no shop writes that. */
export function repeatsAWord(name: string): boolean {
  const stems = slug(name)
    .split('-')
    .filter((word) => word.length > 3 && word !== 'with')
    .map((word) => word.slice(0, 5))
  return new Set(stems).size < stems.length
}

/** Lower-case words of a name joined by hyphens, without accents. */
function slug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('&', ' and ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

type Listing = {
  brand: string
  name: string
  colour: string
  picture: Picture
  article: number
  sizes: string[]
}

/** The product's URL at a shop. `article` is the shop's own number and makes it unique. */
export function addressAt(retailer: Retailer, random: Random, listing: Listing): string {
  const { brand, name, colour, picture, article, sizes } = listing
  const { section } = kindOf(picture.kind)
  const words = `${slug(brand)}-${slug(name)}`
  const path = {
    p: `/p/${words}-${article}`,
    women: `/shop/women/${section}/${words}-${article}`,
    products: `/products/${words}-${article % 1000}`,
    item: `/item/${article}/${words}`,
    html: `/women/${section}/${words}-${article}.html`,
  }[retailer.address]
  return `https://${retailer.host}${path}${selection(random, colour, sizes)}`
}

/** Some shops keep the chosen colour or size in the address. */
function selection(random: Random, colourName: string, sizes: string[]): string {
  if (!random.chance(0.3)) return ''
  const colour = `colour=${slug(colourName)}`
  if (sizes.length < 2) return `?${colour}`
  // Without the size system: `IT 40` is 40, `75 cm` is 75.
  const size = `size=${random.pick(sizes).replace(/^\D+ ?(?=\d)| cm$/g, '')}`
  return random.pick([`?${colour}&${size}`, `?${colour}`, `?${size}`])
}
