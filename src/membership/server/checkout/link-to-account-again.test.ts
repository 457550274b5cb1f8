import { describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { CHOSEN, complete, linked, signsIn, whoIs } from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp()

describe('the same call again', () => {
  test('sent twice at once makes one account, and both are answered', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const browsers = [openBrowser(app, checkout.cookie), openBrowser(app, checkout.cookie)]
    const answers = await Promise.all(browsers.map((browser) => complete(browser, checkout)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers.map((answer) => answer.json().user)).toEqual([
      { isNewUser: true },
      { isNewUser: true },
    ])
    for (const browser of browsers) expect(await whoIs(browser)).toBe(checkout.email)
    expect(await linked(app, checkout)).not.toBeNull()
    const welcomes = await mailsTo(app.ctx, checkout.email)
    expect(welcomes).toHaveLength(1)
  })

  test('twenty at once, each with a password of its own, let one of them set it', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const browsers = Array.from({ length: 20 }, () => openBrowser(app, checkout.cookie))
    const answers = await Promise.all(
      browsers.map((browser, index) =>
        complete(browser, checkout, { password: `my-own-password-${index}` }),
      ),
    )
    const winners = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    expect(await signsIn(app, checkout.email, `my-own-password-${winners[0]}`)).toBe(true)
  })

  test('four at once with the current password claim once, and all are signed in', async () => {
    const owner = await createPerson(app.ctx)
    const checkout = await createPaidCheckout(app.ctx, { email: owner.email })
    const claims: unknown[] = []
    app.ctx.live.subscribe('accounts', (payload) => {
      const { userId } = JSON.parse(payload ?? '{}')
      if (userId === owner.id) claims.push(payload)
    })
    const browsers = Array.from({ length: 4 }, () => openBrowser(app, checkout.cookie))
    const answers = await Promise.all(
      browsers.map((browser) => complete(browser, checkout, { password: PASSWORD })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    for (const browser of browsers) expect(await whoIs(browser)).toBe(owner.email)
    await expect.poll(() => claims.length).toBeGreaterThan(0)
    // Messages arrive in order: once this one is here, so are all that were sent before it.
    const last = new Promise((resolve) => app.ctx.live.subscribe('sessions', resolve))
    await app.as(owner).inject({ method: 'POST', url: '/api/logout' })
    await last
    expect(claims).toHaveLength(1)
  })

  test('two payments of one new address at once: the second waits for its inbox', async () => {
    const { email, ...first } = await createPaidCheckout(app.ctx)
    const second = await createPaidCheckout(app.ctx, { email })
    const answers = await Promise.all(
      [first, second].map(({ sessionId, cookie }, index) =>
        complete(openBrowser(app, cookie), { sessionId, email }, { password: `chosen-${index}-x` }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('by the browser that is signed in gets the same answer', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const browser = openBrowser(app, checkout.cookie)
    const first = await complete(browser, checkout)
    const again = await complete(browser, checkout, {})
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(again.cookies.map(({ name }) => name)).not.toContain('session')
  })

  test('without the session signs nobody in by itself', async () => {
    const checkout = await createPaidCheckout(app.ctx)
    const browser = openBrowser(app, checkout.cookie)
    await complete(browser, checkout)
    await browser.post('/api/logout')
    for (const more of [{}, { password: 'another-password-of-mine' }]) {
      const again = await complete(browser, checkout, more)
      expect([again.statusCode, again.json().code]).toEqual([400, 'checkout-not-valid'])
      expect(await whoIs(browser)).toBeUndefined()
    }
    expect(await signsIn(app, checkout.email, CHOSEN)).toBe(true)
  })
})
