/** The shape of what `newId` makes: anything else is not worth a question to the database. */
export const ID = /^[\w-]{12}$/

export function isId(text: string): boolean {
  return ID.test(text)
}
