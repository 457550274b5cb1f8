import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { canonicalUrl } from '#app/pages/page-addresses.ts'
import type { AppContext } from '#app/server/context.ts'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { PAGES, type Page } from '#app/shared/pages.ts'
import { leftOutAt } from '#app/shared/parameters.ts'

const ctx = { config: { http: { publicUrl: 'https://club.example' } } } as AppContext
const read = (url: string) => canonicalUrl(ctx, { url } as FastifyRequest).href

const pages: Page[] = [PAGES, ADMIN_PAGES, DEV_PAGES].flatMap((each) => Object.values(each))
/** A valid value for each parameter that restricts its values. */
const MEANT: Record<string, string> = {
  from: 'mail',
  next: '%2Fdaily-deals',
  page: '2',
  plan: 'annual',
  signin: 'true',
  since: '1',
  sizes: 'all',
  version: '1',
  year: '2026',
}
const addressOf = ({ path }: Page) => path.replace(/:\w+/, 'deal-1')

describe('the address that a page is made for', () => {
  test.each(pages.map((page) => [page.path, page] as const))(
    '%s keeps all that its page reads',
    (_, page) => {
      const said = (name: string) => MEANT[name] ?? 'a+b'
      for (const name of page.parameters ?? []) {
        const address = `${addressOf(page)}?${name}=${said(name)}`
        expect(read(`${address}&more`.replace('?', '?other=1&'))).toBe(
          `https://club.example${address}`,
        )
      }
      const everything = page.parameters?.map((name) => `${name}=${said(name)}`).join('&')
      if (everything) {
        expect(read(`${addressOf(page)}?${everything}`)).toBe(
          `https://club.example${addressOf(page)}?${everything}`,
        )
      }
    },
  )

  test.each([
    ['/', '/'],
    ['/?utm_source=letter', '/'],
    ['/daily-deals?utm_source=letter&category=bags', '/daily-deals?category=bags'],
    ['/daily-deals?category=bags&page=2', '/daily-deals?category=bags&page=2'],
    // Repeated values are ambiguous and others are invalid; the page only learns that something was there.
    ['/daily-deals?page=2&page=3', '/daily-deals?page=-'],
    ['/daily-deals?brand=a&page=abc&brand=b', '/daily-deals?brand=a&brand=b&page=-'],
    ['/editions?year=2025&year=2026', '/editions?year=-'],
    ['/password-reset?token=x&token=y', '/password-reset'],
    ['/daily-deals?page=', '/daily-deals'],
    ['/daily-deals?page=0002', '/daily-deals?page=-'],
    ['/join-now?plan=madeup', '/join-now?plan=-'],
    ['/join-now?plan=monthly', '/join-now?plan=monthly'],
    ['/?signin=x', '/?signin=-'],
    ['/deal/deal-1?from=elsewhere', '/deal/deal-1'],
    // Every page has one canonical spelling.
    ['/daily-deals/?page=2', '/daily-deals?page=2'],
    ['/Daily-Deals', '/daily-deals'],
    ['/%64aily%2Ddeals', '/daily-deals'],
    ['//checkout///success/?session_id=x', '/checkout/success?session_id=x'],
    ['/CHECKOUT\\Success', '/checkout/success'],
    ['/Password-Reset?token=x', '/password-reset?token=x'],
    ['/Deal/Deal-1/', '/deal/Deal-1'],
    ['/Brands/ганни/', '/brands/%D0%B3%D0%B0%D0%BD%D0%BD%D0%B8'],
    ['/brands/%d0%b3', '/brands/%D0%B3'],
    ['/brands/a%2fb', '/brands/a%2fb'],
    ['/brands/a b', '/brands/a%20b'],
    ['/retailers/Any%20Shop', '/retailers/Any%20Shop'],
    ['/retailers/..%2Fadmin', '/retailers/..%2Fadmin'],
    ['/editions?year=1999', '/editions?year=-'],
    ['/ADMIN?q=coat', '/admin?q=coat'],
    ['/Dev-Test', '/Dev-Test'],
    ['/deal/..%2fadmin', '/deal/..%2fadmin'],
    ['/daily-deals/x', '/daily-deals/x'],
    ['/daily-deals;x', '/daily-deals;x'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    // A parameter of one page means nothing on another.
    ['/terms?page=2&token=x', '/terms'],
    ['/deal/deal-1?plan=monthly', '/deal/deal-1'],
    ['/nothing-here?page=2', '/nothing-here'],
    ['/admin?q=coat&unheard=of', '/admin?q=coat&unheard=of'],
    ['http://elsewhere.example/daily-deals?page=2', '/daily-deals?page=2'],
    ['//evil.example/daily-deals', '/evil.example/daily-deals'],
    ['/\\evil.example', '/evil.example'],
  ])('of %s is %s', (asked, made) => {
    expect(read(asked)).toBe(`https://club.example${made}`)
  })
})

/**
 * The page itself reports on these: on filters above the list, on a secret by saying that it opens nothing.
 */
const SAID_BY_THE_PAGE = new Set<string>([
  ...FILTER_NAMES.filter((name) => name !== 'page'),
  ...['token', 'confirm', 'stop', 'session_id', 'link', 'deal_id'],
])
/** Without these the page is the same, so it reports nothing. */
const NOTHING_WITHOUT = new Set(['from', 'preview', 'click_type', 'without'])

describe('a page that is not what its address asks for', () => {
  const parameters = Object.values(PAGES).flatMap(({ path, parameters = [] }: Page) =>
    parameters.map((name) => [path, name] as const),
  )

  test.each(parameters)('%s says so of %s', (path, name) => {
    if (SAID_BY_THE_PAGE.has(name) || NOTHING_WITHOUT.has(name)) return
    const good = decodeURIComponent(MEANT[name] ?? '')
    const said = (...values: string[]) => {
      const url = new URL(addressOf({ path } as Page), 'https://club.example')
      for (const value of values) url.searchParams.append(name, value)
      return leftOutAt(url)
    }
    expect([said(good), said('')]).toEqual([[], []])
    const wrong = ['abc', '-1', '0', '1e9', '99999999', '٣', '\0', ',,,', '//x']
    for (const value of wrong) expect([value, said(value).length]).toEqual([value, 1])
    expect(said(good, good)).toHaveLength(1)
    // The page does not learn the invalid value.
    expect(leftOutAt(new URL(read(`${addressOf({ path } as Page)}?${name}=abc`)))).toEqual(
      said('abc'),
    )
  })
})
