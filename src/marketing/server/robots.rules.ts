import { ADMIN_PAGES, PAGES } from '#app/shared/pages.ts'

/** Where nobody's search leads: calls, what is private, and the way out. */
const CLOSED = [
  ADMIN_PAGES.deals.path,
  '/api/',
  PAGES.account.path,
  '/checkout/',
  PAGES.track.path,
  '/sandbox/',
]

/** The robots.txt of a site at this origin. Teasers, their pictures and everything we say are open. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
