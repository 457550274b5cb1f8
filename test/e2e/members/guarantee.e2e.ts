import { expect, expectNoSidewaysScrolling, open, reload } from '#test/e2e/support/browser.ts'
import { startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { runJobs } from '#test/support/jobs.ts'
import { createPayer } from '#test/support/paying/payer.ts'

const A_YEAR_SECONDS = 366 * 24 * 60 * 60

const test = withServer('a year', () => startOwnServer({ hasPayments: true }))

test('a year passes, one press, and the refund arrives', async ({ page, context, server }) => {
  const member = await createPayer(server)
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  await server.payments.travel(60)
  await open(page, '/guarantee')
  await expect(page.getByRole('heading', { name: /^Your year runs until / })).toBeVisible()
  await expect(page.getByText(/^\$0 of \$100 recorded, until \w+ \d+, \d{4}$/)).toBeVisible()
  await open(page, '/account')
  await expect(page.getByRole('main').getByText(/^\$0 of \$100 recorded/)).toBeVisible()

  await server.payments.travel(A_YEAR_SECONDS)
  await runJobs(server.ctx)
  await open(page, '/guarantee')
  await expect(page.getByRole('heading', { name: 'You can have $97.00 back' })).toBeVisible()
  await expect(page.getByText('$97.00 goes back to Visa ending in 4242')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScrolling(page)
  // A refusal is shown where the request was made, which can be repeated.
  const refuse = async (call: string, error: string) => {
    const json = { error, code: 'resting', requestId: 'x' }
    await page.route(call, (route) => route.fulfill({ status: 503, json }), { times: 1 })
  }
  const refusal = page.getByRole('main').getByRole('alert')
  await refuse('**/api/guarantee/claim', 'Refunds rest just now.')
  await page.getByRole('button', { name: 'Refund my year' }).click()
  await expect(refusal).toContainText('Refunds rest just now.')
  await page.getByRole('button', { name: 'Refund my year' }).click()
  await expect(page.getByRole('heading', { name: '$97.00 is on its way' })).toBeFocused()
  // The refund does not end the membership; a member who wants to leave can do so here.
  await expect(page.getByRole('heading', { name: 'Your membership goes on' })).toBeVisible()
  const leave = async () => {
    await page.getByRole('button', { name: 'Cancel subscription', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  }
  await refuse('**/api/subscription/cancel', 'Leaving rests just now.')
  await leave()
  await expect(refusal).toContainText('Leaving rests just now.')
  await leave()
  await expect(page.getByRole('heading', { name: /^Your membership ends on / })).toBeFocused()

  await runJobs(server.ctx)
  await reload(page)
  await expect(page.getByRole('heading', { name: 'We paid $97.00 back' })).toBeVisible()
  const refunds = await server.ctx.payments.stripe.refunds.list()
  expect(refunds.data.map(({ amount, status }) => [amount, status])).toEqual([[9700, 'succeeded']])

  await open(page, '/inbox')
  await expect(page.getByRole('main').getByText('We paid your year’s fee back.')).toBeVisible()
})
