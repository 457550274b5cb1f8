import { expectGood } from '#test/e2e/support/accessible.ts'
import { signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { createPayer } from '#test/support/paying/payer.ts'

const test = withServer('members', () =>
  startOwnServer({ hasPayments: true, environment: { ADMIN_PASSWORD } }),
)
const WIDTHS = [1440, 1024, 768, 375]

test('an owner finds a member, gives days and sends money back; the member gets the mails, the numbers know it', async ({
  page,
  context,
  server,
}) => {
  const member = await createPayer(server)
  await signInAsAdmin(server, context, 'Noor')
  await open(page, '/admin/members')
  await page.getByLabel('Address, or its beginning').fill(member.email.slice(0, 8))
  await page.getByRole('button', { name: 'Look', exact: true }).click()
  await expectGood(page, 'members', WIDTHS)
  await page.getByRole('link', { name: member.email }).click()
  await expect(page.getByText(/^Renews on /)).toBeVisible()

  await page.getByRole('button', { name: 'Give days' }).click()
  await page.getByLabel('Days', { exact: true }).fill('7')
  await page.getByLabel('Why').fill('Her week was spoilt')
  // An error is shown where the action was taken, and the action can be retried.
  await page.route('**/api/admin/members/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Give them' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Give them' }).click()
  await expect(page.getByText(/^Renews on .*, 7 days of it given$/)).toBeVisible()

  await page.getByRole('button', { name: /^Refund the payment/ }).click()
  await page.getByLabel('Dollars').fill('37')
  await page.getByLabel('Why').fill('As we had promised')
  await page.getByRole('button', { name: 'Send it back' }).click()
  await expect(page.getByText('$37.00 sent back').first()).toBeVisible()
  await expectGood(page, 'a member', WIDTHS)

  await runJobs(server.ctx, { everything: true })
  const mails = (await readOutbox(server.ctx)).filter(({ to }) =>
    JSON.stringify(to).includes(member.email),
  )
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain('7 days more, from us')
  expect(subjects).toContain('We have sent you back $37.00')

  // What is left of the year is what counts: sixty dollars over twelve months.
  await open(page, '/admin/business')
  const recurring = page.getByRole('region', { name: 'Recurring revenue', exact: true })
  await expect(recurring.getByRole('link', { name: '$5.00', exact: true })).toBeVisible()
  await expectGood(page, 'business numbers', WIDTHS)
  await recurring.getByRole('link', { name: '$5.00', exact: true }).click()
  await expect(page.getByRole('cell', { name: member.email })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^recurring-[\d-]+\.csv$/)

  // The bank returns the refund: the page says so, and it is sent once more.
  const { processor, deliverAll } = server.payments
  processor.failRefund(String(processor.objects('refund')[0]?.id))
  await deliverAll()
  await runJobs(server.ctx, { everything: true })
  await open(page, `/admin/members/${member.id}`)
  await expect(page.getByText(/^The bank has returned it to us/)).toBeVisible()
  await expectGood(page, 'a member whose bank has returned a refund', WIDTHS)
  await page.getByRole('button', { name: 'Send it again: the refund of $37.00' }).click()
  await expect(page.getByLabel('Dollars')).toHaveValue('37.00')
  await page.getByLabel('Why').fill('She has a new card')
  await page.getByRole('button', { name: 'Send it back' }).click()
  await expect(page.getByText('$37.00 sent back')).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Send it again: the refund/ })).toHaveCount(0)

  // Switches that are off are listed where the day begins.
  await page.request.patch('/api/admin/switches/price-checks', {
    data: { isOn: false, why: 'A shop has asked us to wait until it has seen to its own pages' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await open(page, '/admin')
  await expect(page.getByText(/^Price checks are off, since/)).toBeVisible()
})

test('of whom and what there is none, the page says so before and after its scripts', async ({
  page,
  context,
  server,
}) => {
  await signInAsAdmin(server, context, 'Noor')
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  for (const [address, words] of [
    ['/admin/members/nobody', 'Nobody is here'],
    ['/admin/letters/none', 'No such letter'],
  ] as const) {
    expect(await (await context.request.get(address)).text()).toContain(words)
    await open(page, address)
    await expect(page.getByRole('heading', { name: words })).toBeVisible()
  }
  expect(failures).toEqual([])
})
