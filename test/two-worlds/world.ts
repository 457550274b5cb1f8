import sharp from 'sharp'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { recordHistory } from '#app/deals/server/prices/observing.ts'
import type { AppContext } from '#app/server/context.ts'
import { hashToken } from '#app/server/tokens.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import type { TestDatabase } from '#test/support/databases/test-database.ts'
import { createDeal } from '#test/support/factories.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'

/** What differs between the worlds: names, links and shops, of other lengths and in another order. */
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

/** Kinds of signed-in non-members: unconfirmed, without a subscription, or with one of this status. */
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
  // Both worlds have the same public address, wherever they listen.
  const environment = { PUBLIC_URL: 'http://localhost:3000' }
  const app = await createAppOn(database, { hasPages: true, hasPayments: true, environment })
  app.setNow(NOW)
  const pictures = await storePictures(app.ctx, name)
  for (const [index, id] of DEAL_IDS.entries()) {
    await createDeal(app.ctx, {
      id,
      ...paidContent(name, index),
      brandName: `House ${index % 7}`,
      // Set on some deals; on the others the names, which differ, allow a guess in one world.
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
  // Curators' descriptions of pictures are public.
  await app.ctx.db
    .insertInto('dealPictureNotes')
    .values(
      DEAL_IDS.slice(0, 6).map((dealId, index) => ({
        ...{ dealId, pictureId: pictures[index % 2] ?? '', focusX: 250, focusY: 800 },
        alternative: 'Something red on a chair',
      })),
    )
    .execute()
  await createDeal(app.ctx, { id: UNPUBLISHED_ID, ...paidContent(name, 99), isPublished: false })
  // Unpublished deals differ too, in fields that are public once a deal is out.
  const draft =
    name === 'one'
      ? { brandName: 'Ghost', department: 'men', category: 'watches', colour: 'gold' }
      : { brandName: 'Spectre', department: 'kids', category: 'scarves', colour: 'green' }
  await createDeal(app.ctx, {
    ...{ id: 'unpublished2', ...paidContent(name, 98), ...draft, isPublished: false },
    ...{ publishedAt: NOW, salePriceCents: name === 'one' ? 100 : 99_000 },
  })
  await plantRegistry(app.ctx.db, name)
  await plantPrices(app.ctx, name)
  await plantEnd(app.ctx.db, name)
  for (const status of STATUSES) await createViewer(app.ctx, status)
  await plantReports(app.ctx.db, name)
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
  // In one world a product is sold by several shops, in the other by one each.
  const isElsewhere = name === 'one' && index % 2 === 0
  const gtin = isElsewhere ? '04006381333931' : null
  const styleNumber = name === 'one' ? 'ZYM-7' : `QUI-${index}00`
  const inShop =
    name === 'one'
      ? { currency: 'EUR', was: null, now: 10_000 + index, rateDay: '2026-11-19' }
      : undefined
  // The alphabetical order of the names in one world is the reverse of the other's.
  const rank = name === 'one' ? index : DEALS - index
  return {
    productName: `${String.fromCharCode(65 + (rank % 26))} ${product} ${index}`,
    retailerName: `${shop} ${rank % 4}`,
    domain,
    gtin,
    styleNumber,
    inShop,
    buyUrl: `https://${domain}/p/${product.toLowerCase().replaceAll(' ', '-')}-${index}`,
  }
}

/** Plants what is known of the shops in one world; in the other nothing is known. */
async function plantRegistry(db: AppContext['db'], name: WorldName) {
  if (name === 'two') return
  await db
    .updateTable('retailers')
    .set({
      ...{ linkTemplate: 'https://go.zymurgy.example/?to={url}', network: 'Zymurgy Network' },
      ...{ subIdParameter: 'zymurgy', commission: 800, isNeverChecked: true },
      ...{ shipsTo: ['CA', 'US'], deliveryCents: 1200, duties: 'included', returnDays: 30 },
      termsDay: '2026-11-01',
    })
    .where('name', '<>', 'preview-canary')
    .execute()
}

/**
 * Plants price observations. Their days, dollars and basis are the same in both worlds; everything else
 * differs, including the looks that found another currency.
 */
async function plantPrices({ db }: AppContext, name: WorldName) {
  const { domain, shop, name: piece } = PAID[name]
  const minutes = name === 'one' ? 7 : 91
  const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS - minutes * 60_000)
  const place = { address: `https://${domain}/seen`, text: `${piece} at ${shop}`, seenBy: shop }
  const abroad = (was: number, now: number) => ({ currency: 'EUR', was, now })
  await db.transaction().execute(async (trx) => {
    for (const index of [2, 9, 20]) {
      const [wasCents, nowCents] = [100_000 + index, 40_000 + index]
      const one = name === 'one'
      await recordHistory(trx, DEAL_IDS[index] ?? '', [
        { source: 'check', observedAt: ago(40), wasCents: null, nowCents: wasCents, ...place },
        { source: 'check', observedAt: ago(20), wasCents, nowCents: nowCents + 9000, ...place },
        ...(one
          ? [
              {
                source: 'check' as const,
                observedAt: ago(9),
                wasCents: null,
                nowCents: null,
                ...place,
              },
            ]
          : []),
        {
          ...{ source: 'admin', observedAt: ago(0), wasCents, nowCents, seenOn: '2026-11-20' },
          ...place,
          foreign: one ? abroad(90_000, 36_000) : abroad(70_000, 10_000),
        },
      ])
    }
  })
}

/** Plants the end of a deal by a check: on the same day in both worlds, at another minute. */
async function plantEnd(db: AppContext['db'], name: WorldName) {
  const endedAt = new Date(NOW.getTime() - (name === 'one' ? 7 : 91) * 60_000)
  await db
    .updateTable('deals')
    .set({ endedAt, endedReason: 'sold-out' })
    .where('id', '=', DEAL_IDS[25] ?? '')
    .execute()
}

/** Plants members' reports: that a deal is gone is public, their words are not. */
async function plantReports(db: AppContext['db'], name: WorldName) {
  const dealId = DEAL_IDS[9] ?? ''
  await db.updateTable('deals').set({ saidGoneAt: NOW }).where('id', '=', dealId).execute()
  const words = `Not at ${PAID[name].shop} any more`
  const seenCents = name === 'one' ? 12_345 : 999
  // The total number of reports is public; which deals they are about is not.
  for (let count = 0; count < 5; count += 1) {
    const isElsewhere = name === 'one' && count > 1
    await db
      .insertInto('reports')
      .values({
        ...{ kind: 'other', words, seenCents, isEvidence: true },
        dealId: isElsewhere ? (DEAL_IDS[20] ?? '') : dealId,
        ...{ reportedAt: NOW, reportedOn: '2026-11-20' },
      })
      .execute()
  }
}

/** Stores the same pictures in both worlds, with the metadata that a shop's file would carry. */
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

/** Plants follows and hidden entries, also of what only members see: they must not select, order or count. */
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
  // Saves deals of each kind, so that a leak of the locked ones would show in list and order.
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
