import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, open } from '#test/e2e/support/browser.ts'
import { fill } from '#test/e2e/support/metrics-filled.ts'
import { type OwnServer, startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { ADMIN_PASSWORD, openAdmin } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { insertClicks } from '#test/support/metrics.ts'

/** A server of its own, without any recorded events. */
const test = withServer('metrics', () => startOwnServer({ environment: { ADMIN_PASSWORD } }))

async function openFigures(page: Page, server: OwnServer, search = '') {
  const { cookie } = await openAdmin(server, 'Marguerite')
  const value = /admin=([^;]+)/.exec(cookie)?.[1] ?? ''
  await page.context().addCookies([{ name: 'admin', value, url: server.url, sameSite: 'Strict' }])
  await open(page, `${server.url}/admin/figures${search}`)
}

/** Expects the page's title; the report has headings of the same text further down. */
async function expectTitle(page: Page, title: string) {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** Goes back one step and waits for it to finish, because the next step would interrupt it. */
async function goBack(page: Page, title: string) {
  await page.goBack()
  await expectTitle(page, title)
}

const drawn = (page: Page) => page.locator('.metrics-canvas svg.recharts-surface')

test.describe.configure({ mode: 'serial' })

test('before anything has happened every part says what will be there', async ({
  page,
  server,
}) => {
  await openFigures(page, server)
  for (const words of [
    'Nothing yet: days appear here when deals are published.',
    'Nothing yet: clicks appear here when members open deals.',
    'Nothing yet: months appear here when the first payment arrives.',
    'None. Every payment has found its account.',
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
})

test('each number leads to its rows, and back to the same period', async ({ page, server }) => {
  await fill(server)
  await openFigures(page, server)
  await expect(drawn(page)).toHaveCount(3)
  await page
    .getByRole('navigation', { name: 'Period' })
    .getByRole('link', { name: '7 days' })
    .click()
  await expect(page).toHaveURL(/\/admin\/figures\?period=7d$/)

  const clicks = page.getByRole('region', { name: 'Clicks', exact: true })
  await clicks.getByRole('link', { name: '3 clicks' }).click()
  await expectTitle(page, 'Clicks')
  await expect(page).toHaveURL(/period=7d&rows=clicks&from=[\d-]+&to=[\d-]+$/)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.getByRole('link', { name: 'Everything' }).click()
  await expect(page.getByText('Deleted account')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(5)

  await page.getByRole('link', { name: 'All figures' }).click()
  await expect(page).toHaveURL(/\/admin\/figures\?period=7d$/)
  await expectTitle(page, 'Figures')
  await clicks
    .getByRole('row', { name: /Aldermoor Leather tote/ })
    .getByRole('link')
    .click()
  await expectTitle(page, 'Clicks on Aldermoor Leather tote')
  await page.getByRole('link', { name: 'Aldermoor Leather tote' }).first().click()
  await expect(page).toHaveURL(/\/admin\?ids=/)
  await expect(page.getByRole('searchbox')).toBeVisible()

  await goBack(page, 'Clicks on Aldermoor Leather tote')
  await goBack(page, 'Figures')
  const funnel = page.getByRole('region', { name: 'From teaser to paid' })
  await funnel
    .getByRole('listitem')
    .filter({ hasText: 'Have an account' })
    .getByRole('link')
    .click()
  await expectTitle(page, 'Checkouts with an account')
  await expect(page.getByRole('row')).toHaveCount(2)

  await goBack(page, 'Figures')
  const members = page.getByRole('region', { name: 'Members', exact: true })
  await members.getByRole('link', { name: '1 payment' }).click()
  await expectTitle(page, 'Payments waiting for an account')
  await goBack(page, 'Figures')
  await members
    .getByRole('row', { name: /^Past due/ })
    .getByRole('link')
    .click()
  await expectTitle(page, 'Accounts: Past due')
})

test('the table says what the chart shows, and goes out as a file', async ({ page, server }) => {
  await openFigures(page, server)
  const deals = page.getByRole('region', { name: 'Deals a day' }).first()
  await expect(deals.getByRole('img')).toHaveAccessibleName(/^Deals by day, .* 30 or more on 0 of/)
  // Bars with fewer deals than claimed are drawn lighter.
  const bar = deals.locator('.recharts-bar-rectangle path').first()
  await expect(bar).toHaveAttribute('fill', 'var(--color-edge)')
  await deals.getByText('The numbers').click()
  const today = deals.getByRole('row').nth(1)
  await expect(today.getByRole('cell').first()).toHaveText('2')

  await today.getByRole('link', { name: '2' }).click()
  await expect(page.getByRole('link', { name: 'Open these in Manage Deals' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^deals-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('"Published (Toronto)","Deal","Retailer","Clicks since","Now"')
  expect(text.trim().split('\r\n')).toHaveLength(3)
})

test('without scripts the numbers are there all the same', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const { cookie } = await openAdmin(server)
  const value = /admin=([^;]+)/.exec(cookie)?.[1] ?? ''
  await context.addCookies([{ name: 'admin', value, url: server.url, sameSite: 'Strict' }])
  await page.goto(`${server.url}/admin/figures`)
  const clicks = page.getByRole('region', { name: 'Clicks', exact: true })
  await clicks.getByText('The numbers').click()
  await expect(clicks.getByRole('row').nth(1)).toBeVisible()
  await clicks.getByRole('link', { name: '3 clicks' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await context.close()
})

test('a name in one long word stays in its column, and a row begins at one height', async ({
  page,
  server,
}) => {
  const { ctx } = server
  const productName = 'Fensterputzmittelhersteller'.repeat(5)
  const deal = await createDeal(ctx, { brandName: 'Long', productName, retailerName: 'Tall Shop' })
  await insertClicks(server, [{ deal, at: ctx.now().toISOString() }])
  await openFigures(page, server, '?rows=clicks')
  const cells = page.getByRole('row', { name: /Fensterputz/ }).getByRole('cell')
  const [when, name, shop] = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const lines = [...range.getClientRects()]
      const { left } = cell.getBoundingClientRect()
      const top = Math.min(...lines.map((line) => line.top))
      return { left, top, end: Math.max(...lines.map((line) => line.right)) }
    }),
  )
  expect(name?.end).toBeLessThanOrEqual(shop?.left ?? 0)
  for (const each of [when, shop]) expect(each?.top).toBeCloseTo(name?.top ?? 0, -1)
})
