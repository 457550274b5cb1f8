import { expect } from 'vitest'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import type { Person } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { forgetThrottles } from '#test/support/unthrottled-app.ts'
import type { PaidCheckout } from './membership.ts'

/** The password that a buyer chooses. */
export const CHOSEN = 'a-password-of-my-own'

/** Completes an account as the page after the payment does. */
export function complete(
  browser: Browser,
  { sessionId, email }: Pick<PaidCheckout, 'sessionId' | 'email'>,
  more: object = { password: CHOSEN },
) {
  return browser.postWithToken('/api/complete-checkout', { session_id: sessionId, email, ...more })
}

/** Returns the signed-in address, or undefined. */
export const whoIs = async (browser: Browser) => {
  const response = await browser.get('/api/user')
  return response.statusCode === 200 ? response.json().email : undefined
}

export const isMember = async (browser: Browser) =>
  (await browser.get('/api/subscription')).json().isMember

/** Whether this password signs in to the account in a browser that is new to it. */
export async function signsIn(app: TestApp, email: string, password: string) {
  await forgetThrottles(app)
  return (await openBrowser(app).post('/api/login', { email, password })).statusCode === 200
}

/** Returns all rows of an account, and how far its payment has come. */
export async function stateOf({ db }: TestApp, { id }: Pick<Person, 'id'>, checkout: PaidCheckout) {
  return {
    account: await db.selectFrom('users').selectAll().where('id', '=', id).execute(),
    sessions: await db.selectFrom('sessions').selectAll().where('userId', '=', id).execute(),
    devices: await db.selectFrom('knownDevices').selectAll().where('userId', '=', id).execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .select('id')
      .where('userId', '=', id)
      .execute(),
    checkout: await db.selectFrom('checkouts').selectAll().where('id', '=', checkout.id).execute(),
  }
}

/** Returns the person a payment is linked to, if any; its checkout, subscription and payment must agree. */
export async function linked({ db }: TestApp, { id, subscriptionId }: PaidCheckout) {
  const checkout = await db
    .selectFrom('checkouts')
    .select(['claimedAt', 'claimedUserId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const userIds = ['subscriptions' as const, 'payments' as const].map((table) =>
    db
      .selectFrom(table)
      .select('userId')
      .where(table === 'payments' ? 'subscriptionId' : 'id', '=', subscriptionId)
      .executeTakeFirstOrThrow(),
  )
  const [subscription, payment] = await Promise.all(userIds)
  expect(new Set([subscription?.userId, payment?.userId])).toEqual(
    new Set([checkout.claimedUserId]),
  )
  expect(checkout.claimedAt === null).toBe(checkout.claimedUserId === null)
  return checkout.claimedUserId
}
