/** The shape of an id made by `newId`; anything else is rejected without a query. */
const SHAPE = /^[\w-]{12}$/

export function isId(text: string): boolean {
  return SHAPE.test(text)
}
