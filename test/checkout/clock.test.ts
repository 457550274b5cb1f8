import { beforeEach, expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { join } from './buyers.ts'

const app = useTestApp({ hasPayments: true })
beforeEach(() => app.db.deleteFrom('trials').execute())

/** Presses a button of the sandbox's clock, from a page or a script. */
const leap = (by: string, accept = 'application/json') =>
  app.inject({
    method: 'POST',
    url: '/sandbox/payments/clock',
    payload: new URLSearchParams({ by }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
  })

const mailsTo = async ({ email }: { email: string }) =>
  (
    await app.db.selectFrom('mails').select('template').where('recipient', '=', email).execute()
  ).map(({ template }) => template)

test('three quick days pass as three slow ones: who is on trial hears of its end the day before', async () => {
  const buyer = await join(app)
  expect(await mailsTo(buyer)).not.toContain('trial-ends-tomorrow')
  const before = app.payments.processor.now()
  const leaps = await Promise.all([leap('1d'), leap('1d'), leap('1d')])
  expect(leaps.map((answer) => answer.json().isFinished)).toEqual([true, true, true])
  const moved = app.payments.processor.now().getTime() - before.getTime()
  expect(moved).toBeGreaterThanOrEqual(3 * 86_400_000)
  expect(await mailsTo(buyer)).toContain('trial-ends-tomorrow')
})

test('one leap over all of it does the same, and is over when it answers', async () => {
  const buyer = await join(app)
  expect(await buyer.subscription()).toMatchObject({ status: 'trialing' })
  const answer = (await leap('12m')).json()
  expect(answer).toMatchObject({ isFinished: true })
  expect(answer.told).toBeGreaterThan(0)
  // The route is in no request class, so a long leap is not answered with a timeout.
  expect(app.http.routeTable).toContainEqual(
    expect.objectContaining({ url: '/sandbox/payments/clock', requestClass: 'none' }),
  )
  // No webhook is left to deliver: the shop knows that the trial became a membership.
  expect(await app.payments.deliverDue()).toBe(0)
  expect(await buyer.subscription()).toMatchObject({ status: 'active', isMember: true })
  const mails = await mailsTo(buyer)
  expect(mails.filter((template) => template === 'trial-ends-tomorrow')).toHaveLength(1)
})

test('the console says where the clock has arrived, and what was told on the way', async () => {
  await join(app)
  const answer = await leap('3d', 'text/html')
  expect(answer.statusCode).toBe(303)
  const page = await app.inject({ url: String(answer.headers.location) })
  expect(page.body).toMatch(
    /The clock has arrived: it went 3 days forward, and told the shop of \d+ events? on the way\. All of it is finished\./,
  )
  expect((await app.inject({ url: '/sandbox/payments' })).body).not.toContain('has arrived')
})
