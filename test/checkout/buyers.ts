import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { Plan } from '#app/shared/offer.ts'
import { openAdmin } from '#test/support/admin.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import type { Person } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'

export const DAY = 24 * 60 * 60
export const PASSWORD_CHOSEN = 'a-password-of-my-own'

/** A person at a browser, on the way to a membership or past it. */
export type Buyer = {
  browser: Browser
  email: string
  /** Presses the button of a page and returns the server's response. */
  open: (wish?: object) => ReturnType<Browser['post']>
  /** Does the same where it must succeed, and returns the session's id. */
  begin: (wish?: object) => Promise<string>
  verify: (sessionId: string) => Promise<Verified>
  complete: (sessionId: string, more?: object) => ReturnType<Browser['post']>
  act: (action: string, payload?: object) => ReturnType<Browser['post']>
  subscription: () => Promise<{ status: string | null; isMember: boolean } & Facts>
  /** Returns the product names that the feed shows. */
  names: () => Promise<string[]>
}

type Facts = Record<string, unknown>
type Verified = { valid: boolean; code?: string; email?: string } & Facts

type Who = {
  /** The account, when signed in. */
  person?: Person
  cookie?: string
  /** The email that is typed into forms. */
  email?: string
}

let count = 0

/** Opens a browser with a network of its own, signed in as `person` or as a visitor. */
export function openBuyer(
  app: TestApp,
  { person, cookie = person?.cookie ?? '', email: given }: Who = {},
): Buyer {
  count += 1
  const browser = openBrowser(app, cookie, `198.51.${(count >> 8) % 256}.${count % 256}`)
  const email = given ?? person?.email ?? `buyer-${count}-${process.pid}@buyers.test`
  const open = (wish: object = {}) =>
    browser.post('/api/create-checkout-session', { priceId: 'annual', ...wish })
  return {
    browser,
    email,
    open,
    async begin(wish) {
      const response = await open(wish)
      if (response.statusCode !== 200) throw new Error(response.body)
      return response.json().id
    },
    verify: async (sessionId) => (await browser.get(verifyUrl(sessionId))).json(),
    complete: (sessionId, more = {}) =>
      browser.postWithToken('/api/complete-checkout', {
        session_id: sessionId,
        email,
        password: PASSWORD_CHOSEN,
        ...more,
      }),
    act: (action, payload = {}) => browser.post(`/api/subscription/${action}`, payload),
    subscription: async () => (await browser.get('/api/subscription')).json(),
    async names() {
      const { deals } = (await browser.get('/api/deals')).json()
      return deals.flatMap(({ productName }: { productName?: string }) => productName ?? [])
    },
  }
}

export function verifyUrl(sessionId: string): string {
  return `/api/verify-checkout-session?session_id=${encodeURIComponent(sessionId)}`
}

type Joining = {
  person?: Person
  plan?: Plan
  /** The card number. */
  card?: string
  /** Replaces the usual payment at the provider's page. */
  pay?: (sessionId: string, email: string) => void
}
export type Joined = Buyer & { sessionId: string; subscriptionId: string }

/** Creates a buyer who pays, returns and makes the account; with a `person`, one who is signed in. */
export async function join(app: TestApp, how: Joining = {}): Promise<Joined> {
  const { person, plan = 'annual', card } = how
  const { pay = (sessionId, email) => app.payments.pay(sessionId, email, card) } = how
  const buyer = openBuyer(app, person ? { person } : {})
  const sessionId = await buyer.begin({ priceId: plan })
  pay(sessionId, buyer.email)
  const verified = await buyer.verify(sessionId)
  if (!verified.valid) throw new Error(JSON.stringify(verified))
  if (!verified.isLinked) {
    const completed = await buyer.complete(sessionId)
    if (completed.statusCode !== 200) throw new Error(completed.body)
  }
  return { ...buyer, sessionId, subscriptionId: await subscriptionOf(app, sessionId) }
}

export async function subscriptionOf({ ctx }: TestApp, sessionId: string): Promise<string> {
  const { subscription } = await ctx.payments.stripe.checkout.sessions.retrieve(sessionId)
  return String(subscription)
}

/** Returns the provider's checkout sessions, the newest first. */
export function sessionsAt({ payments }: TestApp): Stripe.Checkout.Session[] {
  return payments.processor
    .objects('checkout.session')
    .map(({ json }) => json as Stripe.Checkout.Session)
}

/** Returns the payments that took money, in cents net of refunds, the newest first. */
export function chargesAt({ payments }: TestApp): number[] {
  return payments.processor
    .objects('charge')
    .map(({ json }) => json as Stripe.Charge)
    .filter(({ paid }) => paid)
    .map(({ amount, amount_refunded }) => amount - amount_refunded)
}

export async function rowOf({ db }: TestApp, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
}

export async function checkoutOf({ db }: TestApp, sessionId: string) {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow()
}

/** Changes the card on the provider's page and delivers all webhooks about it. */
export async function changeCardTo(app: TestApp, buyer: Buyer, number: string): Promise<void> {
  const { url } = (await buyer.act('portal')).json()
  const portal = /\/sandbox\/portal\/(\w+)/.exec(url)?.[1] ?? ''
  const card = { number, expMonth: 12, expYear: 2041, cvc: '123' }
  expect(app.payments.processor.replaceCard(portal, card).kind).toBe('done')
  await app.payments.deliverAll()
}

/** Gives free days, as an owner does for a bad week. */
export async function giveDays(
  app: TestApp,
  { subscriptionId }: Joined,
  days: number,
): Promise<void> {
  const { userId } = await app.db
    .selectFrom('subscriptions')
    .select('userId')
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const { cookie } = await openAdmin(app, 'Ada')
  const given = await app.as({ cookie }).inject({
    method: 'POST',
    url: `/api/admin/members/${userId}/days`,
    payload: {
      id: `days-of-${subscriptionId}`.slice(0, 40),
      days,
      seenUntil: null,
      reason: 'A bad week',
    },
  })
  expect(given.statusCode, given.body).toBe(200)
}
