import { businessDay } from '#app/shared/dates.ts'
import { dealRow, sheetFile } from '#test/e2e/support/admin-sheets.ts'
import { loseAnswer, pressUnanswered } from '#test/e2e/support/answers.ts'
import { signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { multipart } from '#test/support/multipart.ts'
import { createTrip } from '#test/support/trips.ts'

const test = withServer('unanswered', () =>
  startOwnServer({ hasPayments: true, environment: { ADMIN_PASSWORD } }),
)

test('a claim is refused', async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Ines')
  const now = server.ctx.payments.providerNow()
  const aYearAgo = new Date(now.getTime() - 366 * 24 * 60 * 60 * 1000)
  await server.db
    .insertInto('guarantees')
    .values({
      id: 'claim-unanswered',
      userId: null,
      startsAt: aYearAgo,
      endsAt: now,
      isWhole: true,
      readAt: null,
      lookAt: null,
      createdAt: aYearAgo,
    })
    .execute()
  await server.db
    .insertInto('guaranteeClaims')
    .values({
      guaranteeId: 'claim-unanswered',
      state: 'waiting',
      askedAt: now,
      heldUntil: null,
      decidedAt: null,
      dueCents: 9_700,
      recordedCents: 0,
      confirmedCents: 12_000,
    })
    .execute()
  await open(page, '/admin/guarantee')
  await page.getByLabel(/^Why/).fill('It was confirmed')
  const refuse = page.getByRole('button', { name: 'Refuse it' })
  await pressUnanswered(page, {
    call: '**/api/admin/guarantee/*/decision*',
    press: () => refuse.press('Enter'),
    isThere: refuse,
    isDone: page.getByRole('link', { name: 'Refused 1' }),
  })
})

test('a mail that is held is dropped', async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Ines')
  const { email } = await createPerson(server.ctx)
  const payload = { email }
  await server.inject({ method: 'POST', url: '/api/forgot-password', payload })
  await server.db.updateTable('mails').set({ state: 'held' }).execute()
  await open(page, '/admin/mail')
  const drop = page.getByRole('button', { name: 'Drop it' })
  await pressUnanswered(page, {
    call: '**/api/admin/mail/held',
    press: () => drop.press('Enter'),
    isThere: drop,
    isDone: page.getByText('A mail stands here when nobody knows'),
  })
  const states = await server.db.selectFrom('mails').select('state').distinct().execute()
  expect(states).toEqual([{ state: 'dropped' }])
})

test('a report of a network is taken back', async ({ page, context, server }) => {
  const admin = await signInAsAdmin(server, context, 'Ines')
  const { id: userId } = await createMember(server.ctx)
  const { id: dealId } = await createDeal(server.ctx)
  const trip = await createTrip(server.ctx, { userId, dealId })
  const rows = [
    ['SubID', 'Transaction date', 'Sale amount', 'Item price', 'Payout', 'Status'],
    [trip, businessDay(server.ctx.now()), '300.00', '300.00', '12.00', 'approved'],
  ]
  const form = multipart({ network: 'Northlink', dryRun: 'false' }, [
    { field: 'file', fileName: 'november.csv', bytes: makeCsv(rows) },
  ])
  const taken = await server.as(admin).inject({
    method: 'POST',
    url: '/api/admin/network-reports',
    payload: form.payload,
    headers: { ...form.headers, ...admin.csrf },
  })
  expect(taken.json()).toMatchObject({ newCount: 1 })
  await open(page, '/admin/savings')
  const back = page.getByRole('button', { name: 'Take back november.csv' })
  await pressUnanswered(page, {
    call: '**/api/admin/network-reports/*/undo',
    press: () => back.press('Enter'),
    isThere: back,
    isDone: page.getByText('Taken back by Ines'),
  })
})

test('an upload is taken back and restored, by keyboard', async ({ page, context, server }) => {
  const admin = await signInAsAdmin(server, context, 'Ines')
  const { name: fileName, buffer: bytes } = sheetFile('lost.xlsx', [dealRow('Lost coat')])
  const form = multipart({}, [{ field: 'file', fileName, bytes }])
  const imported = await server.as(admin).inject({
    method: 'POST',
    url: '/api/deals/bulk-upload',
    payload: form.payload,
    headers: { ...form.headers, ...admin.csrf },
  })
  expect(imported.statusCode).toBe(200)
  await open(page, '/admin/imports')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  const restore = page.getByRole('button', { name: 'Restore 1 deal' })
  await pressUnanswered(page, {
    call: '**/api/admin/imports/*/undo',
    press: async () => {
      // The error is shown in the page: no dialog covers it.
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await undo.press('Enter')
      await page.getByRole('button', { name: 'Take it back' }).press('Enter')
    },
    isThere: undo,
    isDone: restore,
  })
  // Its button is gone: the focus is on the row's status message.
  await expect(page.getByRole('row').getByRole('status')).toBeFocused()
  await pressUnanswered(page, {
    call: '**/api/admin/imports/*/restore',
    press: () => restore.press('Enter'),
    isThere: restore,
    isDone: undo,
  })
  await expect(page.getByRole('row').getByRole('status')).toBeFocused()
})

test('a stream is stopped, and the keyboard stays on what lets it go on', async ({
  page,
  context,
  server,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/mail')
  const stream = page.getByRole('listitem').filter({ hasText: 'The edition' })
  const stop = stream.getByRole('button', { name: 'Stop' })
  const resume = stream.getByRole('button', { name: 'Resume' })
  const why = stream.getByLabel(/^Why/)
  // A reason is required.
  await stop.press('Enter')
  await expect(why).toBeFocused()
  await why.fill('A wrong price')
  await pressUnanswered(page, {
    call: '**/api/admin/mail/streams/*',
    press: () => stop.press('Enter'),
    isThere: stop,
    isDone: stream.getByText('Stopped by Ines'),
  })
  await expect(resume).toBeFocused()
  await expect(stream).toContainText(': A wrong price')
  // The next time, the reason is empty again.
  await resume.press('Enter')
  await expect(why).toHaveValue('')
})

test('a switch is turned off', async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/switches')
  const search = page.getByRole('listitem').filter({ hasText: 'Price checks' }).last()
  await search.getByRole('button', { name: /^Turn off/ }).press('Enter')
  const why = search.getByLabel('Why')
  await why.fill('The shops are slow')
  await page.route('**/api/admin/switches/*', (route) => route.abort(), { times: 1 })
  await why.press('Enter')
  await expect(search.getByText(/^No answer came: it may be done or not/)).toBeVisible()
  await loseAnswer(page, '**/api/admin/switches/*')
  await why.press('Enter')
  await expect(search.getByText('Turned off by Ines')).toContainText('The shops are slow')
  await expect(search.getByText(/^No answer came/)).toBeHidden()
})

test('a letter is saved, tried and thrown away', async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Ines')
  await createPerson(server.ctx)
  await open(page, '/admin/letters/new')
  await page.getByLabel('Subject').fill('A new way in')
  const words = page.getByLabel('Letter', { exact: true })
  await words.fill('We have moved.')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const tryIt = page.getByRole('button', { name: 'Send it to me' })
  const first = page.getByRole('button', { name: 'Save as a draft' })
  await pressUnanswered(page, {
    call: '**/api/admin/letters',
    press: () => first.press('Enter'),
    isThere: first,
    isDone: save,
  })
  await expect(tryIt).toBeEnabled()
  const audience = page.getByLabel('For', { exact: true })
  await audience.selectOption('Members')
  await expect(tryIt).toBeDisabled()
  await audience.selectOption('Everybody with an account')
  await expect(tryIt).toBeEnabled()
  await words.fill('We have moved.\n\nCome and see.')
  await pressUnanswered(page, {
    call: '**/api/admin/letters/*',
    press: () => save.press('Enter'),
    isThere: page.getByText('As it was saved last'),
    isDone: page.locator('.toast').filter({ hasText: 'Saved' }),
  })
  await expect(words).toHaveValue('We have moved.\n\nCome and see.')

  await page.getByLabel('Your address').fill('ines@club.example')
  await pressUnanswered(page, {
    call: '**/api/admin/letters/*/trial',
    press: () => tryIt.press('Enter'),
    isThere: page.getByText('Send it to yourself first'),
    isDone: page.getByRole('button', { name: 'Send it out' }),
  })
  await expect(page.getByRole('button', { name: 'Send it out' })).toBeEnabled()

  const remove = page.getByRole('button', { name: 'Delete the draft' })
  await pressUnanswered(page, {
    call: '**/api/admin/letters/*',
    press: () => remove.press('Enter'),
    isThere: remove,
    isDone: page.getByText('No letter was written yet.'),
  })
})

test('carousels are put in order', async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Ines')
  await server.db
    .updateTable('carousels')
    .set({ title: 'After eight' })
    .where('number', '=', 2)
    .execute()
  await open(page, '/admin/carousels')
  const places = page.getByRole('main').getByRole('listitem')
  const title = (place: number) => places.nth(place).getByRole('textbox')
  const toast = page.locator('.toast').filter({ hasText: 'It may be done or not.' })
  const up = page.getByRole('button', { name: 'Move up: After eight' })
  await page.route('**/api/admin/carousels/order', (route) => route.abort(), { times: 1 })
  await up.press('Enter')
  await expect(toast).toContainText('No answer came')
  await expect(title(1)).toHaveValue('After eight')
  await loseAnswer(page, '**/api/admin/carousels/order')
  const again = page.waitForResponse('**/api/admin/carousels')
  await up.press('Enter')
  await again
  await expect(title(0)).toHaveValue('After eight')
})
