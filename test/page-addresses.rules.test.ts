import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { canonicalUrl } from '#app/page-addresses.ts'
import type { AppContext } from '#app/server/context.ts'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { PAGES, type Page } from '#app/shared/pages.ts'

const ctx = { config: { http: { publicUrl: 'https://club.example' } } } as AppContext
const read = (url: string) => canonicalUrl(ctx, { url } as FastifyRequest).href

const pages: Page[] = [PAGES, ADMIN_PAGES, DEV_PAGES].flatMap((each) => Object.values(each))
/** What a parameter says that may not say just anything. */
const MEANT: Record<string, string> = {
  from: 'mail',
  page: '2',
  plan: 'annual',
  signin: 'true',
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
    // Which one is meant is for the page to say.
    ['/daily-deals?page=2&page=3', '/daily-deals?page=2&page=3'],
    ['/editions?year=2025&year=2026', '/editions?year=2025'],
    ['/daily-deals?page=', '/daily-deals'],
    ['/daily-deals?page=0002', '/daily-deals'],
    ['/join-now?plan=madeup', '/join-now'],
    ['/join-now?plan=monthly', '/join-now?plan=monthly'],
    ['/?signin=x', '/'],
    // Every page has one spelling.
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
    ['/editions?year=1999', '/editions'],
    ['/ADMIN?q=coat', '/admin?q=coat'],
    ['/Dev-Test', '/Dev-Test'],
    ['/deal/..%2fadmin', '/deal/..%2fadmin'],
    ['/daily-deals/x', '/daily-deals/x'],
    ['/daily-deals;x', '/daily-deals;x'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    // What one page reads is nothing to another.
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
