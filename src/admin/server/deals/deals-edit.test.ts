import { beforeAll, describe, expect, test } from 'vitest'
import type { DealField } from '#app/deals/server/deal/fields.rules.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

describe('an edit', () => {
  test('changes what it names and nothing else', async () => {
    const deal = await admin.enter({ sizes: 'S,M', category: 'Bags' })
    const response = await admin.edit(deal.id, { salePrice: '350', version: '1' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ ...deal, salePrice: 350, discount: 65, version: 2 })
    expect(await admin.pricesOf(deal.id)).toHaveLength(2)
    const [entry, ...others] = await admin.auditOf(deal.id)
    expect(entry).toMatchObject({
      action: 'deal.updated',
      subjectLabel: 'Maison Test Leather tote',
      changes: [{ field: 'Sale price', before: '$400.00', after: '$350.00' }],
    })
    expect(others).toHaveLength(1)
  })

  test('takes every field that a new deal takes', async () => {
    const deal = await admin.enter()
    const [card, further] = [await admin.storePicture(330), await admin.storePicture(331)]
    const bytes = await twoHalves(332, 240).png().toBuffer()
    const fields: Record<DealField, string> = {
      brandName: 'Another House',
      productName: 'Suede boot',
      originalPrice: '900',
      basis: 'RRP',
      salePrice: '450',
      currency: 'USD',
      buyUrl: 'https://another-shop.example/boot',
      retailerName: 'Another Shop',
      department: 'Women',
      category: 'Boots',
      colour: 'Brown',
      sizes: '38,39',
      gtin: '4006381 33393 1',
      styleNumber: 'AB-12/3',
      startsAt: '2026-01-02 09:00',
      endsAt: '2099-07-01T18:30',
      isPreview: 'true',
      isPublished: 'true',
    }
    const response = await admin.edit(
      deal.id,
      { ...fields, dealCardImageUrl: card, imageKeys: [further] },
      [{ field: 'images', fileName: 'a.png', bytes }],
    )
    expect(response.json()).toMatchObject({
      brandName: 'Another House',
      productName: 'Suede boot',
      originalPrice: 900,
      basis: 'rrp',
      salePrice: 450,
      buyUrl: 'https://another-shop.example/boot',
      retailer: 'Another Shop',
      department: 'women',
      category: 'boots',
      colour: 'brown',
      sizes: ['38', '39'],
      gtin: '04006381333931',
      styleNumber: 'AB-12/3',
      startsAt: '2026-01-02T14:00:00.000Z',
      endsAt: '2099-07-01T22:30:00.000Z',
      dealCardImageUrl: card,
      images: [further, await admin.storePicture(332)],
      isPreview: true,
      isPublished: true,
    })
  })

  test('that changes nothing leaves no trace', async () => {
    const deal = await admin.enter()
    const response = await admin.edit(deal.id, {
      brandName: 'MAISON TEST',
      productName: 'Leather  tote',
      originalPrice: '1000',
      salePrice: '$400.00',
      buyUrl: deal.buyUrl,
      imageKeys: '',
      isPublished: 'false',
      version: '1',
    })
    expect(response.json()).toEqual(deal)
    expect(await admin.auditOf(deal.id)).toHaveLength(1)
    expect(await admin.pricesOf(deal.id)).toHaveLength(1)
  })

  test('can empty what may be empty, and not the link', async () => {
    const deal = await admin.enter({ sizes: 'S', category: 'Bags' })
    const empty = {
      brandName: '',
      productName: '',
      originalPrice: '',
      salePrice: '',
      category: '',
      sizes: '',
    }
    expect((await admin.edit(deal.id, empty)).json()).toMatchObject({
      brandName: '',
      productName: '',
      originalPrice: null,
      salePrice: null,
      discount: null,
      category: null,
      sizes: [],
    })
    expect(await admin.pricesOf(deal.id)).toMatchObject([
      {},
      { originalPriceCents: null, salePriceCents: null },
    ])
    const response = await admin.edit(deal.id, { buyUrl: ' ' })
    expect(response.json().fields).toEqual({ buyUrl: 'Buy URL is required' })
  })

  test('is checked together with what stays as it is', async () => {
    const deal = await admin.enter({ isPublished: 'true' })
    const above = await admin.edit(deal.id, { salePrice: '1000.01' })
    expect(above.statusCode).toBe(422)
    expect(above.json().fields).toEqual({
      salePrice: 'The sale price is above the original price.',
    })
    const nameless = await admin.edit(deal.id, { brandName: '', productName: '' })
    expect(nameless.json().fields).toEqual({
      brandName: 'A brand is needed before it can be published.',
      productName: 'A product name is needed before it can be published.',
    })
    expect((await admin.read(deal.id)).json()).toEqual(deal)
    const takenBack = await admin.edit(deal.id, { brandName: '', isPublished: 'false' })
    expect(takenBack.json()).toMatchObject({ brandName: '', isPublished: false, version: 2 })
    const back = await admin.edit(deal.id, { brandName: 'Maison Test', isPublished: 'true' })
    expect(back.json()).toMatchObject({ isPublished: true, publishedAt: deal.publishedAt })
  })

  test('keeps the further pictures when no file is chosen, and replaces them otherwise', async () => {
    const [one, two] = [await admin.storePicture(320), await admin.storePicture(321)]
    const deal = await admin.enter({ imageKeys: [one, two], dealCardImageUrl: one })
    const nothing = { field: 'images', fileName: '', bytes: '' }
    const kept = await admin.edit(deal.id, { productName: 'Bag' }, [nothing])
    expect(kept.json().images).toEqual([one, two])
    const bytes = await twoHalves(322, 240).png().toBuffer()
    const replaced = await admin.edit(deal.id, {}, [{ field: 'images', fileName: 'a.png', bytes }])
    expect(replaced.json().images).toEqual([await admin.storePicture(322)])
    expect((await admin.edit(deal.id, { imageKeys: [two, one] })).json().images).toEqual([two, one])
    const none = await admin.edit(deal.id, { imageKeys: '', dealCardImageUrl: '' })
    expect(none.json()).toMatchObject({ images: [], dealCardImageUrl: null })
  })

  test('moves a deal to the shop its new link leads to, but not to the link of another deal', async () => {
    const other = await admin.enter({ buyUrl: 'https://moved-to.example/a' })
    const deal = await admin.enter({ buyUrl: 'https://moved-from.example/a', retailerName: 'From' })
    const sameShop = await admin.edit(deal.id, { buyUrl: 'https://moved-from.example/b' })
    expect(sameShop.json().retailer).toBe('From')
    const moved = await admin.edit(deal.id, { buyUrl: 'https://moved-to.example/b' })
    expect(moved.json()).toMatchObject({
      domain: 'moved-to.example',
      retailer: other.retailer,
    })
    const taken = await admin.edit(deal.id, { buyUrl: 'https://moved-to.example/a?utm_medium=x' })
    expect(taken.statusCode).toBe(409)
    expect(taken.json()).toMatchObject({ code: 'deal-exists' })
    // Another spelling of its own link is still its own.
    const respelt = await admin.edit(deal.id, { buyUrl: 'https://moved-to.example/b?gclid=1' })
    expect(respelt.json().buyUrl).toBe('https://moved-to.example/b?gclid=1')
  })

  test('on a version that is not the current one writes nothing', async () => {
    const deal = await admin.enter()
    await admin.edit(deal.id, { productName: 'Theirs', version: '1' })
    const late = await admin.edit(deal.id, { productName: 'Mine', version: '1' })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({
      code: 'deal-changed',
      error: 'Somebody else has saved this deal since you opened it.',
    })
    expect((await admin.read(deal.id)).json()).toMatchObject({ productName: 'Theirs', version: 2 })
    expect((await admin.edit(deal.id, { productName: 'Mine' })).json()).toMatchObject({
      version: 3,
    })
    expect((await admin.edit(deal.id, { version: 'new' })).json().fields).toHaveProperty('version')
  })

  test('of a deal that is gone says so, and of one that never was too', async () => {
    const deal = await admin.enter()
    expect((await admin.remove(deal.id)).json()).toEqual({ success: true })
    const calls = (id: string) => [
      admin.edit(id, { productName: 'x' }),
      admin.publish(id, true),
      admin.flip(id, { isPreview: true }),
      admin.remove(id),
      admin.read(id),
    ]
    for (const response of await Promise.all(calls(deal.id))) {
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({
        code: 'deal-deleted',
        error: 'This deal was deleted meanwhile.',
      })
    }
    for (const id of ['aaaaaaaaaaaa', 'x', 'a%27b']) {
      for (const response of await Promise.all(calls(id))) {
        expect(response.json()).toMatchObject({
          code: 'not-found',
          error: 'There is no such deal.',
        })
      }
    }
  })
})
