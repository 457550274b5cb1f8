import type { Page } from '@playwright/test'
import { expectRoomForLargeText } from '#test/e2e/support/accessible.ts'
import { loseAnswer } from '#test/e2e/support/answers.ts'
import { signInAsAdmin, test } from '#test/e2e/support/back-office.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
} from '#test/e2e/support/browser.ts'
import { openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal, createPerson } from '#test/support/factories.ts'

const FEED = [
  'id,title,brand,link,price,sale_price,availability,size',
  '1,Suede boots,Maison Rare,https://shop.example/1,1200,600,in stock,38',
  '2,Leather tote,Maison Rare,https://shop.example/2,900,450,in stock,One size',
  '3,Wool coat,Maison Rare,https://shop.example/3,on request,,in stock,M',
  '4,Silk scarf,Maison Rare,https://shop.example/4,300,240,in stock,One size',
  '5,Linen shirt,Vesper,https://shop.example/5,200,100,in stock,M',
].join('\n')

async function expectFit(page: Page, what: string) {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `${what} at ${width} px`)
    await expectNoSidewaysScrolling(page, `${what} at ${width} px`)
  }
  await expectRoomForLargeText(page, what)
}

test('from a shop’s file to drafts of what people want, by keyboard', async ({
  page,
  server,
  context,
}) => {
  const { db } = server
  const admin = await openAdminClient(server, 'Ann')
  // Five people follow a brand, and then none of its deals is live any more.
  const { id } = await createDeal(server.ctx, { brandName: 'Maison Rare' })
  await announceDeals(server.ctx)
  const brand = await db
    .selectFrom('brands')
    .select('slug')
    .where('name', '=', 'Maison Rare')
    .executeTakeFirstOrThrow()
  for (let number = 0; number < 5; number += 1) {
    const person = await createPerson(server.ctx)
    const payload = { kind: 'brand', value: brand.slug }
    const followed = await server.as(person).inject({ method: 'PUT', url: '/api/follows', payload })
    expect(followed.statusCode).toBe(200)
  }
  expect((await admin.publish(id, false)).statusCode).toBe(200)
  await signInAsAdmin(server, context, 'Ines')

  await open(page, '/admin/product-feeds')
  await page.getByRole('button', { name: 'Add a feed' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Corner shop')
  await expectFit(page, 'a new feed')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  const feed = page.getByRole('listitem').filter({ hasText: 'Corner shop' })
  await expect(feed.getByText('Nothing has been read of it yet.')).toBeVisible()
  await feed
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'corner.csv', mimeType: 'text/csv', buffer: Buffer.from(FEED) })
  await expect(feed.getByRole('link', { name: '3 candidates' })).toBeVisible()
  await feed.getByText('1 row could not be used').press('Enter')
  await expect(feed.getByText('Its price cannot be read: on request.')).toBeVisible()
  await expectFit(page, 'product feeds')

  await open(page, '/admin')
  const wanted = page.getByRole('region', { name: 'Wanted' })
  await expect(wanted.getByRole('listitem')).toContainText('Maison Rare 5 people')
  await expectFit(page, 'the back office in the morning')
  await wanted.getByRole('link', { name: 'Find candidates for Maison Rare (2)' }).press('Enter')

  await expect(page.getByText('2 candidates', { exact: true })).toBeVisible()
  const pieces = page.locator('[data-candidate]')
  await page.getByRole('searchbox', { name: 'Words of brand or name' }).fill('tote')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 candidate', { exact: true })).toBeVisible()
  await expect(pieces).toContainText('Leather tote')
  await page.goBack()
  await expect(pieces).toHaveCount(2)
  for (const name of ['Suede boots', 'Leather tote']) {
    await page.getByRole('checkbox', { name: `Choose Maison Rare ${name}` }).press('Space')
  }
  await expect(page.getByText('2 candidates chosen')).toBeVisible()
  await expectFit(page, 'candidates')
  await page.getByRole('button', { name: 'Make drafts' }).press('Enter')
  await expect(page.getByText('2 drafts were made.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Candidates', level: 1 })).toBeFocused()
  await expect(page.getByText('No candidate is like that.')).toBeVisible()

  await page.getByRole('link', { name: 'See them' }).press('Enter')
  const made = page.locator('[data-deal]')
  await expect(made).toHaveCount(2)
  for (const name of ['Suede boots', 'Leather tote']) {
    const row = made.filter({ hasText: name })
    await expect(row.getByRole('switch', { name: 'Published: ' })).not.toBeChecked()
  }
})

test('a feed is added once though its answer was lost, and what is typed outlives another’s change', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/product-feeds')
  await loseAnswer(page, '**/api/admin/product-feeds')
  await page.getByRole('button', { name: 'Add a feed' }).click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Lost shop')
  await name.press('Enter')
  await expect(page.getByRole('alert')).toContainText('it may be done or not')
  await expect(page.getByRole('heading', { name: 'Lost shop' })).toBeVisible()
  await page.getByRole('button', { name: 'Add the feed' }).press('Enter')
  await expect(page.locator('.field-error')).toHaveText('There is a feed of this name already.')
  await expect(name).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Lost shop' })).toHaveCount(1)
  // No button discards typed text without asking.
  let answer: 'accept' | 'dismiss' = 'dismiss'
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog[answer]()
  })
  await page.getByRole('button', { name: 'Add a feed' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => asked).toHaveLength(2)
  await expect(name).toHaveValue('Lost shop')
  answer = 'accept'
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a feed' })).toBeFocused()

  const other = await context.newPage()
  await open(other, '/admin/product-feeds')
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Edit Lost shop' }).click()
  }
  await page.getByLabel('Brands').fill('Maison Rare')
  await page.getByLabel('At least percent off').fill('40')
  answer = 'dismiss'
  await page.getByRole('button', { name: 'Edit Lost shop' }).click()
  await expect.poll(() => asked).toHaveLength(4)
  await other.getByLabel('At least percent off').fill('50')
  await other.getByLabel('Currency').fill('EUR')
  await other.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('What you have typed is still here')
  await expect(page.getByLabel('Brands')).toHaveValue('Maison Rare')
  await expect(page.getByText('They have it as “50”.')).toBeVisible()
  await expect(page.getByLabel('Currency')).toHaveValue('EUR')
  await expectFit(page, 'a feed, changed meanwhile')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  const feed = page.getByRole('listitem').filter({ hasText: 'Lost shop' })
  await expect(feed).toContainText('40%')
  await expect(feed).toContainText('Maison Rare')
  await expect(page.getByRole('button', { name: 'Edit Lost shop' })).toBeFocused()

  // Saved although the answer was lost: the form shows that, and does not report a conflict.
  await loseAnswer(page, '**/api/admin/product-feeds/*')
  await page.getByRole('button', { name: 'Edit Lost shop' }).click()
  await page.getByLabel('At least percent off').fill('35')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Lost shop has been changed meanwhile. It is kept as it stands here.',
  )
  await expect(page.getByLabel('At least percent off')).toHaveValue('35')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('At least percent off')).toBeHidden()
})

test('a draft whose answer was lost is said to be perhaps made, and the pool shows that it was', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/product-feeds')
  await page.getByRole('button', { name: 'Add a feed' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Far shop')
  await page.keyboard.press('Enter')
  const feed = page.getByRole('listitem').filter({ hasText: 'Far shop' })
  // Belongs to an existing retailer, because other tests look at the list of retailers.
  const pieces = FEED.replaceAll('.example/', '.example/far-').replaceAll('Maison Rare', 'Farrier')
  await feed
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'far.csv', mimeType: 'text/csv', buffer: Buffer.from(pieces) })
  await feed.getByRole('link', { name: '3 candidates' }).click()
  await loseAnswer(page, '**/api/admin/candidates/pick')
  await page.getByRole('button', { name: 'Make a draft: Farrier Suede boots' }).click()
  await expect(page.getByRole('alert')).toContainText('it may be done or not')
  await expect(page.getByText('2 candidates', { exact: true })).toBeVisible()
})

test('candidates are dismissed one after the other or together, undone and brought back, by keyboard', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/product-feeds')
  await page.getByRole('button', { name: 'Add a feed' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Mixed shop')
  await page.keyboard.press('Enter')
  const pieces = ['Boots', 'Tote', 'Coat', 'Scarf', 'Shirt'].map(
    (name, at) =>
      `${at},${name},Mixed,https://shop.example/mixed-${at},1000,${300 + at},in stock,M`,
  )
  const file = ['id,title,brand,link,price,sale_price,availability,size', ...pieces].join('\n')
  const feed = page.getByRole('listitem').filter({ hasText: 'Mixed shop' })
  await feed
    .getByLabel('Upload a file')
    .setInputFiles({ name: 'mixed.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await feed.getByRole('link', { name: '5 candidates' }).click()

  const shown = page.locator('[data-candidate] .candidate-name')
  const bar = page.getByRole('region', { name: 'What is chosen, and the last change' })
  const dismiss = (name: string) => page.getByRole('button', { name: `Dismiss: Mixed ${name}` })
  await expect(shown).toHaveText([
    'Mixed Boots',
    'Mixed Tote',
    'Mixed Coat',
    'Mixed Scarf',
    'Mixed Shirt',
  ])
  // The focus moves on to the next candidate.
  await dismiss('Tote').press('Enter')
  await expect(bar).toContainText('Dismissed Mixed Tote.')
  await expect(page.getByText('4 candidates', { exact: true })).toBeVisible()
  await expect(dismiss('Coat')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 candidates', { exact: true })).toBeVisible()
  await expect(dismiss('Scarf')).toBeFocused()
  await expectFit(page, 'candidates, one of them dismissed')
  // In a text field, the shortcut is an ordinary letter.
  const words = page.getByRole('searchbox', { name: 'Words of brand or name' })
  await words.press('z')
  await expect(words).toHaveValue('z')
  await words.clear()
  await dismiss('Scarf').press('z')
  await expect(bar).toContainText('Brought back Mixed Coat.')
  await expect(dismiss('Coat')).toBeFocused()
  await expect(bar.getByRole('button', { name: 'Undo' })).toBeHidden()

  // Shift selects the whole range; one of it is then cleared.
  const choice = (name: string) => page.getByRole('checkbox', { name: `Choose Mixed ${name}` })
  await choice('Boots').press('Space')
  await choice('Scarf').click({ modifiers: ['Shift'] })
  await choice('Scarf').press('Space')
  await expect(choice('Coat')).toBeChecked()
  await expect(choice('Scarf')).not.toBeChecked()
  await expectFit(page, 'candidates, two of them chosen')
  await bar.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(shown).toHaveText(['Mixed Scarf', 'Mixed Shirt'])
  await expect(bar).toContainText('Dismissed 2 candidates.')
  await expect(page.getByRole('checkbox', { name: 'Choose Mixed Scarf' })).toBeFocused()

  // The answer was lost: the list shows the outcome, and pressing again does no harm.
  await loseAnswer(page, '**/api/admin/candidates/dismiss')
  await dismiss('Scarf').press('Enter')
  await expect(bar.getByRole('alert')).toContainText('it may be done or not')
  await expect(shown).toHaveText(['Mixed Shirt'])
  await expect(dismiss('Shirt')).toBeFocused()
  await dismiss('Shirt').press('Enter')
  await expect(page.getByText('No candidate is like that.')).toBeVisible()
  await expect(bar.getByText('Dismissed Mixed Shirt.')).toBeFocused()

  await expect(page.getByRole('combobox', { name: 'Feed' })).toHaveText(/Mixed shop \(0\)/)
  await page.getByRole('checkbox', { name: 'Only dismissed ones' }).check()
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(shown).toHaveText([
    'Mixed Boots',
    'Mixed Tote',
    'Mixed Coat',
    'Mixed Scarf',
    'Mixed Shirt',
  ])
  await expect(page.getByText('Dismissed by Ines').first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Choose Mixed Boots' }).press('Space')
  await page.getByRole('checkbox', { name: 'Choose Mixed Tote' }).press('Space')
  await expectFit(page, 'dismissed candidates')
  await bar.getByRole('button', { name: 'Bring back' }).press('Enter')
  await expect(bar).toContainText('Brought back 2 candidates.')
  await page.getByRole('button', { name: 'Bring back: Mixed Coat' }).press('Enter')
  await expect(shown).toHaveText(['Mixed Scarf', 'Mixed Shirt'])
  await bar.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(bar).toBeHidden()
  // A selection in one list does not carry over to another.
  await page.getByRole('checkbox', { name: 'Choose Mixed Shirt' }).press('Space')
  await expect(bar).toContainText('1 candidate chosen')
  await page.getByRole('checkbox', { name: 'Only dismissed ones' }).uncheck()
  await page.getByRole('button', { name: 'Show', exact: true }).press('Enter')
  await expect(bar).toBeHidden()
  await expect(shown).toHaveText(['Mixed Boots', 'Mixed Tote', 'Mixed Coat'])
  await open(page, '/admin/audit')
  await expect(page.getByText('brought back 2 candidates', { exact: true })).toBeVisible()
})
