import { describe, expect, test } from 'vitest'
import { CLAIMED_DEALS_A_DAY, claimsOf, feedHeadline, shownClaims } from '#app/marketing/claims.ts'
import { announce } from '#app/server/live.ts'
import { spellNumberFirst } from '#app/shared/counts.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { offer } from '#app/shared/offer.ts'
import { createDeal } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true, environment: { SHOW_SAMPLE_CLAIMS: '1' } })
const NOW = new Date('2026-11-20T15:00:00Z')
const YESTERDAY = new Date('2026-11-19T15:00:00Z')
const figures = {
  retailers: 44,
  brands: 64,
  dealsADay: 34,
  lowestDiscount: 22,
  highestDiscount: 79,
  upToDiscount: 75,
  today: '2026-11-20',
}

const headlineOf = (...known: Parameters<typeof claimsOf>) =>
  feedHeadline(claimsOf(...known)).map(({ words }) => words)

describe('what may be claimed', () => {
  test('the catalogue’s own figures stand in for the samples, which go where nothing proves them', () => {
    const claims = claimsOf(figures, true)
    expect(shownClaims(claims, ['retailers', 'brands', 'dealsADay', 'discounts'])).toMatchObject([
      { figure: '44' },
      { figure: '64' },
      { figure: '34+' },
      { figure: '22-79%' },
    ])
    expect(claims.yearlySavings?.figure).toBe('$1,754')
    expect(claimsOf(figures, false).yearlySavings).toBeUndefined()
    expect(claimsOf(figures, false).retailers?.figure).toBe('44')
  })

  test.each([undefined, { ...figures, retailers: 0 }])(
    'without a catalogue samples are shown where they are allowed, and nothing where not',
    (nothing) => {
      expect(headlineOf(nothing, true)).toEqual([
        '400+ Retailers.',
        'One Curated Feed.',
        'All 40-80% off.',
      ])
      expect(Object.values(claimsOf(nothing, true)).map(({ figure }) => figure)).toEqual([
        '400+',
        '450+',
        '30+',
        '40-80%',
        '$1,754',
        'Over $700',
        '$500',
      ])
      expect(claimsOf(nothing, false)).toEqual({})
      expect(headlineOf(nothing, false)).toEqual(['One Curated Feed.'])
    },
  )

  test('what the catalogue disproves is not said at all, not even as a sample', () => {
    const claims = claimsOf({ ...figures, dealsADay: 0, highestDiscount: 0 }, true)
    expect(claims.dealsADay).toBeUndefined()
    expect(claims.discounts).toBeUndefined()
  })

  test('of all deals something is said only when it is known of all', () => {
    const one = { ...figures, lowestDiscount: null }
    // At least a tenth of the deals reach this figure less five points.
    expect(headlineOf(one, true).at(-1)).toBe('Up to 75% off.')
    // The highest discount is above this figure, and is shown on a card beside it.
    expect(claimsOf(one, true).discounts).toMatchObject({
      figure: '75%',
      words: 'off, at the upper end',
    })
    expect(headlineOf({ ...one, upToDiscount: null }, true).at(-1)).toBe('One Curated Feed.')
    expect(headlineOf({ ...figures, lowestDiscount: 79 }, true).at(-1)).toBe('All 79% off.')
  })
})

test('the sign-in page shows what may be claimed beside its form', async () => {
  const { body } = await app.inject({ url: '/sign-in' })
  const [stats = ''] = /<dl.*?<\/dl>/s.exec(body) ?? []
  expect(stats.match(/(?<=>)[^<]+/g)).toEqual([
    ...['saved per year on average', '$1,754'],
    ...['brands', '450+'],
    ...['deals per day', `${CLAIMED_DEALS_A_DAY}+`],
  ])
})

test('the bridge page says the trial, how it works and the guarantee', async () => {
  const { body } = await app.inject({ url: '/join-now' })
  const text = body.replace(/<!-- -->/g, '')
  expect(text).toMatch(
    new RegExp(`<h1[^>]*>${spellNumberFirst(offer.trialDays)} days, <br/> free\\.</h1>`),
  )
  expect(text).toContain(
    `${offer.trialDays} days free, then ${formatShortPrice(ANNUAL_CENTS / 100)} a year. Cancel any time in your account.`,
  )
  expect(text).toMatch(/<h2[^>]*>How it works<\/h2>/)
  expect(text).toMatch(/<h2[^>]*>Our guarantee<\/h2>/)
  expect(text).toContain(offer.guarantee)
})

test('pages say what the catalogue holds now, and change with it', async () => {
  app.setNow(NOW)
  const headline = async () => {
    const { body } = await app.inject({ url: '/daily-deals' })
    return /<h1[^>]*>(.*?)<\/h1>/
      .exec(body)?.[1]
      ?.replace(/<[^>]+>/g, '')
      .trim()
  }
  const draft = {
    createdAt: YESTERDAY,
    publishedAt: YESTERDAY,
    originalPriceCents: 10_000,
    isPriceProven: true,
  }
  await createDeal(app.ctx, { ...draft, retailerName: 'One', brandName: 'A', salePriceCents: 6000 })
  await createDeal(app.ctx, { ...draft, retailerName: 'Two', brandName: 'B', salePriceCents: 4999 })
  await createDeal(app.ctx, { ...draft, retailerName: 'Two', brandName: 'A', salePriceCents: 4999 })
  const hidden = { isPublished: false, salePriceCents: 100 }
  await createDeal(app.ctx, { ...draft, ...hidden, retailerName: 'Three', brandName: 'C' })

  const answer = await app.inject({ url: '/api/deals/figures' })
  expect(answer.json()).toEqual({
    retailers: 2,
    brands: 2,
    dealsADay: 3,
    lowestDiscount: 40,
    highestDiscount: 50,
    upToDiscount: 50,
    today: '2026-11-20',
  })
  const { body } = await app.inject({ url: '/' })
  expect(body).toContain('>retailers with a deal in the feed<')
  expect(body).not.toMatch(/read every day|costs? today/i)
  expect(await headline()).toBe('2 Retailers. One Curated Feed. All 40-50% off.')

  await createDeal(app.ctx, { ...draft, retailerName: 'Four', originalPriceCents: null })
  await app.db.transaction().execute((trx) => announce(trx, 'deals'))
  await expect.poll(headline).toBe('3 Retailers. One Curated Feed. Up to 50% off.')
})
