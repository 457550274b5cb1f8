import {
  bulkActions,
  dealId,
  publishAnyway,
  row,
  signInAsAdmin,
  test,
} from '#test/e2e/support/back-office.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  reload,
} from '#test/e2e/support/browser.ts'
import { createMember } from '#test/support/factories.ts'

test('a deal that is ended looks ended to everybody who has it before them, and lives again when it is brought back', async ({
  page,
  browser,
  context,
  server,
}) => {
  await signInAsAdmin(server, context, 'Noor')
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/admin?q=coat+2')
  await row(page, 2).getByRole('checkbox', { name: 'Select ' }).click()
  await bulkActions(page).locator('summary', { hasText: 'End' }).click()
  await expectAccessible(page)
  await bulkActions(page).getByRole('button', { name: 'Sold out' }).click()
  await expect(row(page, 2)).toContainText('Sold out today')
  await page.getByRole('combobox', { name: 'State' }).selectOption('ended')
  await expect(page.getByText('1 deal matches')).toBeVisible()

  // A visitor sees it in its place on the feed, without emphasis.
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  await visitor.setViewportSize({ width: 375, height: 800 })
  await open(visitor, '/daily-deals')
  const card = visitor.locator('.card.ended')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Sold out today')
  await expect(card).not.toContainText('Members save')
  await expect(visitor.locator('.day h2').first()).toContainText(', 1 ended')
  await card.getByRole('heading').getByRole('link').click()
  await visitor.waitForURL(`**/deal/${dealId(2)}`)
  await expect(visitor.getByRole('heading', { name: 'This deal has ended' })).toBeVisible()
  await expect(visitor.locator('main .button')).toHaveCount(0)
  await expectAccessible(visitor)
  for (const width of [320, 768]) {
    await visitor.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScrolling(visitor)
  }

  const member = await createMember(server.ctx)
  const inside = await browser.newContext({ baseURL: server.url })
  const [name = '', value = ''] = member.cookie.split('=')
  await inside.addCookies([{ name, value, url: server.url }])
  const members = await inside.newPage()
  await open(members, `/deal/${dealId(2)}`)
  await expect(members.getByRole('heading', { name: 'Coat 2' })).toBeVisible()
  await expect(members.getByRole('link', { name: /^Look anyway/ })).toHaveClass(/link/)
  await expect(members.locator('main .button')).toHaveCount(0)

  // The chosen deal is still selected.
  await bulkActions(page).getByRole('button', { name: 'Bring back' }).click()
  await publishAnyway(page)
  await expect(page.getByText('0 deals match')).toBeVisible()
  await reload(members)
  await expect(members.getByRole('link', { name: /^Go to/ })).toBeVisible()
  await Promise.all([inside.close(), visitor.context().close()])
})
