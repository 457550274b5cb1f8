import { checkAddressNow } from '#app/checks/server/checks.ts'
import { findNextRequest } from '#app/checks/server/looking/work.queries.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import { queues } from '#app/queues.ts'
import { createReadOutside } from '#app/server/outside-fetch.ts'
import { retailerStandIns } from '#sandbox/retailers/retailers.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
} from '#test/e2e/support/browser.ts'
import { type OwnServer, startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { announceDeals, createDeal, createMember } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'

/** A product as the sandbox's shop sells it. */
const SOLD = {
  buyUrl:
    'https://casa-ribalta.example/women/eyewear/nerodoro-cat-eye-sunglasses-in-acetate-88107.html',
  ...{ domain: 'casa-ribalta.example', retailerName: 'Casa Ribalta', brandName: 'Nerodoro' },
  productName: 'Cat-Eye Sunglasses in Acetate',
  ...{ originalPriceCents: 29_500, salePriceCents: 16_000 },
}

const test = withServer('a shop', async () => {
  let look = async (_address: string, _when: 'now' | 'later') => false
  let origin = ''
  const server = await startOwnServer({
    environment: { PRICE_CHECKS: '1' },
    readOutside: createReadOutside({
      playedAt: ({ href }) =>
        new URL(`/sandbox/retailers/page?to=${encodeURIComponent(href)}`, origin),
    }),
    extend: (http, ctx) => {
      look = (address, when) => checkAddressNow(ctx, address, when)
      retailerStandIns(http, { dataDir: ctx.config.dataDir, look: (...asked) => look(...asked) })
    },
  })
  origin = server.url
  // Noon, so that the day does not change during the test.
  server.setNow(new Date(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`))
  await createDeal(server.ctx, { productName: 'Another one' })
  return Object.assign(server, await createDeal(server.ctx, SOLD))
})

/** Runs the checks that fall due within a minute at the shop’s pace, and the notices that follow. */
async function aMinutePasses(server: OwnServer) {
  const end = server.ctx.now().getTime() + 60_000
  await enrol(server.ctx)
  for (;;) {
    await lookAtDue(server.ctx)
    const next = await findNextRequest(server.db)
    if (!next || next.getTime() > end) break
    server.setNow(new Date(Math.max(next.getTime(), server.ctx.now().getTime() + 1)))
  }
  server.setNow(new Date(end))
  for (const queue of ['telling', 'deal-life']) await queues[queue]?.work(server.ctx, {})
  await runJobs(server.ctx)
  await announceDeals(server.ctx)
}

test('a shop lowers its price: card, history and alert say so; it sells out, and the deal has ended everywhere', async ({
  page,
  context,
  server,
}) => {
  const member = await createMember(server.ctx)
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, `/deal/${server.id}`)
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Saved', exact: true }).first()).toBeVisible()

  const shop = '/sandbox/retailers?shop=casa-ribalta.example'
  await page.goto(shop)
  await expectNoSidewaysScrolling(page)
  await expectAccessible(page, 'the shops')
  const piece = page.getByRole('form', { name: SOLD.productName, exact: true })
  await piece.getByLabel('Price').fill('144')
  await piece.getByRole('button', { name: 'Set and look' }).click()
  await expect(page.getByRole('status')).toContainText('looked at as soon as its shop’s pace')
  await aMinutePasses(server)

  await open(page, '/daily-deals')
  const card = page.locator('.card').filter({ hasText: SOLD.productName })
  await expect(card).toContainText('$144')
  await expect(card).toContainText('checked')
  await open(page, `/deal/${server.id}`)
  const story = page.getByRole('region', { name: 'Price, and how we know' })
  await expect(story).toContainText('Down since we published')
  await story.getByText(/prices we know of|one price we know of/).click()
  await expect(story.getByRole('row').filter({ hasText: 'by us' })).toContainText('$144.00')
  await open(page, '/inbox')
  const told = page.getByRole('main').locator('li.told')
  await expect(told.first()).toContainText('Now $144, was $160 when you saved it.')
  const sitemap = async () => (await page.request.get('/sitemap.xml')).text()
  expect(await sitemap()).toContain(server.id)

  await page.goto(shop)
  await piece.getByLabel('Does').selectOption('Sold out')
  await piece.getByRole('button', { name: 'Set and look' }).click()
  await aMinutePasses(server)
  await open(page, '/daily-deals')
  // One look is not enough.
  await expect(card).toContainText('$144')
  await page.goto(shop)
  await piece.getByRole('button', { name: '…as if two hours later' }).click()
  await aMinutePasses(server)

  const visitor = await (await context.browser())?.newPage({ baseURL: server.url })
  if (!visitor) throw new Error('There is no browser.')
  for (const [each, path, words] of [
    [page, '/daily-deals', 'Sold out'],
    [page, `/deal/${server.id}`, 'Sold out'],
    [page, '/saved', 'Sold out'],
    [visitor, '/daily-deals', 'Sold out'],
    [visitor, `/deal/${server.id}`, 'This deal has ended'],
  ] as const) {
    await each.goto(path)
    await expect(each.getByRole('main'), path).toContainText(words)
  }
  await visitor.close()
  // The current price is no longer stated.
  await open(page, `/deal/${server.id}`)
  await expect(story.getByRole('figure')).toContainText('last $144')
  // Search engines may still show that it is sold out.
  const html = async () => (await page.request.get(`/deal/${server.id}`)).text()
  expect(await html()).toContain('https://schema.org/SoldOut')
  expect(await sitemap()).toContain(server.id)

  // A deal causes at most one notice a day.
  await open(page, '/inbox')
  await expect(told).toHaveCount(1)
  server.setNow(new Date(server.ctx.now().getTime() + 24 * 3_600_000))
  await aMinutePasses(server)
  await open(page, '/inbox')
  await expect(told.first()).toContainText('Sold out at the retailer.')
  await open(page, '/daily-deals')
  await expect(page.locator('.card')).toHaveCount(1)
  await expect(card).toHaveCount(0)

  server.setNow(new Date(server.ctx.now().getTime() + 31 * 24 * 3_600_000))
  await announceDeals(server.ctx)
  expect(await sitemap()).not.toContain(server.id)
  expect(await html()).toContain('noindex')
})
