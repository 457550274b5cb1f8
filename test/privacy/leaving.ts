import type { LightMyRequestResponse } from 'fastify'
import type { Plan } from '#app/shared/offer.ts'
import { purchase } from '#test/payments/purchases.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'

type Draft = { isTrial?: boolean; card?: string; plan?: Plan }

/** Creates a signed-in person who has paid, and delivers all of the provider's events about it. */
export async function buy(app: TestApp, draft: Draft = {}) {
  const person = await createPerson(app.ctx)
  const bought = await purchase(app, { buyer: person, ...draft })
  await app.payments.deliverAll()
  return { ...person, ...bought }
}

/** Returns the subscription as the provider holds it. */
export const subscriptionAt = (app: TestApp, id: string) =>
  app.ctx.payments.stripe.subscriptions.retrieve(id)

/** Returns the account's row, or an empty list when it is deleted. */
export const accountOf = (app: TestApp, id: string) =>
  app.db.selectFrom('users').where('id', '=', id).select('id').execute()

let networks = 0

/** Deletes the account as the page does, from its own browser and network. */
export async function leave(
  app: TestApp,
  { cookie }: { cookie: string },
  password: string = PASSWORD,
): Promise<LightMyRequestResponse> {
  networks += 1
  const ip = `192.0.2.${networks % 250}`
  const browser = openBrowser(app, cookie, ip)
  const { csrfToken } = (await browser.get('/api/csrf-token')).json()
  return app.inject({
    method: 'DELETE',
    url: '/api/account',
    remoteAddress: ip,
    headers: {
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrf-token': csrfToken,
    },
    payload: { password },
  })
}

export const outcome = (response: LightMyRequestResponse) =>
  `${response.statusCode} ${response.json().code ?? ''}`.trim()
