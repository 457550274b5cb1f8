import { beforeEach } from 'vitest'
import { openBuyer } from '#test/checkout/buyers.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { cookieOf, useMeasuredApp } from './use-measured-app.ts'

export const FBP = 'fb.1.1700000000000.42'

/** The same with the payment provider. Every test begins without purchases. */
export async function useMeasuredShop() {
  const measured = await useMeasuredApp({ hasPayments: true })
  const { app, receiver, consenting } = measured
  beforeEach(async () => {
    await app.db.deleteFrom('checkouts').execute()
    await app.db.deleteFrom('trials').execute()
  })

  return {
    ...measured,
    /** Somebody who has agreed and has paid. */
    async buy(wish: object = {}) {
      // All of them pay with the same card.
      await app.db.deleteFrom('trials').execute()
      const buyer = openBuyer(app, { cookie: cookieOf(await consenting()) })
      const opened = (await buyer.open({ fbp: FBP, ...wish })).json()
      app.payments.pay(opened.id, buyer.email)
      return { buyer, browser: buyer.browser, sessionId: opened.id as string, opened }
    },
    purchases: () => receiver.received().filter(({ event_name }) => event_name === 'Purchase'),
    /** What a purchase would be told with when its buyer does not come back. */
    adClickIdsOf: (sessionId: string) =>
      app.db
        .selectFrom('checkouts')
        .select(['consentId', 'fbp', 'fbc', 'clientIp', 'clientUserAgent', 'sourceUrl'])
        .where('sessionId', '=', sessionId)
        .executeTakeFirstOrThrow(),
  }
}

/** The page after the payment tells of it. */
export function report(browser: Browser, sessionId: unknown, more: object = {}) {
  return browser.post('/api/track-purchase', { session_id: sessionId, ...more })
}

/** A tab of its own: the same cookies as they are now. */
export function tab(browser: Browser, at: TestApp): Browser {
  return openBrowser(at, cookieOf(browser))
}
