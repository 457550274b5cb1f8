import { sweepGuarantees } from '#app/guarantee/server/sweep.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { paymentPages } from '#sandbox/payments/pages.routes.ts'
import { openPaymentSandbox } from '#sandbox/payments/sandbox.ts'

export const CARDS = {
  good: '4242424242424242',
  alsoGood: '5555555555554444',
  anotherGood: '4000056655665556',
  declined: '4000000000000002',
  failsLater: '4000000000000341',
} as const

export type TestPayments = ReturnType<typeof openTestPayments>

/** Opens the payment sandbox on the app's own port. Webhooks wait until a test delivers them. */
export function openTestPayments(http: Http, ctx: AppContext) {
  const { config, log } = ctx
  const { secretKey, webhookSecrets } = config.payments
  const sandbox = openPaymentSandbox(http, {
    isProduction: false,
    dataDir: config.dataDir,
    publicUrl: config.http.publicUrl,
    secretKey,
    webhookSecret: webhookSecrets[0] ?? '',
    log,
    letShopWork: async () => {
      await reconcile(ctx)
      await sweepGuarantees(ctx)
    },
  })
  paymentPages(http, sandbox, { publicUrl: config.http.publicUrl })
  sandbox.pointTo(config.http.ownOrigin)
  const { processor } = sandbox
  return {
    ...sandbox,
    /** Pays as a buyer on the payment page. Throws when the card is declined. */
    pay(sessionId: string, email: string, number: string = CARDS.good) {
      const card = { number, expMonth: 12, expYear: 2070, cvc: '123', name: 'A Buyer' }
      const attempt = processor.payCheckout(sessionId, { email, card })
      if (attempt.kind !== 'done') throw new Error(`The card was not taken: ${attempt.kind}`)
      return attempt.redirectTo
    },
    /** Delivers every due webhook, and those that follow from them, as the provider does. */
    async deliverAll() {
      while ((await sandbox.deliverDue()) > 0);
    },
  }
}
