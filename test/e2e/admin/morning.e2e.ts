import { dealRow, enterBackOffice, sheetFile, sheetInput } from '#test/e2e/support/admin-sheets.ts'
import { bulkActions, publishAnyway, signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { signedIn } from '#test/e2e/support/live-pages.ts'
import { test } from '#test/e2e/support/own-server.ts'

// A curator's morning from the sheet to the public feeds, in two browsers side by side.
test('what is published in the back office arrives in a feed that is open', async ({
  page,
  browser,
  server,
}) => {
  const first = 'Overcoat of this morning'
  const second = 'Scarf of this morning'
  await page.setViewportSize({ width: 768, height: 900 })
  await enterBackOffice(page)
  await sheetInput(page).setInputFiles(sheetFile('morning.xlsx', [dealRow(first), dealRow(second)]))
  await page.getByRole('button', { name: 'Import 2 deals' }).click()
  await expect(page.getByText('Bulk upload completed successfully').first()).toBeVisible()

  const other = await browser.newContext({ baseURL: server.url })
  const person = await signedIn(server, other, 'active')
  expect(person.email).toContain('@')
  const feed = await other.newPage()
  await open(feed, '/daily-deals')
  await expect(feed.getByText(first)).toHaveCount(0)
  await feed.evaluate(() => Object.assign(window, { isSamePage: true }))

  await page.getByRole('searchbox').fill(first)
  const row = page.getByRole('row').filter({ hasText: first })
  await row.getByRole('switch', { name: 'Published: ' }).click()
  await publishAnyway(page)

  await expect(feed.getByText('1 new deal')).toBeVisible()
  await feed.getByRole('button', { name: 'Show them' }).click()
  await expect(feed.getByRole('link', { name: `${first} (opens in a new tab)` })).toBeVisible()
  await expect(feed.getByText('1 new deal')).toBeHidden()
  expect(await feed.evaluate(() => 'isSamePage' in window)).toBe(true)

  // Another administrator has the same list open.
  const colleague = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
  })
  await signInAsAdmin(server, colleague, 'Noor')
  const theirs = await colleague.newPage()
  await open(theirs, `/admin?q=${encodeURIComponent(first)}`)
  const theirRow = theirs.getByRole('row').filter({ hasText: first })
  await expect(theirRow.getByRole('switch', { name: 'Published: ' })).toBeChecked()

  await row.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Sale price').fill('150')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Deal updated successfully').first()).toBeVisible()
  await expect(theirRow).toContainText('$150.00')

  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(theirRow).toHaveCount(0)
  await bulkActions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(theirRow).toContainText('$150.00')

  await open(page, '/admin/audit')
  for (const words of ['published', '$150.00', 'deleted', first]) {
    await expect(page.getByRole('main')).toContainText(words)
  }
  await other.close()
  await colleague.close()
})
