import { devtoolsRoutes } from '#app/devtools/server/devtools.routes.ts'
import { offer } from '#app/membership/offer.ts'
import { LOOKUP_KEYS, PRODUCT_NAME } from '#app/membership/server/prices.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http.ts'
import { ADMIN_PASSWORD } from '#test/admin.ts'
import type { TestPayments } from '#test/payments.ts'

/** What a test app is made with to have the developer tools on it. */
export function withDevTools(payments: () => TestPayments) {
  return {
    environment: { ADMIN_PASSWORD, DEV_TOOLS: '1' },
    hasPayments: true,
    extend: (http: Http, ctx: AppContext) =>
      devtoolsRoutes(http, ctx, ({ subscriptionId, email }) => {
        const { priceCents, interval } = offer.plans.annual
        payments().ensureSubscription({
          subscriptionId,
          customerId: subscriptionId.replace(/^sub_/, 'cus_'),
          email,
          price: {
            lookupKey: LOOKUP_KEYS.annual,
            productName: PRODUCT_NAME,
            unitAmount: priceCents,
            currency: offer.currency,
            interval,
          },
        })
      }),
  }
}
