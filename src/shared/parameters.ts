import { PAGE_NUMBER } from './asked-page.ts'
import { MAIL_STREAMS } from './mail-streams.ts'
import { PLANS } from './offer.ts'
import { findPage, type Page } from './pages.ts'
import { PLAIN_PATH } from './return-path.ts'

type Meaning = {
  pattern: RegExp
  /** What people call it; not said where nothing of the page is other without it. */
  called?: string
}

const VERSION = /^[1-9]\d?$/

/** What a parameter may say where that is known, whatever the page. Each is said once. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  page: { pattern: PAGE_NUMBER, called: 'page' },
  plan: { pattern: new RegExp(`^(${PLANS.join('|')})$`), called: 'plan' },
  signin: { pattern: /^true$/, called: 'form to sign in' },
  year: { pattern: /^20\d\d$/, called: 'year' },
  version: { pattern: VERSION, called: 'version' },
  since: { pattern: VERSION, called: 'version to compare with' },
  next: { pattern: PLAIN_PATH, called: 'page to come back to' },
  // What is in inboxes already says no more than that it is a mail.
  from: { pattern: new RegExp(`^(mail|${MAIL_STREAMS.join('|')})$`) },
  sizes: { pattern: /^all$/, called: 'list of sizes' },
}

/** With it the filters beside a list of deals have every size, and not the most frequent alone. */
export const ALL_SIZES = 'sizes=all'

/**
 * Stands where something else stood that cannot be meant: so the page can say so, and nobody makes up
 * addresses of pages that are kept.
 */
const NOT_MEANT = '-'

/** The one value of a parameter, if it can be meant; of several none, since nobody knows which is. */
export function meant(search: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = search.getAll(name)
  if (value === undefined || more.length > 0) return
  return MEANINGS[name]?.pattern.test(value) === false ? undefined : value
}

/** What of an address reaches its page: what can be meant, and of what cannot that it was there. */
export function reaching(page: Page, asked: URLSearchParams): Array<[string, string]> {
  return (page.parameters ?? []).flatMap((name): Array<[string, string]> => {
    if (page.mayRepeat && !MEANINGS[name]) return asked.getAll(name).map((value) => [name, value])
    const value = meant(asked, name)
    if (value !== undefined) return [[name, value]]
    return isLeftOut(asked, name) ? [[name, NOT_MEANT]] : []
  })
}

/** What an address says that its page leaves out because it cannot be meant, as people call it. */
export function leftOutAt({ pathname, searchParams }: URL): string[] {
  const names = findPage(pathname)?.parameters ?? []
  return names.flatMap((name) => (isLeftOut(searchParams, name) && MEANINGS[name]?.called) || [])
}

/** A field that is sent empty says nothing. */
export function isLeftOut(asked: URLSearchParams, name: string): boolean {
  const { called } = MEANINGS[name] ?? {}
  if (called === undefined || meant(asked, name) !== undefined) return false
  return asked.getAll(name).some((value) => value !== '')
}
