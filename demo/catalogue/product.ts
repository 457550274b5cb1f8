/** A shop's words for what a picture shows. */
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
  /** Factor on the usual price of its kind. */
  priceFactor?: number
}
