import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSubscriber } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const both = useTestApp({ hasPages: true })
const yearOnly = useTestApp({ hasPages: true, environment: { MONTHLY_PRICE_CENTS: '' } })

const SELLING = ['/', '/join-now', '/subscribe', '/get-access', '/start-saving', '/terms']

test('both plans are offered with what the year comes to by the month, and what it saves', async () => {
  for (const url of ['/join-now', '/subscribe']) {
    const { body } = await both.inject({ url })
    expect(body).toContain('Choose your plan')
    expect(body).toContain('About $8 a month, billed yearly')
    expect(body).toContain('Saves $47 a year against monthly')
    expect(body.match(/type="radio"/g)).toHaveLength(2)
  }
})

test('the day of the first charge is told as the days after which it is taken', async () => {
  const { body } = await both.inject({ url: '/join-now' })
  expect(body).toContain('After 3 days, unless you have cancelled: $97 a year.')
})

test('who has had the trial reads nothing of another before paying', async () => {
  const back = await createSubscriber(both.ctx, 'canceled')
  const { body } = await both.as(back).inject({ url: '/join-now' })
  expect(body).toContain('As soon as you have paid: $97 a year.')
  expect(body).not.toContain('Why a card for a free trial?')
  expect(body).toContain('we never see its number')
})

test('where the year alone is sold there is nothing to choose, and no page speaks of another plan', async () => {
  for (const url of SELLING) {
    const { body, statusCode } = await yearOnly.inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(body, url).not.toMatch(/monthly|type="radio"|\$12 a month|Both start/i)
    expect(body, url).toContain('$97')
  }
  // A link to a plan that is not sold leads to the one that is sold, and the page says so.
  const { body } = await yearOnly.inject({ url: '/join-now?plan=monthly' })
  expect(body).toContain('About $8 a month, billed yearly')
  expect(body).toContain('3 days free, then $97 a year')
  const said = 'The plan you asked for is not sold just now.'
  expect(body).toContain(said)
  expect((await both.inject({ url: '/join-now?plan=monthly' })).body).not.toContain(said)
})

test('no page of ours asks for a card number', () => {
  const asks = (source: string) => /cc-(number|csc|exp)|card-?number|name="cvc"/i.test(source)
  const pages = globSync('src/{*/web/**/*,ui/**/*,web/**/*}.{ts,tsx}')
  expect(pages.length).toBeGreaterThan(100)
  expect(pages.filter((file) => asks(readFileSync(file, 'utf8')))).toEqual([])
  expect(asks('<input autoComplete="cc-number" />')).toBe(true)
})
