import { accessories } from './products-accessories.ts'
import { bags } from './products-bags.ts'
import { clothes } from './products-clothes.ts'
import { outerwear } from './products-outerwear.ts'
import { shoes } from './products-shoes.ts'

/** The words a shop has for what one picture shows. */
export type Product = {
  /** What it is, without its colour or material. */
  nouns: readonly string[]
  /** The picture's colour, as shops call it. */
  colours: readonly string[]
  /** The full name of the material, after the colour. */
  fabric: string
  /** The material in front of the noun. */
  short: string
  /** What follows "with". */
  details: readonly [string, string]
  /** Against the usual price of its kind. */
  priceFactor?: number
}

/** By picture, without the file's ending. */
export const products: Readonly<Record<string, Product>> = {
  ...bags,
  ...shoes,
  ...clothes,
  ...outerwear,
  ...accessories,
}
