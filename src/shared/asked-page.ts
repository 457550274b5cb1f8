/** The page number of a list as it stands in an address: 1 to 1,000,000. */
export const PAGE_NUMBER = /^[1-9]\d{0,5}$|^1000000$/

/** The page of a list that an address asks for: 1 if it is missing or invalid, and at most `last`. */
export function askedPage(search: URLSearchParams, last: number): number {
  const [page = '', ...more] = search.getAll('page')
  return PAGE_NUMBER.test(page) && more.length === 0 ? Math.min(Number(page), last) : 1
}
