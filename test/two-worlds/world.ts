import sharp from 'sharp'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import { hashToken } from '#app/server/tokens.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { createDeal } from '#test/support/factories.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import type { TestDatabase } from '#test/support/test-database.ts'

/**
 * What may differ between the worlds: names, links and shops, of other lengths and in other order.
 */
const PAID = {
  one: { name: 'Aquamarine Zephyrine Tote', shop: 'Zymurgy', domain: 'zymurgy.example' },
  two: {
    name: 'Zyzzyva',
    shop: 'An Altogether Longer Quillon Emporium',
    domain: 'shop.quillon.example',
  },
} as const
type WorldName = keyof typeof PAID

/** Words that no answer to a non-member may contain, in any world. */
export const CANARIES = [
  'aquamarine',
  'zephyrine',
  'zymurgy',
  'zyzzyva',
  'quillon',
  'altogether',
  'preview-canary',
]

export const NOW = new Date('2026-11-20T15:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const DEALS = 30
export const DEAL_IDS = Array.from(
  { length: DEALS },
  (_, index) => `deal${String(index).padStart(8, '0')}`,
)
export const UNPUBLISHED_ID = 'unpublished1'
/** Today's free preview: the same in both worlds, because free users may read it. */
export const FREE_IDS = DEAL_IDS.slice(0, FREE_DEALS_A_DAY)

/** Signed-in people who are not members, and cookies that are nobody's any more. */
export const STATUSES = [
  'unconfirmed',
  'none',
  'canceled',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
] as const

export function cookieOf(status: string): string {
  return `session=${status.padEnd(43, '-')}`
}

export async function createWorld(name: WorldName, database: TestDatabase): Promise<TestApp> {
  // The same address in both worlds, wherever they listen.
  const environment = { PUBLIC_URL: 'http://localhost:3000' }
  const app = await createAppOn(database, { hasPages: true, hasPayments: true, environment })
  app.setNow(NOW)
  const pictures = await storePictures(app.ctx, name)
  for (const [index, id] of DEAL_IDS.entries()) {
    await createDeal(app.ctx, {
      id,
      ...paidContent(name, index),
      brandName: `House ${index % 7}`,
      // Said of some; of the others the names, which differ, let something be guessed in one world.
      ...(index % 4 === 0 ? { department: 'women', category: 'bags', colour: 'red' } : {}),
      sizes: ['IT 40', 'One size'],
      originalPriceCents: 100_000 + index,
      salePriceCents: 40_000 + index,
      cardPictureId: pictures[index % 2] ?? null,
      fallbackPictureIds: pictures.slice(0, 1),
      isPreview: index < 5,
      showInSplash: index % 3 === 0,
      carouselAssignment: index % 6,
      createdAt: new Date(NOW.getTime() - index * 3_600_000),
      // The paid content must not order anything, so times collide on purpose.
      publishedAt: new Date(NOW.getTime() - Math.floor(index / 10) * DAY_MS),
      feedPosition: index,
    })
  }
  await createDeal(app.ctx, { id: UNPUBLISHED_ID, ...paidContent(name, 99), isPublished: false })
  // What is not out differs as well, in what is public of a deal.
  const draft =
    name === 'one'
      ? { brandName: 'Ghost', department: 'men', category: 'watches', colour: 'gold' }
      : { brandName: 'Spectre', department: 'kids', category: 'scarves', colour: 'green' }
  await createDeal(app.ctx, {
    ...{ id: 'unpublished2', ...paidContent(name, 98), ...draft, isPublished: false },
    ...{ publishedAt: NOW, salePriceCents: name === 'one' ? 100 : 99_000 },
  })
  for (const status of STATUSES) await createViewer(app.ctx, status)
  return app
}

function paidContent(name: WorldName, index: number) {
  if (index < FREE_IDS.length) {
    const domain = 'preview-canary.example'
    return {
      productName: `preview-canary ${index}`,
      retailerName: 'preview-canary',
      domain,
      buyUrl: `https://${domain}/${index}`,
    }
  }
  const { name: product, shop, domain } = PAID[name]
  // In one world a piece is at several shops, in the other each is at one.
  const isElsewhere = name === 'one' && index % 2 === 0
  const gtin = isElsewhere ? '04006381333931' : null
  const styleNumber = name === 'one' ? 'ZYM-7' : `QUI-${index}00`
  // Alphabetical order of the names runs one way in one world and the other way in the other.
  const rank = name === 'one' ? index : DEALS - index
  return {
    productName: `${String.fromCharCode(65 + (rank % 26))} ${product} ${index}`,
    retailerName: `${shop} ${rank % 4}`,
    domain,
    gtin,
    styleNumber,
    buyUrl: `https://${domain}/p/${product.toLowerCase().replaceAll(' ', '-')}-${index}`,
  }
}

/** The same pictures, but with what a shop's own file would say about them. */
async function storePictures(ctx: AppContext, name: WorldName) {
  const colours = ['#7a2030', '#405060']
  return Promise.all(
    colours.map(async (background) => {
      const file = await sharp({ create: { width: 400, height: 500, channels: 3, background } })
        .withExif({
          IFD0: {
            ImageDescription: `${PAID[name].name} at ${PAID[name].domain}`,
            Copyright: PAID[name].shop,
          },
        })
        .jpeg({ quality: 95 })
        .toBuffer()
      return (await storePicture(ctx, file)).id
    }),
  )
}

/** What is followed and hidden, also of what only members see: that may choose, order and count nothing. */
async function plantFollows(db: AppContext['db'], userId: string) {
  const dealOf = (index: number) =>
    db
      .selectFrom('deals')
      .select(['brandId', 'retailerId'])
      .where('id', '=', DEAL_IDS[index] ?? '')
      .executeTakeFirstOrThrow()
  const [one, other, third] = await Promise.all([dealOf(9), dealOf(20), dealOf(24)])
  const asleep = { isForMembers: true }
  const rows = [
    { kind: 'brand' as const, value: one.brandId ?? '' },
    { kind: 'category' as const, value: 'bags' },
    { kind: 'retailer' as const, value: other.retailerId, ...asleep },
    { kind: 'retailer' as const, value: third.retailerId, isHidden: true, ...asleep },
    { kind: 'search' as const, value: 'q=zyzzyva', ...asleep },
    { kind: 'search' as const, value: 'max=400' },
  ]
  for (const [index, row] of rows.entries()) {
    if (rows.findIndex(({ value }) => value === row.value) < index) continue
    await db
      .insertInto('follows')
      .values({ id: `${userId}-${index}`, userId, createdAt: NOW, ...row })
      .execute()
  }
}

async function createViewer({ db }: AppContext, status: string) {
  const id = `viewer-${status}`
  await db
    .insertInto('users')
    .values({
      id,
      email: `${status}@people.test`,
      passwordHash: 'none',
      createdAt: NOW,
      confirmedAt: status === 'unconfirmed' ? null : NOW,
    })
    .execute()
  const tokenHash = hashToken(cookieOf(status).slice('session='.length))
  await db
    .insertInto('sessions')
    .values({ tokenHash, userId: id, createdAt: NOW, lastSeenAt: NOW })
    .execute()
  // Some of each kind, so that what is locked of them would be seen in list and order.
  const saved = [DEAL_IDS[0], DEAL_IDS[9], DEAL_IDS[20], DEAL_IDS[29], UNPUBLISHED_ID]
  for (const dealId of saved) {
    if (dealId === undefined) continue
    await db
      .insertInto('savedDeals')
      .values({ userId: id, dealId, savedAt: NOW, salePriceCents: 12_300, targetCents: 9_900 })
      .execute()
    await db
      .insertInto('notices')
      .values({
        ...{ userId: id, dealId, kind: 'price-down', readAt: null },
        facts: JSON.stringify({ fromCents: 12_300, toCents: 9900 }),
        happenedAt: NOW,
      })
      .execute()
  }
  await plantFollows(db, id)
  if (status === 'none' || status === 'unconfirmed') return
  await db
    .insertInto('subscriptions')
    .values({
      id: `sub-${status}`,
      userId: id,
      status,
      plan: 'annual',
      cancelAt: null,
      currentPeriodEnd: NOW,
      updatedAt: NOW,
      createdAt: NOW,
    })
    .execute()
}
