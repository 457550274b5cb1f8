/** The number of a page of a list, as an address says it: a million at most. */
export const PAGE_NUMBER = /^[1-9]\d{0,5}$|^1000000$/

/** The page of a list that an address asks for: the first where it cannot be meant, beyond the `last` that one. */
export function askedPage(search: URLSearchParams, last: number): number {
  const [page = '', ...more] = search.getAll('page')
  return PAGE_NUMBER.test(page) && more.length === 0 ? Math.min(Number(page), last) : 1
}
