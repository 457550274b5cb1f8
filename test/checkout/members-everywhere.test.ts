import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDeal, createPerson } from '#test/support/factories.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import { type Buyer, DAY, join, openBuyer } from './buyers.ts'

const app = useTestApp({ hasPayments: true, hasPages: true })
let other: TestApp
let dealId: string
beforeAll(async () => {
  const provider = { STRIPE_API_BASE: app.ctx.config.http.ownOrigin }
  other = await app.another({ hasPages: true, environment: provider })
  dealId = (await createDeal(app.ctx, { productName: 'Halcyon cape', domain: 'halcyon.example' }))
    .id
})
beforeEach(() => app.db.deleteFrom('trials').execute())
afterAll(() => other.close())

const HALCYON = /halcyon/i

/** Returns every way to a deal, as this person gets it from each of the two server processes. */
async function shownTo({ browser }: Pick<Buyer, 'browser'>): Promise<boolean[]> {
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const urls = [
    '/api/deals',
    `/api/deals/${dealId}`,
    '/api/deals/preview',
    '/daily-deals',
    `/deal/${dealId}`,
    `/api/track/deal/${dealId}`,
    `/track?deal_id=${dealId}`,
  ]
  const shown: boolean[] = []
  for (const process of [app, other]) {
    for (const url of urls) {
      const response = await process.as({ cookie }).inject({ url })
      const text = response.body + JSON.stringify(response.headers)
      shown.push(HALCYON.test(text))
      expect(response.headers['cache-control']).toBe('private, no-store')
    }
  }
  return shown
}

const expectOpen = async (who: Pick<Buyer, 'browser'>) => {
  const shown = await shownTo(who)
  // The feed, the deal and the way out, as API calls and as pages; the splash page shows other deals.
  expect(shown.filter(Boolean).length).toBeGreaterThanOrEqual(10)
}
const expectLocked = async (who: Pick<Buyer, 'browser'>) =>
  expect((await shownTo(who)).filter(Boolean)).toEqual([])

const told = () => app.payments.deliverAll()

describe('the very next request, on either of two server processes', () => {
  test('of whoever has just paid shows names', async () => {
    const person = await createPerson(app.ctx)
    const buyer = openBuyer(app, { person })
    await expectLocked(buyer)
    const sessionId = await buyer.begin()
    await expectLocked(buyer)
    app.payments.pay(sessionId, person.email)
    await told()
    await expectOpen(buyer)
  })

  test('of whoever has just made the account shows names; before that it does not', async () => {
    const buyer = openBuyer(app)
    const sessionId = await buyer.begin()
    app.payments.pay(sessionId, buyer.email)
    await told()
    await buyer.verify(sessionId)
    await expectLocked(buyer)
    await buyer.complete(sessionId)
    await expectOpen(buyer)
  })

  test('of a member who is ended at once is locked', async () => {
    const member = await join(app)
    await expectOpen(member)
    await app.ctx.payments.stripe.subscriptions.cancel(member.subscriptionId)
    await told()
    await expectLocked(member)
  })

  test('of a cancelled trial is locked from its last second on', async () => {
    const member = await join(app)
    await member.act('cancel')
    app.payments.processor.advance(3 * DAY - 60)
    await told()
    await expectOpen(member)
    app.payments.processor.advance(120)
    await told()
    await expectLocked(member)
  })

  test('of a member who fails to pay is locked, and stays so when all tries are over', async () => {
    const member = await join(app, { card: CARDS.failsLater })
    app.payments.processor.advance(3 * DAY + 2 * 60 * 60)
    await told()
    await expectLocked(member)
    app.payments.processor.advance(16 * DAY)
    await told()
    await expectLocked(member)
  })

  test('after signing out holds nothing, and no page was kept for the way back', async () => {
    const member = await join(app)
    await expectOpen(member)
    const signedIn = new Map(member.browser.cookies)
    await member.browser.post('/api/logout')
    await expectLocked(member)
    await expectLocked({ browser: { ...member.browser, cookies: signedIn } })
    // A visitor's page is cached here, and a member's page never is.
    await expectLocked(openBuyer(app))
  })
})
