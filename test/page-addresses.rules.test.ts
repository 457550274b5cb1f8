import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { canonicalUrl } from '#app/page-addresses.ts'
import type { AppContext } from '#app/server/context.ts'
import { ADMIN_PAGES, DEV_PAGES, PAGES, type Page } from '#app/shared/pages.ts'

const ctx = { config: { http: { publicUrl: 'https://club.example' } } } as AppContext
const read = (url: string) => canonicalUrl(ctx, { url } as FastifyRequest).href

const pages: Page[] = [PAGES, ADMIN_PAGES, DEV_PAGES].flatMap((each) => Object.values(each))
const addressOf = ({ path }: Page) => path.replace(':dealId', 'deal-1')

describe('the address that a page is made for', () => {
  test.each(pages.map((page) => [page.path, page] as const))(
    '%s keeps all that its page reads',
    (_, page) => {
      for (const name of page.parameters ?? []) {
        expect(read(`${addressOf(page)}?other=1&${name}=a%20b&more`)).toBe(
          `https://club.example${addressOf(page)}?${name}=a+b`,
        )
      }
      const everything = page.parameters?.map((name) => `${name}=1`).join('&')
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
    ['/daily-deals?category=bags', '/daily-deals'],
    ['/daily-deals?category=bags&page=2', '/daily-deals?page=2'],
    ['/daily-deals?page=2&page=3', '/daily-deals?page=2'],
    ['/daily-deals?page=', '/daily-deals?page='],
    ['/daily-deals/?page=2', '/daily-deals/?page=2'],
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
