import { beforeAll, describe, expect, test } from 'vitest'
import type { EditedMany, EditPreview, FieldHistory } from '#app/admin/many-edit.contract.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { endDeals } from '#app/deals/server/editing/ending.ts'
import { recordObservation } from '#app/deals/server/prices/observing.ts'
import { dealInLetter } from '#app/mailings/server/letter-deals.ts'
import { renderLetter } from '#app/server/mail/layout.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { HISTORY_FIELDS } from './field-history.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

async function post<T>(url: string, payload: object): Promise<T> {
  const response = await admin.ask({ method: 'POST', url: `/api/admin/deals/${url}`, payload })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const preview = (deals: Array<{ id: string }>, edit: object) =>
  post<EditPreview>('edit/preview', { ids: deals.map(({ id }) => id), edit })
const sender = () => ({ publicUrl: app.ctx.config.http.publicUrl, club: app.ctx.config.club })
const read = async (id: string): Promise<ManagedDeal> => (await admin.read(id)).json()

describe('an edit of many deals', () => {
  test('is shown before and after, done, observed, and undone, but for what was changed since', async () => {
    const [one, two, three] = [
      await admin.enter({ sizes: 'S, M' }),
      await admin.enter({ salePrice: '', category: 'Totes' }),
      await admin.enter({ salePrice: '300' }),
    ]
    const edit = {
      category: 'totes',
      sizes: { add: 'L' },
      salePrice: { percent: -10 },
      endsAt: '2099-01-02 09:00',
      carouselAssignment: 3,
    }
    const shown = await preview([one, two, three, { id: 'never' }], edit)
    expect(shown.left).toEqual(
      [
        { id: 'never', label: 'never', reason: 'There is no such deal.' },
        {
          id: two.id,
          label: 'Maison Test Leather tote',
          reason: 'It has no price that could be moved.',
        },
      ].toSorted((a, b) => (a.id === two.id ? -1 : b.id === two.id ? 1 : 0)),
    )
    expect(shown.changed.map(({ id, version }) => ({ id, version }))).toEqual([
      { id: one.id, version: 1 },
      { id: three.id, version: 1 },
    ])
    expect(shown.changed[0]?.changes).toEqual([
      { field: 'Carousel', before: null, after: '3' },
      { field: 'Category', before: null, after: 'Totes' },
      { field: 'Ends at', before: null, after: expect.stringContaining('2099') },
      { field: 'Sale price', before: '$400.00', after: '$360.00' },
      { field: 'Sizes', before: 'S, M', after: 'S, M, L' },
    ])
    // Nothing was saved.
    expect(await read(one.id)).toEqual(one)
    expect(await admin.pricesOf(one.id)).toHaveLength(1)

    // A deal saved since it was shown is left out.
    const fourth = await admin.enter()
    await admin.edit(fourth.id, { colour: 'Red' })
    const done = await post<EditedMany>('edit', {
      deals: [...shown.changed, { id: fourth.id, version: 1 }],
      edit,
    })
    expect(done.changed).toEqual([one.id, three.id])
    expect(done.left).toEqual([
      { id: fourth.id, reason: 'Somebody else has saved this deal since you opened it.' },
    ])
    expect(await read(one.id)).toMatchObject({
      ...{ category: 'totes', sizes: ['S', 'M', 'L'], salePrice: 360, carouselAssignment: 3 },
      ...{ endsAt: '2099-01-02T14:00:00.000Z', version: 2 },
    })
    expect((await admin.pricesOf(one.id)).map((each) => each.salePriceCents)).toEqual([
      40000, 36000,
    ])
    const [entry] = await admin.auditOf(three.id)
    expect(entry).toMatchObject({ action: 'deal.updated', batchId: done.batchId, actorName: 'Ann' })

    await admin.edit(three.id, { category: 'Clutches' })
    const undone = await post<EditedMany>('edit/undo', { batchId: done.batchId, ids: done.changed })
    expect(undone).toMatchObject({
      changed: [one.id],
      left: [{ id: three.id, reason: 'It was changed again since.' }],
    })
    const back = await read(one.id)
    expect(back).toEqual({ ...one, version: 3, price: back.price, clicks: 0 })
    expect((await admin.pricesOf(one.id)).map((each) => each.salePriceCents)).toEqual([
      40000, 36000, 40000,
    ])
    expect((await read(three.id)).category).toBe('clutches')
  })

  test.each([
    ['nothing', {}, 'Nothing to change was given.'],
    ['a word that we do not have', { colour: 'mauvelous' }, 'The colour is not one that we have.'],
    ['a price that is none', { salePrice: { set: 'cheap' } }, 'The sale price is not a price'],
    ['a percentage past all', { salePrice: { percent: -100 } }, 'percent'],
    ['two ways at once', { salePrice: { percent: 5, set: '3' } }, 'salePrice'],
    ['a field that is not edited so', { productName: 'One for all' }, 'productName'],
    ['a day that is none', { endsAt: '2026-02-30' }, 'The end is not a day of the calendar.'],
  ])('with %s is refused in words', async (_, edit, words) => {
    const payload = { ids: ['whatever'], edit }
    const answer = await admin.ask({
      ...{ method: 'POST', url: '/api/admin/deals/edit/preview', payload },
    })
    expect([400, 422]).toContain(answer.statusCode)
    expect(answer.body).toContain(words)
  })

  test('says of each deal why it cannot be done to it', async () => {
    const [deal, same] = [await admin.enter(), await admin.enter({ colour: 'Red' })]
    const shown = await preview([deal], { salePrice: { set: '2000' } })
    expect(shown.left[0]?.reason).toBe('The sale price is above the original price.')
    expect((await preview([same], { colour: 'red' })).left[0]?.reason).toBe('It is so already.')

    // Its name says no more than is public, until its colour changes.
    const tote = await admin.enter({ productName: 'Red tote', category: 'Totes', colour: 'Red' })
    const card = await admin.storePicture(354)
    const note = { [card]: { alternative: 'A red tote on a chair', focus: null } }
    const pictureNotes = JSON.stringify(note)
    await admin.edit(tote.id, { dealCardImageUrl: card, pictureNotes })
    const edit = { colour: 'black' }
    const both = await preview([tote, same], edit)
    const left = [{ id: tote.id, reason: expect.stringContaining('“Red tote”') }]
    expect([both.changed.map(({ id }) => id), both.left]).toMatchObject([[same.id], left])
    const done = await post<EditedMany>('edit', { deals: [{ id: tote.id }, ...both.changed], edit })
    expect(done).toMatchObject({ changed: [same.id], left })
  })
})

describe('the history of a deal', () => {
  test('is told by field, and a field comes back with the version that was seen', async () => {
    const deal = await admin.enter({ colour: 'Red' })
    await admin.edit(deal.id, { salePrice: '350', productName: 'Calf tote' })
    await admin.edit(deal.id, { salePrice: '300' })
    const url = `/api/admin/deals/${deal.id}/history`
    const history: FieldHistory = (await admin.ask({ url })).json()
    expect(history.version).toBe(3)
    expect(history.fields.map(({ field }) => field)).toEqual(['productName', 'salePrice'])
    const prices = history.fields[1]
    expect(prices).toMatchObject({ label: 'Sale price', now: '$300.00' })
    expect(prices?.changes.map(({ before, after }) => [before, after])).toEqual([
      ['$350.00', '$300.00'],
      ['$400.00', '$350.00'],
    ])
    expect(prices?.changes[0]).toMatchObject({ actorName: 'Ann', mayComeBack: true })

    const entryId = prices?.changes[1]?.entryId
    const bring = (payload: object) => admin.ask({ method: 'POST', url, payload })
    expect((await bring({ field: 'salePrice', entryId, version: 2 })).json()).toMatchObject({
      code: 'deal-changed',
    })
    const answer = await bring({ field: 'salePrice', entryId, version: 3 })
    expect(answer.json()).toMatchObject({ salePrice: 400, productName: 'Calf tote', version: 4 })
    expect((await admin.pricesOf(deal.id)).at(-1)).toMatchObject({
      ...{ salePriceCents: 40000, source: 'admin' },
    })
    for (const payload of [
      { field: 'version', entryId, version: 4 },
      { field: 'salePrice', entryId: 1, version: 4 },
    ]) {
      expect((await bring(payload)).statusCode).toBe(404)
    }
  })
})

describe('the history of a deal beside what is typed', () => {
  test('tells of what our check saw, of publishing and of its end, and brings none of that back', async () => {
    const deal = await admin.enter({ isPublished: 'true' })
    await app.db.transaction().execute(async (trx) => {
      const seen = { observedAt: new Date(), wasCents: null, nowCents: 31_000 }
      await recordObservation(trx, deal.id, { source: 'check', ...seen })
      await endDeals(trx, app.ctx, [deal.id], { reason: 'sold-out' })
    })
    await admin.edit(deal.id, { publishedAt: '2026-01-05 09:00' })
    const changesOf = async (field: string) => {
      const url = `/api/admin/deals/${deal.id}/history`
      const { fields }: FieldHistory = (await admin.ask({ url })).json()
      return fields.find((each) => each.field === field)?.changes
    }
    expect(await changesOf('salePrice')).toMatchObject([
      { ...{ actorName: 'Our check', entryId: null, before: '$400.00', after: '$310.00' } },
    ])
    expect(await changesOf('endedReason')).toMatchObject([
      { actorName: 'By itself', before: null, after: 'Sold out', mayComeBack: false },
    ])
    const [moved] = (await changesOf('publishedAt')) ?? []
    expect(moved).toMatchObject({ actorName: 'Ann', mayComeBack: true })
    const payload = { field: 'publishedAt', entryId: moved?.entryId }
    const url = `/api/admin/deals/${deal.id}/history`
    const { version, publishedAt } = await read(deal.id)
    const back = await admin.ask({ method: 'POST', url, payload: { ...payload, version } })
    expect(back.statusCode, back.body).toBe(200)
    expect(back.json().publishedAt > String(publishedAt)).toBe(true)

    const draft = await admin.enter({})
    await post('publish', { ids: [draft.id], isPublished: true })
    const { fields }: FieldHistory = (
      await admin.ask({ url: `/api/admin/deals/${draft.id}/history` })
    ).json()
    expect(fields.find(({ field }) => field === 'isPublished')?.changes).toMatchObject([
      { actorName: 'Ann', before: 'no', after: 'yes', mayComeBack: false },
    ])
  })

  test('has every field of the form, but for what is seen anew each time', () => {
    const names: Record<string, string> = { retailerName: 'retailer' }
    const told = Object.entries(FORM_FIELDS).filter(([, { kind }]) => kind !== 'sighting')
    const missing = told.map(([name]) => names[name] ?? name)
    expect(missing.filter((name) => !HISTORY_FIELDS.some((field) => field === name))).toEqual([])
  })
})

describe('what is said of a picture', () => {
  test('is public, kept with its picture wherever it stands, and gives nothing away', async () => {
    const deal = await admin.enter({ productName: 'Zephyrine Tote', isPublished: 'true' })
    const [card, more] = [await admin.storePicture(350), await admin.storePicture(351)]
    const note = { alternative: 'A red bag on a chair', focus: [250, 800] }
    const save = (notes: object, fields: object = {}) =>
      admin.edit(deal.id, { ...fields, pictureNotes: JSON.stringify(notes) })
    const pictures = { dealCardImageUrl: card, imageKeys: [more] }
    expect((await save({ [card]: note }, pictures)).json().pictures).toMatchObject([
      { key: card, ...note, fault: null, likeness: expect.stringMatching(/^[0-9a-f]{16}$/) },
      { key: more, alternative: '', focus: null },
    ])
    const seen = (await app.inject({ url: `/api/deals/${deal.id}` })).json()
    expect(seen.pictureNotes).toEqual({ [card]: note })
    expect(seen.productName).toBeUndefined()
    const blocks: Letter['blocks'] = [
      {
        kind: 'deals',
        deals: [dealInLetter(seen, { stream: 'edition', today: '2026-11-23' })],
        layout: 'pictures',
      },
    ]
    const words = { subject: 'Today', preview: '', reason: '' }
    const { html } = renderLetter({ ...words, blocks }, sender())
    expect(html).toContain(`alt="${note.alternative}"`)
    expect(html).toContain('object-position:25% 80%')
    // A moved picture keeps its notes; a removed one loses them.
    const moved = { dealCardImageUrl: more, imageKeys: [card] }
    expect((await admin.edit(deal.id, moved)).json().pictures[1]).toMatchObject(note)

    const named = { [more]: { alternative: 'The zephyrine tote, in red', focus: null } }
    const refused = await save(named)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().fields.pictureNotes).toContain('“Zephyrine Tote”')
    const shop = { [more]: { alternative: 'As seen at The Test Shop' } }
    expect((await save(shop)).json().fields).toBeDefined()
    // Nor may the name be changed to what the text says.
    const renamed = await admin.edit(deal.id, { productName: 'Red bag on a chair' })
    expect(renamed.json().fields.pictureNotes).toContain('Everybody may read')
    // After a rename by a path without this check, the text is shown to nobody.
    const rename = (productName: string) =>
      app.db.updateTable('deals').set({ productName }).where('id', '=', deal.id).execute()
    await rename('Red bag on a chair')
    const silent = (await admin.read(deal.id)).json()
    expect(silent.pictureNotes[card]).toEqual({ focus: note.focus })
    await rename('Zephyrine Tote')
    for (const notes of [
      { ['0'.repeat(32)]: { alternative: 'Of another deal' } },
      { [card]: { alternative: 'x'.repeat(201) } },
      { [card]: { alternative: 'x', focus: [0, 1001] } },
      { nothing: {} },
      ['x'],
    ]) {
      expect((await save(notes)).statusCode, JSON.stringify(notes)).toBe(422)
    }
    // Restoring brings back the notes of the pictures that still exist.
    const both = { [card]: note, [more]: { alternative: 'Its back', focus: null } }
    await save(both)
    await save({ [more]: { alternative: 'Its clasp', focus: null } })
    const only = await admin.edit(deal.id, { dealCardImageUrl: more, imageKeys: '' })
    const url = `/api/admin/deals/${deal.id}/history`
    const { fields }: FieldHistory = (await admin.ask({ url })).json()
    const said = fields.find(({ field }) => field === 'pictures')?.changes ?? []
    const { entryId } = said.find(({ before }) => before?.includes('Its back')) ?? {}
    const { version } = only.json()
    const payload = { field: 'pictures', entryId, version }
    const back = await admin.ask({ method: 'POST', url, payload })
    expect(back.json().pictures).toMatchObject([{ key: more, alternative: 'Its back' }])
    const without = await admin.edit(deal.id, { dealCardImageUrl: more, imageKeys: '' })
    expect(without.json().pictures).toHaveLength(1)
    const again = await admin.edit(deal.id, { imageKeys: [card] })
    expect(again.json().pictures[1]).toMatchObject({ alternative: '', focus: null })
  })

  test('and that both of two which look the same are kept is said once, to us alone', async () => {
    const deal = await admin.enter({ isPublished: 'true' })
    const [card, more] = [await admin.storePicture(352), await admin.storePicture(353)]
    const kept = { alternative: '', focus: null, isKept: true }
    const pictures = { dealCardImageUrl: card, imageKeys: [more] }
    const note = { ...pictures, pictureNotes: JSON.stringify({ [more]: kept }) }
    expect((await admin.edit(deal.id, note)).json().pictures[1]).toMatchObject(kept)
    const seen = (await app.inject({ url: `/api/deals/${deal.id}` })).json()
    expect(seen.pictureNotes).toEqual({})
    // It survives other edits, and is deleted with its picture.
    const other = await admin.edit(deal.id, { salePrice: '10' })
    expect(other.json().pictures[1]).toMatchObject(kept)
    await admin.edit(deal.id, { dealCardImageUrl: card, imageKeys: '' })
    const again = await admin.edit(deal.id, { imageKeys: [more] })
    expect(again.json().pictures[1]).toMatchObject({ isKept: false })
  })
})

describe('what a sheet says of where a deal is shown', () => {
  test('the form says as well: splash, carousel, and since when it is out', async () => {
    const shown = { showInSplash: 'true', carouselAssignment: '4' }
    const out = { isPublished: 'true', publishedAt: '2026-01-05T09:30' }
    const deal = await admin.enter({ ...shown, ...out })
    expect(deal).toMatchObject({
      ...{ showInSplash: true, carouselAssignment: 4, publishedAt: '2026-01-05T14:30:00.000Z' },
    })
    const moved = await admin.edit(deal.id, { publishedAt: '2026-01-04 09:30', showInSplash: 'no' })
    expect(moved.json()).toMatchObject({
      ...{ showInSplash: false, publishedAt: '2026-01-04T14:30:00.000Z', isPublished: true },
    })
    const faultOf = async (id: string, fields: Record<string, string>) =>
      (await admin.edit(id, fields)).json().fields
    expect(await faultOf(deal.id, { publishedAt: '2099-01-01' })).toEqual({
      publishedAt: 'The moment of publishing is in the future.',
    })
    expect(await faultOf(deal.id, { publishedAt: '' })).toHaveProperty('publishedAt')
    expect(await faultOf(deal.id, { carouselAssignment: '9' })).toHaveProperty('carouselAssignment')
    const draft = await admin.enter()
    expect(await faultOf(draft.id, { publishedAt: '2026-01-05' })).toEqual({
      publishedAt: 'It is not out: the moment follows when it is published.',
    })
    const later = await admin.edit(draft.id, out)
    expect(later.json()).toMatchObject({ publishedAt: '2026-01-05T14:30:00.000Z' })
  })
})
