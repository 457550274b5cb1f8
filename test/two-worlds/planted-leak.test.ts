import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import type { Plant } from './plant-leak.ts'

// A comparison that finds nothing is worth something only if it finds what is there to be found.
test.each([
  [
    'the name in one branch',
    'createdAt: row.createdAt.toISOString(),',
    'createdAt: row.createdAt.toISOString(), productName: row.productName,',
  ],
  [
    'only its length',
    'images: row.fallbackPictureIds',
    'discountNote: 0, images: row.productName.length > 20 ? [] : row.fallbackPictureIds',
  ],
  [
    'the shop, in upper case',
    'brandName: row.brandName,',
    'brandName: row.brandName + row.domain.toUpperCase(),',
  ],
  [
    'what is guessed from the name',
    "viewer.class === 'member' ? { guessed:",
    "viewer.class !== 'free' ? { guessed:",
  ],
  [
    'a guess as if it had been said',
    'category: row.category,',
    'category: row.category ?? row.guessedTerms.category ?? null,',
  ],
  [
    'everything to free users',
    'const isAccessible = ',
    "const isAccessible = viewer.class === 'free' || ",
  ],
])('a planted leak is caught: %s', async (_what, from, to) => {
  const { status, stdout, stderr } = await check(
    [['src/deals/server/deal/serialize-deal.ts', from, to]],
    '^/api/deals',
  )
  expect(stderr).not.toContain('Error')
  expect(stdout).toMatch(/differs between the worlds|shows "/)
  expect(status).toBe(1)
})

const ELSEWHERE: Plant[] = [
  ['src/deals/server/prices/history.ts', "viewer.class === 'member' && isByUs ?", 'isByUs ?'],
  [
    'src/marketing/server/search-engines.routes.ts',
    '.send(robotsTxt(ctx.config.http.publicUrl))',
    `.send(robotsTxt(ctx.config.http.publicUrl) +
      (await ctx.db.selectFrom('retailers').select('domain').execute())
        .map(({ domain }) => 'Disallow: /out/' + domain).join())`,
  ],
  [
    'src/deals/server/feed/feed.queries.ts',
    ".orderBy('feedPosition', 'desc')",
    ".orderBy('productName').orderBy('feedPosition', 'desc')",
  ],
  [
    'src/deals/server/share-images/share-images.routes.ts',
    'pictures.ofDeal(teaser)',
    `pictures.ofDeal({ ...teaser, brandName:
      (await catalogue.readDeal({ class: 'member', userId: '', isOnTrial: false }, teaser.id)).productName })`,
  ],
  [
    'src/pages.ts',
    'siteName: ctx.config.club.name,',
    `siteName: ctx.config.club.name,
      head: { ...rendered.head, structuredData: ((paid) => () => ({ sku: paid?.buyUrl.length }))(
        await ctx.db.selectFrom('deals').select('buyUrl')
          .where('id', '=', url.pathname.slice(6)).executeTakeFirst()) },`,
  ],
]

test('a leak planted in the history of a price, robots.txt, the sitemap, share images and structured data is caught in each', async () => {
  const { stdout, stderr, status } = await check(
    ELSEWHERE,
    '^/(robots|sitemap|share|deal/|api/deals/deal00000009/prices)',
  )
  expect(stderr).not.toContain('Error')
  expect(status).toBe(1)
  for (const address of ['robots.txt', 'sitemap.xml', 'share/deal/deal00000009.jpg']) {
    expect(stdout).toContain(`visitor: GET /${address} differs between the worlds`)
  }
  expect(stdout).toContain('visitor: GET /deal/deal00000009 differs between the worlds')
  expect(stdout).toMatch(/GET \/api\/deals\/deal00000009\/prices.* differs between the worlds/)
  // The site's own picture is of no deal: what differs is what was planted.
  expect(stdout).not.toContain('/share/site.jpg')
})

async function check(plants: Plant[], only: string) {
  const databases = [await createServerDatabase(), await createServerDatabase()]
  const env = {
    ...process.env,
    LEAKS: JSON.stringify(plants),
    LEAK_ONLY: only,
    LEAK_DATABASES: databases.join(' '),
  }
  const args = ['--import', './test/two-worlds/plant-leak.ts', 'test/two-worlds/leak-check.ts']
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
}
