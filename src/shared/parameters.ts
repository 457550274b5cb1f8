import { PAGE_NUMBER } from './asked-page.ts'
import { MAIL_STREAMS } from './mail-streams.ts'
import { PLANS } from './offer.ts'
import { findPage, type Page } from './pages.ts'
import { PLAIN_PATH } from './return-path.ts'

type Meaning = {
  pattern: RegExp
  /** Its name in messages to people; absent if the page looks the same without it. */
  called?: string
}

const VERSION = /^[1-9]\d?$/

/** The valid values of parameters that mean the same on every page. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  page: { pattern: PAGE_NUMBER, called: 'page' },
  plan: { pattern: new RegExp(`^(${PLANS.join('|')})$`), called: 'plan' },
  signin: { pattern: /^true$/, called: 'form to sign in' },
  year: { pattern: /^20\d\d$/, called: 'year' },
  version: { pattern: VERSION, called: 'version' },
  since: { pattern: VERSION, called: 'version to compare with' },
  next: { pattern: PLAIN_PATH, called: 'page to come back to' },
  // Links in mails already sent may carry no more than `mail`.
  from: { pattern: new RegExp(`^(mail|${MAIL_STREAMS.join('|')})$`) },
  sizes: { pattern: /^all$/, called: 'list of sizes' },
}

/** With this the filters beside a list of deals show every size, not only the most frequent. */
export const ALL_SIZES = 'sizes=all'

/**
 * Replaces an invalid value: the page can say that something was left out, and invalid values cannot multiply
 * the cached pages.
 */
const NOT_MEANT = '-'

/** The value of a parameter if it is valid; undefined if it is repeated, because it is then ambiguous. */
export function meant(search: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = search.getAll(name)
  if (value === undefined || more.length > 0) return
  return MEANINGS[name]?.pattern.test(value) === false ? undefined : value
}

/** The query parameters that reach the page: valid values as they are, invalid ones as a placeholder. */
export function reaching(page: Page, asked: URLSearchParams): Array<[string, string]> {
  return (page.parameters ?? []).flatMap((name): Array<[string, string]> => {
    if (page.mayRepeat && !MEANINGS[name]) return asked.getAll(name).map((value) => [name, value])
    const value = meant(asked, name)
    if (value !== undefined) return [[name, value]]
    return isLeftOut(asked, name) ? [[name, NOT_MEANT]] : []
  })
}

/** The names of the parameters at an address that were left out because their values are invalid. */
export function leftOutAt({ pathname, searchParams }: URL): string[] {
  const names = findPage(pathname)?.parameters ?? []
  return names.flatMap((name) => (isLeftOut(searchParams, name) && MEANINGS[name]?.called) || [])
}

/** Whether a parameter was left out as invalid. A field that is sent empty does not count. */
export function isLeftOut(asked: URLSearchParams, name: string): boolean {
  const { called } = MEANINGS[name] ?? {}
  if (called === undefined || meant(asked, name) !== undefined) return false
  return asked.getAll(name).some((value) => value !== '')
}
