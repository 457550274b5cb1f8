import { readFileSync } from 'node:fs'
import type { Kind } from './kinds.ts'
import type { Product } from './product.ts'
import { products } from './products.ts'

/** One entry of `demo/pictures.json`. */
export type Picture = {
  file: string
  kind: Kind
  design: string
  colour: string
  material: string
  description: string
}

export function readPictures(): Picture[] {
  return JSON.parse(readFileSync(new URL('../pictures.json', import.meta.url), 'utf8'))
}

export function productOf(picture: Picture): Product {
  const product = products[picture.file.replace(/\.\w+$/, '')]
  if (!product) throw new Error(`The catalogue has no words for ${picture.file}`)
  return product
}
