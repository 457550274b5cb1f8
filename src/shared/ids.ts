/** The shape of what `newId` makes: anything else is not worth a question to the database. */
const SHAPE = /^[\w-]{12}$/

export function isId(text: string): boolean {
  return SHAPE.test(text)
}
