import { findPage, PAGES } from './pages.ts'

/** The parameter of an address that says where somebody wants to go back to. */
const RETURN_PARAMETER = 'next'

/** Printable ASCII without a backslash: what browsers would mend on the way is refused. */
export const PLAIN_PATH = /^\/(?!\/)[!-[\]-~]{0,199}$/
/** Only to take an address apart. */
const NOWHERE = 'http://nowhere.invalid'

/**
 * The one check of every wish to go back to where somebody began: a page of ours that says it may
 * be returned to, with the parameters it reads. Undefined for everything else, whoever asks for it.
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

/** Where whoever signs in or joins from this page wants to be: there, or where they came from. */
export function returnPathAt({ pathname, search }: { pathname: string; search: string }) {
  const asked = new URLSearchParams(search).getAll(RETURN_PARAMETER)
  // Of several nobody knows which is meant.
  return toReturnPath(asked.length > 1 ? '' : (asked[0] ?? pathname + search))
}

/** An address that brings the wish along; the feed is where everybody goes without one. */
export function withReturnPath(path: string, next: string | undefined): string {
  if (next === undefined || next === PAGES.dailyDeals.path) return path
  const mark = path.includes('?') ? '&' : '?'
  return `${path}${mark}${RETURN_PARAMETER}=${encodeURIComponent(next)}`
}
