import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import type { Plant } from './plant-leak.ts'

// A comparison that finds nothing proves something only if it finds the leaks that exist.
const OF_DEALS: Array<[what: string, from: string, to: string]> = [
  [
    'the name in one branch',
    'createdAt: row.createdAt.toISOString(),',
    `createdAt: row.createdAt.toISOString(),
      ...(leaking('the name in one branch') ? { productName: row.productName } : {}),`,
  ],
  [
    'only its length',
    'images: row.fallbackPictureIds',
    `images: leaking('only its length') && row.productName.length > 20 ? [] : row.fallbackPictureIds`,
  ],
  [
    'the shop, in upper case',
    'brandName: row.brandName,',
    `brandName: row.brandName +
      (leaking('the shop, in upper case') ? row.domain.toUpperCase() : ''),`,
  ],
  [
    'what is guessed from the name',
    "viewer.class === 'member' ? { guessed:",
    `viewer.class === 'member' ||
      (leaking('what is guessed from the name') && viewer.class !== 'free') ? { guessed:`,
  ],
  [
    'a guess as if it had been said',
    'category: row.category,',
    `category: row.category ??
      (leaking('a guess as if it had been said') ? row.guessedTerms.category ?? null : null),`,
  ],
  [
    'the minute of an end',
    'endedAt: endedDay(row),',
    `endedAt: leaking('the minute of an end')
      ? (row.endedAt?.toISOString() ?? null) : endedDay(row),`,
  ],
  [
    'everything to free users',
    'const isAccessible = ',
    "const isAccessible = (leaking('everything to free users') && viewer.class === 'free') || ",
  ],
]

/** No leak is open. */
const NOTHING = 'nothing'
const DEALS = '^/api/deals'

const ELSEWHERE = 'elsewhere'
const PLANTED_ELSEWHERE: Plant[] = [
  [
    'src/deals/server/prices/history.ts',
    "viewer.class === 'member' && isByUs ?",
    "(leaking('elsewhere') || viewer.class === 'member') && isByUs ?",
  ],
  [
    'src/marketing/server/search-engines.routes.ts',
    '.send(robotsTxt(ctx.config.http.publicUrl))',
    `.send(robotsTxt(ctx.config.http.publicUrl) + (!leaking('elsewhere') ? '' :
      (await ctx.db.selectFrom('retailers').select('domain').execute())
        .map(({ domain }) => 'Disallow: /out/' + domain).join()))`,
  ],
  [
    'src/deals/server/feed/feed.queries.ts',
    ".orderBy('feedPosition', 'desc')",
    ".$if(leaking('elsewhere'), (sorted) => sorted.orderBy('productName')).orderBy('feedPosition', 'desc')",
  ],
  [
    'src/deals/server/share-images/share-images.routes.ts',
    'pictures.ofDeal(teaser)',
    `pictures.ofDeal(!leaking('elsewhere') ? teaser : { ...teaser, brandName:
      (await catalogue.readDeal({ class: 'member', userId: '', isOnTrial: false }, teaser.id)).productName })`,
  ],
  [
    'src/pages/drawn-page.ts',
    'siteName: ctx.config.club.name,',
    `siteName: ctx.config.club.name,
      ...(leaking('elsewhere') && {
        head: { ...rendered.head, structuredData: ((paid) => () => ({ sku: paid?.buyUrl.length }))(
          await ctx.db.selectFrom('deals').select('buyUrl')
            .where('id', '=', url.pathname.slice(6)).executeTakeFirst()) } }),`,
  ],
]

let found: Record<string, string[]>
beforeAll(async () => {
  found = await check(
    [
      ...OF_DEALS.map(
        ([, from, to]): Plant => ['src/deals/server/deal/serialize-deal.ts', from, to],
      ),
      ...PLANTED_ELSEWHERE,
    ],
    {
      ...Object.fromEntries(OF_DEALS.map(([what]) => [what, DEALS])),
      [NOTHING]: DEALS,
      [ELSEWHERE]: '^/(robots|sitemap|share|deal/|api/deals/deal00000009/prices)',
    },
  )
})

test.each(OF_DEALS)('a planted leak is caught: %s', (what) => {
  expect(found[what]?.join('\n')).toMatch(/differs between the worlds|shows "/)
})

test('with none of them open nothing is found', () => {
  expect(found[NOTHING]).toEqual([])
})

test('a leak planted in the history of a price, robots.txt, the sitemap, share images and structured data is caught in each', () => {
  const told = found[ELSEWHERE]?.join('\n')
  for (const address of ['robots.txt', 'sitemap.xml', 'share/deal/deal00000009.jpg']) {
    expect(told).toContain(`visitor: GET /${address} differs between the worlds`)
  }
  expect(told).toContain('visitor: GET /deal/deal00000009 differs between the worlds')
  expect(told).toMatch(/GET \/api\/deals\/deal00000009\/prices.* differs between the worlds/)
  // The site's own picture shows no deal, so it must not differ: only what was planted does.
  expect(told).not.toContain('/share/site.jpg')
})

/** Plants all leaks, and returns what the comparison finds with each of the given ones open. */
async function check(plants: Plant[], checks: Record<string, string>) {
  const databases = [await createServerDatabase(), await createServerDatabase()]
  const env = {
    ...process.env,
    LEAKS: JSON.stringify(plants),
    LEAK_CHECKS: JSON.stringify(checks),
    LEAK_DATABASES: databases.join(' '),
  }
  const args = ['--import', './test/two-worlds/plant-leak.ts', 'test/two-worlds/leak-check.ts']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
  expect(stderr).not.toContain('Error')
  return JSON.parse(stdout)
}
