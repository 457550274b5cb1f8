import { loseAnswer } from '#test/e2e/support/answers.ts'
import { dealId, signInAsAdmin, test } from '#test/e2e/support/back-office.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
} from '#test/e2e/support/browser.ts'

test('what waits is decided by keys alone, and a price that would end the deal is asked for twice', async ({
  page,
  context,
  server,
}) => {
  const deals = await server.db
    .selectFrom('deals')
    .select(['id', 'retailerId'])
    .where('id', 'in', [dealId(9), dealId(10), dealId(11)])
    .execute()
  const facts = JSON.stringify({ beforeCents: 42_000, nowCents: 100 })
  const waiting = { kind: 'odd-price', state: 'waiting', foundAt: server.ctx.now(), facts } as const
  for (const { id, retailerId } of deals) {
    await server.db
      .insertInto('checkFindings')
      .values({ ...waiting, dealId: id, retailerId })
      .execute()
  }
  await signInAsAdmin(server, context, 'Noor')
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, '/admin/checks')
  const heading = page.getByRole('heading', { name: /^Waits for a person/ })
  await expect(heading).toHaveText('Waits for a person: 3')
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)

  // What was not asked is there still, under the keyboard; what was, and no answer came, is gone.
  const ignore = page.getByRole('button', { name: 'Ignore' }).first()
  await page.route('**/api/admin/checks/*', (route) => route.abort('connectionreset'), { times: 1 })
  await ignore.press('Enter')
  const toast = page.locator('.toast').filter({ hasText: 'It may be done or not.' })
  await expect(toast).toHaveCount(1)
  await expect(ignore).toBeFocused()
  await expect(heading).toHaveText('Waits for a person: 3')
  await loseAnswer(page, '**/api/admin/checks/*')
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText('Waits for a person: 2')
  await expect(heading).toBeFocused()

  await page.getByRole('button', { name: 'Ignore' }).first().press('Enter')
  await expect(heading).toHaveText('Waits for a person: 1')
  await expect(heading).toBeFocused()

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByLabel('Now $').fill('5000')
  await page.getByLabel('Was $').fill('420')
  await page.getByRole('button', { name: 'Correct' }).press('Enter')
  await expect
    .poll(() => asked)
    .toEqual(['At $5,000.00 it is no deal any more, and ends. Is that the price?'])
  await expect(heading).toHaveText('Waits for a person: 1')

  await page.getByLabel('Now $').fill('19.50')
  await page.getByRole('button', { name: 'Correct' }).press('Enter')
  await expect(heading).toHaveText('Waits for a person')
  await expect(heading).toBeFocused()
  expect(asked).toHaveLength(1)
})
