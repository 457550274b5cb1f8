import type { Browser } from '@playwright/test'
import { dealId, signInAsAdmin, test } from '#test/e2e/support/back-office.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  reload,
} from '#test/e2e/support/browser.ts'
import type { OwnServer } from '#test/e2e/support/own-server.ts'
import { createMember } from '#test/support/factories.ts'

/** Opens a page for a new member in a separate browser context. */
async function memberAt(server: OwnServer, browser: Browser, width: number) {
  const { cookie } = await createMember(server.ctx)
  const context = await browser.newContext({ baseURL: server.url })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  await page.setViewportSize({ width, height: 800 })
  return page
}

test('two members say that it is gone: everybody reads so, a curator looks, and the desks are to be used', async ({
  page,
  browser,
  context,
  server,
}) => {
  const id = dealId(7)
  const [one, other] = [await memberAt(server, browser, 375), await memberAt(server, browser, 1440)]
  for (const member of [one, other]) {
    await open(member, `/deal/${id}`)
    await member.getByRole('link', { name: 'Something wrong?' }).click()
    const dialog = member.getByRole('dialog', { name: 'Something wrong?' })
    await dialog.getByRole('button', { name: 'Tell us' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose what is wrong.')
    await expectAccessible(member)
    await dialog.getByLabel('It is gone').check()
    await dialog.getByRole('button', { name: 'Tell us' }).click()
    await expect(member.getByRole('dialog', { name: 'Thank you' })).toBeVisible()
  }
  await open(one, `/deal/${id}/report`)
  await expect(one.getByLabel('It is gone')).toBeDisabled()
  await expectAccessible(one)
  await expectNoSidewaysScrolling(one)
  await open(one, `/deal/${id}`)
  await expect(one.getByText('Members say it may be gone')).toBeVisible()

  await signInAsAdmin(server, context, 'Noor')
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, '/admin/reports')
  await expectAccessible(page)
  await page.getByRole('link', { name: /May be gone/ }).click()
  await expect(page.getByRole('heading', { name: 'Its prices' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)
  await page.getByRole('button', { name: /^Gone/ }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to look into' })).toBeVisible()
  await reload(one)
  await expect(one.getByText('Gone from the shop today').first()).toBeVisible()
  await open(page, '/admin/checks')
  await expect(page.getByRole('heading', { name: 'Could not be told' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)
})
