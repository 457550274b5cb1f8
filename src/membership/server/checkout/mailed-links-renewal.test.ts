import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson } from '#test/support/factories.ts'
import { CHOSEN } from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo, type PaidCheckout } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { createCheckoutLink } from './mailed-links.ts'
import { purgeOldCheckoutLinks } from './retention.ts'

const app = useUnthrottledApp()
const DAY_MS = 24 * 60 * 60 * 1000

let checkout: PaidCheckout
let link: string
beforeEach(async () => {
  const owner = await createPerson(app.ctx)
  checkout = await createPaidCheckout(app.ctx, { email: owner.email })
  // As if the link had been mailed.
  link = await createCheckoutLink(app.ctx, { checkoutId: checkout.id, userId: owner.id })
})

describe('a link that has run out', () => {
  const renew = (token = link) => openBrowser(app).post('/api/checkout-link', { link: token })

  test('is exchanged for a mail to the address of the same payment', async () => {
    app.setNow(new Date(Date.now() + 30 * DAY_MS))
    const response = await renew()
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    expect(await mailsTo(app.ctx, checkout.email)).toMatchObject([
      { template: 'finish-account', data: { checkoutId: checkout.id } },
    ])
  })

  test('is exchanged three times in an hour, and the answer stays the same', async () => {
    const answers = []
    for (let tries = 0; tries < 6; tries += 1) answers.push((await renew()).json())
    expect(answers).toEqual(Array(6).fill({ success: true }))
    expect(await mailsTo(app.ctx, checkout.email)).toHaveLength(3)
  })

  test('brings no mail when it is unknown, or when the payment has its account', async () => {
    const finished = await openBrowser(app).postWithToken('/api/complete-checkout', {
      ...{ link, email: checkout.email, password: CHOSEN },
    })
    expect(finished.statusCode).toBe(200)
    const mails = app.db.selectFrom('mails').select('id')
    const before = await mails.execute()
    for (const each of [link, 'x'.repeat(43), 'x']) {
      const response = await renew(each)
      expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    }
    expect(await mails.execute()).toEqual(before)
  })

  test('is forgotten after a season', async () => {
    app.setNow(new Date(Date.now() + 89 * DAY_MS))
    await purgeOldCheckoutLinks(app.ctx)
    const count = async () =>
      (await app.db.selectFrom('checkoutLinks').where('checkoutId', '=', checkout.id).execute())
        .length
    expect(await count()).toBe(1)
    app.setNow(new Date(Date.now() + 91 * DAY_MS))
    await purgeOldCheckoutLinks(app.ctx)
    expect(await count()).toBe(0)
    expect((await renew()).statusCode).toBe(200)
  })
})
