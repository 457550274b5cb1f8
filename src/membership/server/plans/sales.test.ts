import { afterEach, describe, expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { createSales, readSaleCommand } from './sales.ts'

const app = useTestApp()
const sales = () => createSales(app.ctx)
const shown = async () => (await app.inject({ url: '/api/offer' })).json().sale
const BLACK_FRIDAY = { priceCents: 6700, firstDay: '2026-11-27', lastDay: '2026-11-30' }

afterEach(async () => {
  app.setNow(undefined)
  await sales().end()
})

describe('a sale of the annual plan', () => {
  test('is off unless it is set', async () => {
    expect(await shown()).toBeNull()
  })

  test.each([
    ['the evening before', '2026-11-27T04:59:59Z', null],
    ['its first minute', '2026-11-27T05:00:00Z', { price: 67, lastDay: '2026-11-30' }],
    ['its last minute', '2026-12-01T04:59:59Z', { price: 67, lastDay: '2026-11-30' }],
    ['the morning after', '2026-12-01T05:00:00Z', null],
  ])('on %s, by the calendar of Toronto', async (_when, now, expected) => {
    await sales().set(BLACK_FRIDAY)
    app.setNow(new Date(now))
    expect(await shown()).toEqual(expected)
  })

  test('takes the place of the one before, and can be ended', async () => {
    app.setNow(new Date('2026-11-28T12:00:00Z'))
    await sales().set(BLACK_FRIDAY)
    await sales().set({ ...BLACK_FRIDAY, priceCents: 7700 })
    expect(await shown()).toMatchObject({ price: 77 })
    await sales().end()
    expect(await shown()).toBeNull()
  })

  test('is told to everybody who keeps finished pages', async () => {
    const heard = new Promise<void>((resolve) => app.ctx.live.subscribe('deals', () => resolve()))
    await sales().set(BLACK_FRIDAY)
    await expect(heard).resolves.toBeUndefined()
  })
})

test.each([
  [['97', '2026-11-27', '2026-11-30'], /below the usual one/],
  [['0', '2026-11-27', '2026-11-30'], /above 0/],
  [['6.7', '2026-11-27', '2026-11-30'], /in dollars/],
  [['67', '2026-11-31', '2026-12-01'], /^There is no November 31 in 2026\.$/],
  [['67', '2027-01-30', '2027-02-29'], /^There is no February 29 in 2027\.$/],
  [['67', '2026-13-01', '2026-12-01'], /write days as/],
  [['67'], /a price, a first day and a last day/],
  [['67', '27.11.2026', '2026-12-01'], /write days as/],
  [['67', '2026-11-30', '2026-11-27'], /before the first/],
  [['67', '2026-11-27', '2026-11-30', 'x'], /a price, a first day and a last day/],
])('%s is no sale', (words, complaint) => {
  expect(readSaleCommand(words)).toMatch(complaint)
})

test('a sale is typed as dollars and two days', () => {
  expect(readSaleCommand(['67.50', '2026-11-27', '2026-11-30'])).toEqual({
    change: 'set',
    sale: { ...BLACK_FRIDAY, priceCents: 6750 },
  })
  expect([readSaleCommand([]), readSaleCommand(['off'])]).toEqual([
    { change: 'none' },
    { change: 'end' },
  ])
})
