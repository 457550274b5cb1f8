/** The page of a list that an address asks for; what is no page, or beyond the `last`, is the first. */
export function askedPage(search: URLSearchParams, last: number): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page <= last ? page : 1
}
