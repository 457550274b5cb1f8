import { expect, test } from 'vitest'
import type { EditionBoard } from '#app/admin/editions/editions.contract.ts'
import type { FieldHistory } from '#app/admin/many-edit.contract.ts'
import type { RatesTaken } from '#app/deals/prices/rates.contract.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { openAdminClient } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const NO_RATE =
  'There is no rate for EUR that counts today: upload one under Rates before it is published.'

test('rates come as lines or a sheet, by row or not at all; the board, edits of many and the history keep a price in what it is sold in', async () => {
  const admin = await openAdminClient(app, 'Ann')
  const take = async (text: string, isSure = 'false'): Promise<RatesTaken> =>
    (await admin.send('POST', '/api/admin/rates', { text, isSure })).json()
  const ask = async <T>(url: string, payload: object): Promise<T> =>
    (await admin.ask({ method: 'POST', url: `/api/admin/${url}`, payload })).json()
  const read = async (id: string) => (await admin.read(id)).json()
  const today = businessDay(app.ctx.now())
  const [day, yesterday] = [addDays(today, 1), addDays(today, -1)]

  const deal = await admin.enter({ originalPrice: '890', salePrice: '445.50' })
  expect((await admin.edit(deal.id, { currency: 'EUR' })).json()).toMatchObject({ salePrice: null })
  await ask(`editions/${day}/deals`, { ids: [deal.id] })
  const board = async () => {
    const url = `/api/admin/editions/${day}`
    return ((await admin.ask({ url })).json() as EditionBoard).deals[0]?.gaps
  }
  expect(await board()).toContain('rate')
  const schedule = { ids: [deal.id], time: '07:00', isAnyway: true }
  expect(await ask(`editions/${day}/schedule`, schedule)).toMatchObject({
    left: [{ reason: NO_RATE }],
  })

  expect(await take(' ')).toMatchObject({ error: 'Paste rates, or choose a sheet with them.' })
  const refused = await take('EUR 1.085\nXQQ 1\nGBP 1,27')
  expect(refused.problems.map(({ row, column }) => [row, column])).toEqual([
    [2, 'Currency'],
    [3, 'Dollars'],
  ])
  expect(refused).toMatchObject({ taken: 0, desk: { rates: [] } })
  expect(refused.desk.waiting).toEqual([{ currency: 'EUR', deals: 1 }])
  const file = { field: 'file', fileName: 'rates.csv', bytes: 'Currency,Rate\nEUR,1.085\n' }
  const taken = (await admin.send('POST', '/api/admin/rates', {}, [file])).json()
  expect(taken).toMatchObject({ taken: 1, priced: 1, problems: [], desk: { waiting: [] } })
  // An inverted rate is questioned, and accepted once confirmed.
  expect(await take('EUR 0.5')).toMatchObject({ taken: 0, problems: [{ isDoubt: true }] })
  expect(await take(`EUR ${yesterday} 0.5`, 'true')).toMatchObject({ taken: 1 })
  expect(taken.desk.rates).toMatchObject([{ currency: 'EUR', standing: 'counts', toldBy: 'Ann' }])
  const audit = await admin.ask({ url: '/api/admin/audit?kind=rate' })
  expect(audit.json().entries[0]).toMatchObject({ action: 'rate.taken', actorName: 'Ann' })
  expect(await board()).not.toContain('rate')
  expect(await read(deal.id)).toMatchObject({ salePrice: 483.37, foreignNow: 445.5 })

  // Percentages apply in the deal's own currency; a fixed amount would be in the wrong one.
  const edit = { salePrice: { percent: -10 } }
  const { batchId } = await ask<{ batchId: string }>('deals/edit', {
    deals: [{ id: deal.id }],
    edit,
  })
  expect(await read(deal.id)).toMatchObject({ foreignNow: 400.95, salePrice: 435.03 })
  const set = { deals: [{ id: deal.id }], edit: { salePrice: { set: '99' } } }
  expect(await ask('deals/edit', set)).toMatchObject({
    left: [{ reason: 'It is sold in EUR: change its price by itself.' }],
  })
  await ask('deals/edit/undo', { batchId, ids: [deal.id] })
  expect(await read(deal.id)).toMatchObject({ foreignNow: 445.5, salePrice: 483.37 })

  // A change recorded in dollars is undone in dollars.
  const history: FieldHistory = (
    await admin.ask({ url: `/api/admin/deals/${deal.id}/history` })
  ).json()
  const currency = history.fields.find(({ field }) => field === 'currency')?.changes[0]
  expect(currency).toMatchObject({ before: null, after: 'EUR', mayComeBack: true })
  const { version } = await read(deal.id)
  const back = { field: 'currency', entryId: currency?.entryId, version }
  await ask(`deals/${deal.id}/history`, back)
  expect(await read(deal.id)).toMatchObject({
    ...{ currency: 'USD', foreignNow: null, rateDay: null, salePrice: 445.5, originalPrice: 890 },
  })

  const { cookie } = await createMember(app.ctx)
  expect((await app.inject({ url: '/api/admin/rates', headers: { cookie } })).statusCode).toBe(401)
})
