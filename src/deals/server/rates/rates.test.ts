import { expect, test } from 'vitest'
import { takeRates } from '#app/deals/server/editing/rating.ts'
import { doWhatIsDue } from '#app/deals/server/life/life.ts'
import { recordObservation } from '#app/deals/server/prices/observing.ts'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { openAdminClient } from '#test/support/admin.ts'
import { createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const { upload } = useBulkUpload(app)
const NO_RATE =
  'There is no rate for EUR that counts today: upload one under Rates before it is published.'

test('a deal in another currency goes out by no door without a rate, and by each with one', async () => {
  const admin = await openAdminClient(app)
  const inEuros = { currency: 'eur', originalPrice: '890', salePrice: '445.50' }
  const draft = await admin.enter(inEuros)
  expect(draft).toMatchObject({ currency: 'EUR', foreignWas: 890, foreignNow: 445.5 })
  expect(draft).toMatchObject({ originalPrice: null, salePrice: null, discount: null })

  const refused = { code: 'invalid-deal', fields: { currency: NO_RATE } }
  const link = { buyUrl: 'https://shop.example/p/2', brandName: 'B', productName: 'P' }
  const out = { ...inEuros, ...link, isPublished: 'true' }
  expect((await admin.create(out)).json()).toMatchObject(refused)
  const later = { ...out, startsAt: '2027-01-01 09:00' }
  expect((await admin.create(later)).json()).toMatchObject(refused)
  expect((await admin.edit(draft.id, { isPublished: 'true' })).json()).toMatchObject(refused)
  expect((await admin.publish(draft.id, true)).json()).toMatchObject(refused)
  expect(await admin.publishMany([draft.id])).toMatchObject({ left: [{ reason: NO_RATE }] })
  const headings = ['Brand', 'Product Name', 'Original Price', 'Sale Price', 'Currency']
  const row = ['Solvane', 'Coat', 890, 445.5, 'Euro', 'https://shop.example/p/3', 'yes']
  const sheet = [[...headings, 'Buy URL', 'Published'], row]
  expect((await upload({ sheet })).problems).toMatchObject([{ row: 2, column: 'Currency' }])
  // Bypassing the use case still runs into the table's constraint.
  const byHand = app.db.updateTable('deals').where('id', '=', draft.id)
  const isScheduled = { isScheduled: true, startsAt: app.ctx.now() }
  const isPublished = { isPublished: true, publishedAt: app.ctx.now() }
  await expect(byHand.set(isPublished).execute()).rejects.toThrow('deals_rate_check')
  await expect(byHand.set(isScheduled).execute()).rejects.toThrow('deals_rate_check')
  expect(await doWhatIsDue(app.ctx)).toBe(0)
  const living = await admin.enter({ isPublished: 'true' })
  expect((await admin.edit(living.id, { currency: 'EUR' })).json()).toMatchObject(refused)

  const take = (day: string, dollars: number) =>
    app.db
      .transaction()
      .execute((trx) => takeRates(trx, app.ctx, [{ currency: 'EUR', day, dollars }], { by: 'Ann' }))
  const today = '2026-11-20'
  expect(await take('2026-10-01', 1.2)).toEqual([])
  expect(await take(today, 1.085)).toEqual([draft.id])
  expect((await admin.read(draft.id)).json()).toMatchObject({
    ...{ originalPrice: 965.65, salePrice: 483.37, discount: 49.9, rateDay: today },
    ...{ currency: 'EUR', foreignWas: 890, foreignNow: 445.5 },
  })
  expect((await admin.publish(draft.id, true)).json()).toMatchObject({ isPublished: true })
  expect((await upload({ sheet })).publishedCount).toBe(1)
  expect((await admin.create(out)).json()).toMatchObject({ isPublished: true, salePrice: 483.37 })
  // A later rate changes no published deal; a newly typed price uses it.
  await take(today, 2)
  // A rate for a future day does not count yet.
  await take('2026-11-21', 9)
  expect((await admin.edit(draft.id, { productName: 'Same' })).json().salePrice).toBe(483.37)
  expect((await admin.edit(draft.id, { salePrice: '400' })).json().salePrice).toBe(800)

  const read = async (cookie?: string) =>
    (await app.inject({ url: `/api/deals/${draft.id}`, headers: cookie ? { cookie } : {} })).json()
  const inShop = { currency: 'EUR', was: 890, now: 400, ratedOn: today }
  expect((await read((await createMember(app.ctx)).cookie)).inShop).toEqual(inShop)
  expect(await read()).not.toHaveProperty('inShop')
  const prices = async (cookie = '') =>
    (await app.inject({ url: `/api/deals/${draft.id}/prices`, headers: { cookie } })).json().prices
  expect((await prices((await createMember(app.ctx)).cookie)).at(-1).inShop).toBe('EUR 400.00')
  for (const cookie of ['', (await createPerson(app.ctx)).cookie]) {
    expect(JSON.stringify(await prices(cookie))).not.toMatch(/inShop|EUR/)
  }

  // A page without an earlier price leaves the known one.
  await app.db.transaction().execute((trx) =>
    recordObservation(trx, draft.id, {
      ...{ source: 'check', observedAt: app.ctx.now(), wasCents: null, nowCents: 39_000 },
    }),
  )
  expect((await admin.read(draft.id)).json()).toMatchObject({
    ...{ foreignWas: 890, foreignNow: 390, originalPrice: 1780, salePrice: 780 },
  })
})
