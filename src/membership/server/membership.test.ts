import { beforeAll, describe, expect, test } from 'vitest'
import { SubscriptionStatus } from '#app/membership/membership.contract.ts'
import {
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  createSubscription,
} from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

const PAID = {
  productName: 'Canary clutch',
  domain: 'canary.example',
  retailerName: 'Canary Store',
}
const PAST = new Date('2020-01-01T00:00:00Z')
const FUTURE = new Date('2099-01-01T00:00:00Z')

let dealId: string
beforeAll(async () => {
  dealId = (await createDeal(app.ctx, { ...PAID, showInSplash: true, carouselAssignment: 1 })).id
})

/** Everything this browser is shown of the deal, by every route that shows deals. */
async function shownTo(cookie: string, on: TestApp = app) {
  const urls = [
    '/api/deals',
    '/api/deals/preview',
    '/api/deals/carousel/1',
    `/api/deals/${dealId}`,
    `/api/track/deal/${dealId}`,
  ]
  const answers = await Promise.all(urls.map((url) => on.as({ cookie }).inject({ url })))
  const way = answers.at(-1)
  return {
    feed: answers[0]?.json().deals[0],
    deal: answers[3]?.json(),
    wayStatus: way?.statusCode,
    way: way?.json(),
    all: answers.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n'),
  }
}

async function expectOpen(cookie: string, on?: TestApp) {
  const { feed, deal, way, wayStatus } = await shownTo(cookie, on)
  const open = {
    isAccessible: true,
    productName: PAID.productName,
    domain: PAID.domain,
    retailer: PAID.retailerName,
  }
  for (const each of [feed, deal, way]) expect(each).toMatchObject(open)
  expect([wayStatus, deal.buyUrl]).toEqual([200, `https://canary.example/p/${dealId}`])
}

async function expectLocked(cookie: string, on?: TestApp, wayOut = 403) {
  const { feed, deal, wayStatus, all } = await shownTo(cookie, on)
  for (const each of [feed, deal])
    expect(each).toMatchObject({ isAccessible: false, brandName: 'Maison Test' })
  expect(wayStatus).toBe(wayOut)
  expect(all).not.toMatch(/canary/i)
}

const cases = SubscriptionStatus.options.flatMap((status) =>
  [true, false].flatMap((cancelAtPeriodEnd) =>
    [PAST, FUTURE, null].map((currentPeriodEnd) => ({
      status,
      cancelAtPeriodEnd,
      currentPeriodEnd,
    })),
  ),
)

describe('the feed, the deal and the way to the retailer', () => {
  test.each(cases)(
    'with a subscription that is $status, ending: $cancelAtPeriodEnd, paid until $currentPeriodEnd',
    async (draft) => {
      const person = await createPerson(app.ctx)
      await createSubscription(app.ctx, person, draft)
      const isMember = draft.status === 'active' || draft.status === 'trialing'
      await (isMember ? expectOpen : expectLocked)(person.cookie)
    },
  )

  test('are locked for visitors, for people without a subscription and for words we do not know', async () => {
    await expectLocked('', app, 401)
    await expectLocked((await createPerson(app.ctx)).cookie)
    await expectLocked((await createSubscriber(app.ctx, 'paused')).cookie)
    await expectLocked(`session=${'z'.repeat(43)}`, app, 401)
  })

  test('open with any one subscription, however many have ended', async () => {
    const person = await createPerson(app.ctx)
    for (const status of ['canceled', 'trialing', 'incomplete_expired']) {
      await createSubscription(app.ctx, person, { status })
    }
    await expectOpen(person.cookie)
  })

  test("do not open with somebody else's subscription, or with one that nobody has claimed", async () => {
    const person = await createPerson(app.ctx)
    await createMember(app.ctx)
    await createSubscription(app.ctx, undefined)
    await expectLocked(person.cookie)
  })

  test('do not listen to what the browser claims', async () => {
    const { cookie } = await createPerson(app.ctx)
    const url = '/api/deals?isAccessible=true&isMember=1&status=active&userId=1&viewer=member'
    const headers = { cookie: `${cookie}; isMember=true; tier=annual`, 'x-user-id': '1' }
    const { body } = await app.inject({ url, headers })
    expect(body).not.toMatch(/canary/i)
  })
})

describe('a change is seen by the very next request, on every server process', () => {
  test('when the subscription changes', async () => {
    const other = await app.another()
    const person = await createPerson(app.ctx)
    const { id } = await createSubscription(app.ctx, person, { status: 'incomplete' })
    for (const status of ['trialing', 'past_due', 'active', 'canceled', 'active', 'unpaid']) {
      await app.db.updateTable('subscriptions').set({ status }).where('id', '=', id).execute()
      const expectIt = status === 'active' || status === 'trialing' ? expectOpen : expectLocked
      for (const each of [other, app]) await expectIt(person.cookie, each)
    }
    await other.close()
  })

  test('when a member signs out', async () => {
    const other = await app.another()
    const { cookie } = await createMember(app.ctx)
    for (const each of [app, other]) await expectOpen(cookie, each)
    await other.as({ cookie }).inject({ method: 'POST', url: '/api/logout' })
    for (const each of [app, other]) {
      await expectLocked(cookie, each, 401)
    }
    await other.close()
  })
})

describe('the subscription page', () => {
  const read = (cookie: string) => app.as({ cookie }).inject({ url: '/api/subscription' })

  test('needs somebody to be signed in', async () => {
    expect([(await read('')).statusCode, (await read('')).json()]).toMatchObject([
      401,
      { code: 'sign-in-required' },
    ])
  })

  test('shows nothing to somebody who never had one', async () => {
    const none = {
      status: null,
      tier: null,
      price: null,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      card: null,
    }
    const { cookie } = await createPerson(app.ctx)
    expect((await read(cookie)).json()).toEqual({ ...none, isMember: false })
  })

  test.each(cases)(
    'shows $status, ending: $cancelAtPeriodEnd, until $currentPeriodEnd',
    async (draft) => {
      const person = await createPerson(app.ctx)
      await createSubscription(app.ctx, person, { ...draft, plan: 'monthly' })
      expect((await read(person.cookie)).json()).toEqual({
        status: draft.status,
        tier: 'monthly',
        price: null,
        cancelAtPeriodEnd: draft.cancelAtPeriodEnd,
        currentPeriodEnd: draft.currentPeriodEnd?.toISOString() ?? null,
        isMember: draft.status === 'active' || draft.status === 'trialing',
        card: null,
      })
    },
  )

  test('shows a cancellation on a day of its own as ending on that day', async () => {
    const person = await createPerson(app.ctx)
    const cancelAt = new Date('2027-03-01T00:00:00Z')
    await createSubscription(app.ctx, person, { cancelAt, currentPeriodEnd: FUTURE })
    expect((await read(person.cookie)).json()).toMatchObject({
      cancelAtPeriodEnd: true,
      currentPeriodEnd: '2027-03-01T00:00:00.000Z',
    })
  })

  test('shows no word that the payment provider invents later', async () => {
    const { cookie } = await createSubscriber(app.ctx, 'paused')
    expect((await read(cookie)).json()).toMatchObject({
      status: null,
      tier: 'annual',
      isMember: false,
    })
  })
})
