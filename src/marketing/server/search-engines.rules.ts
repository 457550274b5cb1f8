import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import { PAGES } from '#app/shared/pages.ts'
import { paths } from '#app/shared/paths.ts'
import { type Club, DESCRIPTION } from '#app/shared/site.ts'

/** Entries per file; the protocol allows five times as many. */
export const LARGEST_PART = 10_000

type Entry = {
  path: string
  /** As YYYY-MM-DD. */
  changedDay?: string
}

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export function sitemap(origin: string, entries: Entry[]): string {
  const urls = entries.map(({ path, changedDay }) => {
    const lastmod = changedDay === undefined ? '' : `<lastmod>${changedDay}</lastmod>`
    return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod}</url>`
  })
  return [HEADER, `<urlset ${NAMESPACE}>`, ...urls, '</urlset>', ''].join('\n')
}

/** The index of a sitemap's parts, which are numbered from 1. */
export function sitemapIndex(origin: string, parts: number): string {
  const maps = Array.from(
    { length: parts },
    (_, index) =>
      `<sitemap><loc>${escapeXml(`${origin}/sitemap/${index + 1}.xml`)}</loc></sitemap>`,
  )
  return [HEADER, `<sitemapindex ${NAMESPACE}>`, ...maps, '</sitemapindex>', ''].join('\n')
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** Disallowed: API calls, private pages, and the outbound redirect. */
const CLOSED = [
  ADMIN_PAGES.deals.path,
  '/api/',
  PAGES.account.path,
  '/checkout/',
  PAGES.track.path,
  '/sandbox/',
]

/** The robots.txt of a site at this origin; everything it does not name may be crawled. */
export function robotsTxt(origin: string): string {
  return [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** The web app manifest: name and icons for when somebody installs the site. */
export function webManifest({ name, shortName }: Pick<Club, 'name' | 'shortName'>) {
  const icon = (size: number, more: object = {}, file = `icon-${size}`) => ({
    src: `/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...more,
  })
  return {
    name,
    short_name: shortName,
    description: DESCRIPTION,
    id: '/',
    start_url: paths.dailyDeals(),
    scope: '/',
    display: 'minimal-ui',
    lang: 'en',
    theme_color: COLOUR,
    background_color: COLOUR,
    icons: [icon(192), icon(512), icon(512, { purpose: 'maskable' }, 'icon-maskable-512')],
  }
}

const COLOUR = '#f7f4ee'
