import { describe, expect, test } from 'vitest'
import { OF_EVERYBODY } from '#app/membership/server/checkout/throttle.ts'
import { openBrowser } from '#test/support/browser.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { openBuyer, verifyUrl } from './buyers.ts'

const app = useUnthrottledApp({ hasPayments: true })

/** Opens a checkout from a browser that has never been here. */
const wish = (ip: string) =>
  openBrowser(app, '', ip).post('/api/create-checkout-session', { priceId: 'annual' })
const countRows = async (table: 'checkouts' | 'throttles') =>
  (await app.db.selectFrom(table).selectAll().execute()).length
const fill = (key: string, points: number) =>
  app.db.updateTable('throttles').set({ points }).where('key', '=', key).execute()

describe('a network that wants payment pages without end', () => {
  test('gets sixty an hour, and what is refused is written down nowhere', async () => {
    const before = await countRows('checkouts')
    const statuses: number[] = []
    // In small batches: a busy machine would turn some of them away if all came at once.
    for (let time = 0; time < 14; time += 1) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => wish('203.0.113.9')))
      statuses.push(...answers.map(({ statusCode }) => statusCode))
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await countRows('checkouts')).toBe(before + 60)

    const counters = await countRows('throttles')
    for (let time = 0; time < 10; time += 1) {
      const refused = await wish('203.0.113.9')
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    }
    expect(await countRows('checkouts')).toBe(before + 60)
    expect(await countRows('throttles')).toBe(counters)
  })

  test('is asked for patience also where every request comes as another browser', async () => {
    await wish('203.0.113.10')
    await fill('checkout-asking-network:203.0.113.10', 300)
    const refused = await wish('203.0.113.10')
    expect([refused.statusCode, refused.json().error]).toEqual([
      429,
      'You have asked very often. Please try again in 10 minutes.',
    ])
  })

  test('is a whole /48 where there are more addresses than people', async () => {
    expect((await wish('2001:db8:5:1::1')).statusCode).toBe(200)
    await fill('checkout-wider-network:2001:db8:5', 600)
    expect((await wish('2001:db8:5:2::1')).statusCode).toBe(429)
    expect((await wish('2001:db8:6:1::1')).statusCode).toBe(200)
  })
})

describe('far more payment pages than usual, from everywhere together', () => {
  const warnings = () =>
    app.logLines.filter((line) => line.includes('unusually many payment pages'))

  test('have to wait a minute at most, and the log says so once', async () => {
    const browser = openBrowser(app, '', '203.0.113.20')
    const open = () => browser.post('/api/create-checkout-session', { priceId: 'annual' })
    const first = await open()
    await fill('checkout-everybody:all', OF_EVERYBODY.limit)
    for (const last of [21, 22, 23]) {
      const refused = await wish(`203.0.113.${last}`)
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    expect(warnings()).toHaveLength(1)
    // A browser that already has a page keeps it.
    expect((await open()).json().id).toBe(first.json().id)
  })

  test('are told of long before', async () => {
    await wish('203.0.113.30')
    const before = warnings().length
    await fill('checkout-pages:all', 500)
    expect((await wish('203.0.113.31')).statusCode).toBe(200)
    expect((await wish('203.0.113.32')).statusCode).toBe(200)
    expect(warnings()).toHaveLength(before + 1)
  })
})

test('how a payment ends is asked a hundred and twenty times in ten minutes from a network; once it is known, freely', async () => {
  const buyer = openBuyer(app)
  const sessionId = await buyer.begin()
  const ask = async () => (await buyer.browser.get(verifyUrl(sessionId))).statusCode
  expect(await ask()).toBe(200)
  const [counter] = await app.db
    .selectFrom('throttles')
    .select(['key', 'points'])
    .where('key', 'like', 'checkout-verifying:%')
    .execute()
  expect(counter?.points).toBe(1)
  await fill(counter?.key ?? '', 119)
  expect([await ask(), await ask()]).toEqual([200, 429])
  app.payments.pay(sessionId, buyer.email)
  await app.payments.deliverAll()
  expect(await ask()).toBe(200)
})
