import type { PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { PASTED_LINKS_QUEUE } from '#app/links/server/queue.ts'
import { readDuePages } from '#app/links/server/work.ts'
import { queues } from '#app/queues.ts'
import { createFetchOutside, createReadOutside } from '#app/server/outside-fetch.ts'
import { addDays, businessDay, formatShortDay } from '#app/shared/dates.ts'
import { openMoods } from '#sandbox/retailers/moods.ts'
import { retailerStandIns } from '#sandbox/retailers/retailers.ts'
import { expectGood, expectRoomForLargeText } from '#test/e2e/support/accessible.ts'
import { publishAnyway, signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { type OwnServer, startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'

const SHOP = 'https://casa-ribalta.example'
/** Pages of simulated shops. */
const GLASSES = `${SHOP}/women/eyewear/nerodoro-cat-eye-sunglasses-in-acetate-88107.html`
const LOAFER = 'https://soleparade.example/p/harrow-finch-tassel-loafer-in-suede-46991?size=41'
const BLOUSE =
  'https://komorebi-select.example/products/penhallow-locke-lavalliere-blouse-in-rose-poudre-silk-crepe-de-chine-539'

const test = withServer('shops', async () => {
  let origin = ''
  const playedAt = ({ href }: URL) =>
    new URL(`/sandbox/retailers/page?to=${encodeURIComponent(href)}`, origin)
  const server = await startOwnServer({
    environment: { ADMIN_PASSWORD },
    readOutside: createReadOutside({ playedAt }),
    fetchOutside: createFetchOutside({ playedAt }),
    extend: (http, ctx) => retailerStandIns(http, { dataDir: ctx.config.dataDir }),
  })
  origin = server.url
  // Noon, so that the calendar day does not end during the test.
  server.setNow(new Date(`${new Date().toISOString().slice(0, 10)}T17:00:00Z`))
  return server
})

/** Makes one visit to each shop that may be asked by now. */
async function shopsAnswer({ ctx, setNow }: OwnServer) {
  await readDuePages(ctx)
  setNow(new Date(ctx.now().getTime() + 10_000))
}

test('links become drafts as their shops answer, and by one press an edition that goes out at seven', async ({
  page,
  server,
  context,
}) => {
  const { hostname: domain, host, pathname } = new URL(BLOUSE)
  const { id } = await createDeal(server.ctx, {
    ...{ brandName: 'Penhallow Locke', productName: 'Lavallière Blouse', buyUrl: BLOUSE, domain },
  })
  const buyUrlKey = `${host}${pathname}`
  await server.db.updateTable('deals').set({ buyUrlKey }).where('id', '=', id).execute()
  openMoods(server.ctx.config.dataDir).setPiece(LOAFER, { mood: 'euros' })
  await signInAsAdmin(server, context, 'Ines')

  await open(page, '/admin/rates')
  const lines = page.getByLabel('Paste rates, one a line')
  await lines.fill('EUR one dollar')
  await lines.press('Tab')
  await page.getByRole('button', { name: 'Take them' }).press('Enter')
  await expect(page.getByText('No rate was taken: mend these')).toBeVisible()
  await lines.fill('EUR 1.25')
  await page.getByRole('button', { name: 'Take them' }).press('Enter')
  await expect(page.getByText('1 rate is taken.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'EUR' })).toContainText('Counts today')
  await expectGood(page, 'rates', [1440, 375])

  // The bookmarklet on a shop's page only fills in the link.
  await open(page, '/admin/links')
  const bookmark = page.getByRole('link', { name: 'Take to Nouveau' })
  const [, code = ''] = /^javascript:(.+)$/.exec((await bookmark.getAttribute('href')) ?? '') ?? []
  await context.route(`${SHOP}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Glasses</title>' }),
  )
  await page.goto(GLASSES)
  const sent: string[] = []
  context.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  const [taken] = await Promise.all([context.waitForEvent('page'), page.evaluate(code)])
  await page.close()
  await open(taken, taken.url())
  const links = taken.getByLabel('Paste links, one a line')
  await expect(links).toHaveValue(GLASSES)
  await expect(taken.getByText('Nothing is pasted.')).toBeVisible()
  expect(sent).toEqual([])
  const { count } = await server.db
    .selectFrom('pastedLinks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)

  await links.fill(' ')
  await taken.getByRole('button', { name: 'Read them' }).press('Enter')
  await expect(taken.getByRole('alert')).toHaveText('Paste a link first.')
  await expect(links).toBeFocused()
  await links.fill([GLASSES, LOAFER, BLOUSE, 'the blue one', LOAFER].join('\n'))
  await links.press('ControlOrMeta+Enter')
  await expect(
    taken.getByText('3 links are taken. 1 line is no link. 1 line stood there twice.'),
  ).toBeVisible()
  await expect(taken.getByText('1 of 4 pages read, 3 to come.')).toBeVisible()
  const rows = taken.locator('.link-row')
  await expect(rows.filter({ hasText: 'the blue one' })).toContainText('This is no link')
  await expect(taken.getByText('Waits for its shop')).toHaveCount(3)
  await shopsAnswer(server)
  await shopsAnswer(server)
  await expect(taken.getByText('4 pages are read.')).toBeVisible()
  await queues[PASTED_LINKS_QUEUE]?.work(server.ctx, {})

  const loafer = rows.filter({ hasText: 'Harrow Finch' })
  await expect(loafer.getByLabel('Currency')).toHaveValue('EUR')
  await expect(loafer.getByLabel('Sale price')).toHaveValue('83.99')
  const blouse = rows.filter({ hasText: 'Penhallow Locke' })
  const same = blouse.getByRole('region', { name: 'There already' })
  await expect(same).toContainText('This link is in the club already')
  await expect(same).toContainText('Penhallow Locke Lavallière Blouse')
  await expect(same.getByRole('link', { name: /^Open that one/ })).toBeVisible()
  await expect(blouse.getByRole('button', { name: /^Make a draft/ })).toHaveCount(0)

  // By keyboard from field to field, faster than the saves.
  const glasses = rows.filter({ hasText: 'Nerodoro' })
  await expect(glasses.locator('.link-pictures img')).toBeVisible()
  // It is complete, so it is listed in one line, below the links that need attention.
  await expect(glasses.getByText(/^\$[\d.]+, was \$[\d.]+ · /)).toBeVisible()
  await expect(rows.first()).not.toHaveAttribute('data-whole')
  await expect(rows.last()).toHaveAttribute('data-whole')
  await glasses.getByText('Change it').press('Enter')
  await glasses.getByLabel('Brand').focus()
  await taken.keyboard.press('Tab')
  await taken.keyboard.press('End')
  await taken.keyboard.type(', amber')
  await taken.keyboard.press('Tab')
  await taken.keyboard.type('150')
  await taken.keyboard.press('Tab')
  await expect(
    glasses.getByRole('heading', { name: 'Nerodoro Cat-Eye Sunglasses in Acetate, amber' }),
  ).toBeVisible()
  await expect(glasses.getByText('by hand')).toHaveCount(2)
  await expect(glasses.getByLabel('Sale price')).toHaveValue('150')
  await expect(glasses.getByLabel('Original price')).toBeFocused()
  await expectGood(taken, 'pasted links', [1440, 375])
  await expectRoomForLargeText(taken, 'pasted links')

  // Whose button is gone goes on from the link beside it.
  await rows.getByRole('button', { name: 'Take away the blue one' }).press('Enter')
  const said = taken.getByRole('status').filter({ hasText: '1 link is taken away.' })
  await expect(said).toBeInViewport()
  await expect(taken.locator(':focus')).toHaveText(/^Take away /)
  const tomorrow = addDays(businessDay(server.ctx.now()), 1)
  await expect(taken.getByLabel('Day of the edition')).toHaveValue(tomorrow)

  // The last edit counts, even though the button is pressed before it is saved.
  const spectacles = rows.filter({ hasText: 'Cat-Eye' })
  await spectacles.getByLabel('Brand').fill('')
  await spectacles.getByLabel('Brand').press('Tab')
  const makeOne = taken.getByRole('button', { name: 'Make 1 draft' })
  await expect(makeOne).toBeVisible()
  let letGo = () => {}
  const isPressed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await taken.route('**/api/admin/links/*', async (route) => {
    if (route.request().method() === 'PATCH') await isPressed
    await route.continue()
  })
  await spectacles.getByLabel('Brand').fill('Nerodoro')
  await makeOne.press('Enter')
  letGo()
  await expect(taken.getByText('2 drafts are made.')).toBeVisible()
  await expect(taken.getByRole('button', { name: 'None is ready' })).toBeDisabled()
  await taken
    .getByRole('link', { name: `Open the edition of ${formatShortDay(tomorrow)}` })
    .press('Enter')
  await expect(taken.getByText('2 of 30', { exact: true })).toBeVisible()
  await taken.getByRole('button', { name: 'Publish at 7:00' }).press('Enter')
  await publishAnyway(taken)
  // Until it is done the heading also says `, none scheduled`.
  await expect(taken.getByRole('heading', { name: '7:00 · 2 deals', exact: true })).toBeVisible()
  const made = await server.db
    .selectFrom('deals')
    .select(['productName', 'priceCurrency', 'foreignNowHundredths', 'salePriceCents'])
    .where('isScheduled', '=', true)
    .orderBy('productName')
    .execute()
  expect(made).toEqual([
    {
      ...{ productName: 'Cat-Eye Sunglasses in Acetate, amber', priceCurrency: 'USD' },
      ...{ foreignNowHundredths: null, salePriceCents: 15_000 },
    },
    {
      ...{ productName: 'Tassel Loafer in Suede', priceCurrency: 'EUR' },
      ...{ foreignNowHundredths: 8399, salePriceCents: 10_499 },
    },
  ])
})

test('a link far down is taken away, and undone or refused, in sight and without losing the place', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/links')
  const lines = Array.from({ length: 30 }, (_, at) => `the blue one of aisle ${at + 1}.`)
  await page.getByLabel('Paste links, one a line').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Read them' }).press('Enter')
  const takeAway = (at: number) =>
    page.getByRole('button', { name: `Take away the blue one of aisle ${at}.` })
  await takeAway(20).press('Enter')
  await expect(takeAway(20)).toHaveCount(0)
  await expect(takeAway(21)).toBeFocused()
  await expect(takeAway(21)).toBeInViewport()
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport()
  await undo.press('Enter')
  await expect(takeAway(20)).toHaveCount(1)
  await expect(page.getByText('1 link is back.')).toBeInViewport()

  await page.route('**/api/admin/links/remove', (route) => route.abort('connectionreset'))
  await takeAway(22).press('Enter')
  await expect(page.getByRole('alert')).toContainText('it may be done or not')
  await expect(page.getByRole('alert')).toBeInViewport()
  await expect(page.getByText('1 link is back.')).toBeHidden()
  await expect(takeAway(22)).toBeFocused()
  await expectGood(page, 'a link that could not be taken away', [1440, 375])
})

test('a link is made though it is like another, planned or not, read again, or has another picture, as it was pressed', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/links')
  await page.getByLabel('Paste links, one a line').fill('the grey one')
  await page.getByRole('button', { name: 'Read them' }).press('Enter')
  await expect(page.getByText('1 line is no link.')).toBeVisible()

  // The desk as it could be, and what is asked of it.
  const read = await (await page.request.get('/api/admin/links')).json()
  const {
    links: [one],
    ...desk
  } = read as PastedLinks
  const [card, other] = ['a'.repeat(32), 'b'.repeat(32)]
  const like = {
    by: 'words',
    dealId: 'coat',
    linkId: null,
    title: 'Fold Coat',
    picture: null,
  } as const
  const facts = { price: '$100', retailer: 'A shop', state: 'Live', day: desk.tomorrow }
  const link = {
    ...(one as PastedLink),
    ...{ state: 'read', answer: null, url: BLOUSE, host: 'shop.example', picture: card },
    draft: { brandName: 'Fold', productName: 'Coat', salePrice: '100' },
    sources: { brandName: 'typed' },
    pictures: [card, other].map((key) => ({ key, state: 'stored' })),
    same: [{ ...like, ...facts }],
  } as PastedLink
  const unread = { ...link, id: 'unread', state: 'unread', same: [], draft: { brandName: 'Fold' } }
  const shown = { ...desk, links: [link, unread] }
  const asked: unknown[] = []
  await page.route('**/api/admin/links/**', (route) => {
    const request = route.request()
    const call = `${request.method()} ${request.url().split('/links/')[1]}`
    asked.push([call, request.postDataJSON()])
    const left = [{ id: link.id, reason: 'It has no price by now.' }]
    return route.fulfill({ json: call === 'POST make' ? { made: [], left, desk: shown } : shown })
  })
  const rows = page.locator('.link-row')
  await page.getByRole('button', { name: 'Take away the grey one' }).click()
  await expect(rows).toHaveCount(2)
  asked.length = 0

  const { id, version } = link
  await rows.first().getByText('Picture 2').click({ force: true })
  await rows
    .last()
    .getByRole('button', { name: /^Read again/ })
    .click()
  await page.getByLabel('Into the edition of').uncheck()
  await rows.first().getByLabel('It is another one').check()
  await rows.first().getByRole('button', { name: 'Make it all the same' }).click()
  await expect(rows.first().getByRole('alert')).toHaveText('It has no price by now.')
  // What somebody has written is not said to be brought back.
  await rows
    .first()
    .getByRole('button', { name: /^Take away/ })
    .click()
  await expect(page.getByText('1 link is taken away.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(asked).toEqual([
    [`PATCH ${id}`, { version, picture: other }],
    ['POST unread/again', {}],
    ['POST make', { links: [{ id, version }], day: null, isSure: true }],
    ['POST remove', { ids: [id] }],
  ])
})
