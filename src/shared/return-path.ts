import { findPage, PAGES } from './pages.ts'

/** The parameter that carries the page to come back to. */
const RETURN_PARAMETER = 'next'

/** Printable ASCII without a backslash: browsers rewrite anything else, so it is refused. */
export const PLAIN_PATH = /^\/(?!\/)[!-[\]-~]{0,199}$/
/** A base for parsing paths only. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * The one check of every return path: a page of ours that may be returned to, with the parameters it reads.
 * Undefined for everything else, wherever it came from.
 */
export function toReturnPath(asked: unknown): string | undefined {
  if (typeof asked !== 'string' || !PLAIN_PATH.test(asked)) return
  const url = URL.parse(asked, NOWHERE)
  if (url?.origin !== NOWHERE) return
  const page = findPage(url.pathname)
  if (!page?.isReturnedTo) return
  const query = new URLSearchParams()
  for (const [name, value] of url.searchParams) {
    const isRead = page.takesAnyParameter || page.parameters?.includes(name)
    if (isRead && name !== RETURN_PARAMETER) query.append(name, value)
  }
  const path = url.pathname.replace(/(.)\/+$/, '$1')
  return query.size > 0 ? `${path}?${query}` : path
}

/**
 * The return path for somebody who signs in or joins from this page: the one it carries, or the page itself.
 */
export function returnPathAt({ pathname, search }: { pathname: string; search: string }) {
  const asked = new URLSearchParams(search).getAll(RETURN_PARAMETER)
  // A repeated parameter is ambiguous.
  return toReturnPath(asked.length > 1 ? '' : (asked[0] ?? pathname + search))
}

/** Adds the return path to an address, unless it is the feed, which is the default. */
export function withReturnPath(path: string, next: string | undefined): string {
  if (next === undefined || next === PAGES.dailyDeals.path) return path
  const mark = path.includes('?') ? '&' : '?'
  return `${path}${mark}${RETURN_PARAMETER}=${encodeURIComponent(next)}`
}
