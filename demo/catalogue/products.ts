import type { Product } from './product.ts'
import { accessories } from './products-accessories.ts'
import { bags } from './products-bags.ts'
import { clothes } from './products-clothes.ts'
import { outerwear } from './products-outerwear.ts'
import { shoes } from './products-shoes.ts'

/** By picture file name without the extension. */
export const products: Readonly<Record<string, Product>> = {
  ...bags,
  ...shoes,
  ...clothes,
  ...outerwear,
  ...accessories,
}
