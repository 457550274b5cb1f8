/** Where nobody's search leads: calls, what is private, and the way out. */
const CLOSED = ['/admin', '/api/', '/account', '/checkout/', '/track', '/sandbox/']

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
