import { beforeAll, describe, expect, test } from 'vitest'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

describe('a new deal', () => {
  test('is what the form says, unpublished, with what follows from its link', async () => {
    const response = await admin.create({
      brandName: ' Maison  Étoile ',
      productName: 'Silk scarf',
      originalPrice: '$1,299.00',
      salePrice: '649.50',
      buyUrl: 'https://www.silk-house.example/p/1?utm_source=mail&v=2#top',
      isPreview: 'true',
      category: 'Scarves',
      sizes: 'S, M',
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      brandName: 'Maison Étoile',
      productName: 'Silk scarf',
      originalPrice: 1299,
      salePrice: 649.5,
      discount: 50,
      buyUrl: 'https://www.silk-house.example/p/1?utm_source=mail&v=2#top',
      domain: 'www.silk-house.example',
      retailer: 'silk-house.example',
      isPreview: true,
      isPublished: false,
      publishedAt: null,
      version: 1,
      category: 'scarves',
      sizes: ['S', 'M'],
      images: [],
      dealCardImageUrl: null,
      clicks: 0,
    })
    const { id } = response.json()
    expect(await admin.pricesOf(id)).toEqual([
      { originalPriceCents: 129_900, salePriceCents: 64_950, source: 'admin' },
    ])
    expect(await admin.auditOf(id)).toMatchObject([{ action: 'deal.created', actorName: 'Ann' }])
    expect((await app.inject({ url: `/api/deals/${id}` })).statusCode).toBe(404)
  })

  test('needs nothing but its link', async () => {
    const { id, brandName, productName } = (
      await admin.create({
        buyUrl: 'https://shop.example/only-a-link',
        brandName: '',
        salePrice: '',
      })
    ).json()
    expect({ brandName, productName }).toEqual({ brandName: '', productName: '' })
    expect(await admin.pricesOf(id)).toEqual([])
    for (const fields of [{}, { buyUrl: '' }, { buyUrl: '  ' }]) {
      const response = await admin.create(fields)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({
        code: 'invalid-deal',
        error: 'Buy URL is required',
        fields: { buyUrl: 'Buy URL is required' },
      })
    }
  })

  test('can be published at once, and then members see it and visitors its teaser', async () => {
    const { id } = await admin.enter({ isPublished: 'true', productName: 'Cashmere coat' })
    const member = await createMember(app.ctx)
    expect((await app.as(member).inject({ url: `/api/deals/${id}` })).json()).toMatchObject({
      productName: 'Cashmere coat',
      isPublished: true,
    })
    expect((await app.inject({ url: `/api/deals/${id}` })).body).not.toContain('Cashmere')
    const lacking = await admin.create({
      isPublished: 'true',
      buyUrl: 'https://shop.example/lacking',
    })
    expect(lacking.statusCode).toBe(422)
    expect(lacking.json().fields).toEqual({
      brandName: 'A brand is needed before it can be published.',
      productName: 'A product name is needed before it can be published.',
    })
  })

  test('knows a brand by its folded name and a shop by its domain, unless it is told one', async () => {
    const first = await admin.enter({
      brandName: 'Été & Fils',
      retailerName: 'The Known Shop',
      buyUrl: 'https://known.example/1',
    })
    const second = await admin.enter({
      brandName: 'ETE FILS',
      buyUrl: 'https://www.known.example/2',
    })
    expect(second).toMatchObject({ brandName: 'Été & Fils', retailer: 'The Known Shop' })
    const [one, two] = [await admin.rowOf(first.id), await admin.rowOf(second.id)]
    expect([two.brandId, two.retailerId]).toEqual([one.brandId, one.retailerId])
    const told = await admin.enter({
      retailerName: 'Another Shop',
      buyUrl: 'https://known.example/3',
    })
    expect(told.retailer).toBe('Another Shop')
  })

  test('has the pictures it was given, by key or as files, in their order', async () => {
    const [card, one, two] = [
      await admin.storePicture(300),
      await admin.storePicture(301),
      await admin.storePicture(302),
    ]
    const bytes = await twoHalves(303, 240).jpeg().toBuffer()
    const file = { field: 'images', fileName: 'fresh.jpg', bytes }
    const fields = {
      dealCardImageUrl: `/ndc-images/${card}`,
      imageKeys: [`${app.ctx.config.http.publicUrl}/ndc-images/${two}`, one, two],
    }
    const deal = await admin.create({ buyUrl: 'https://shop.example/pictures', ...fields }, [file])
    const fresh = (await admin.send('POST', '/api/admin/pictures', {}, [file])).json().pictures[0]
      .key
    expect(deal.json()).toMatchObject({ dealCardImageUrl: card, images: [two, one, fresh] })
    expect(deal.json().imagePlaceholder).toMatch(/^#/)

    const missing = `${'0'.repeat(32)}.jpg`
    const unknown = await admin.create({
      buyUrl: 'https://shop.example/unknown-pictures',
      dealCardImageUrl: missing,
      imageKeys: [one, missing],
    })
    expect(unknown.statusCode).toBe(422)
    expect(Object.keys(unknown.json().fields)).toEqual(['dealCardImageUrl', 'imageKeys'])
  })

  test('with a file that is no picture is not made, and the file is named', async () => {
    const files = [
      { field: 'images', fileName: 'fake.jpg', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ]
    const buyUrl = 'https://shop.example/fake-picture'
    const response = await admin.create({ buyUrl }, files)
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.images).toMatch(/^fake\.jpg: /)
    expect((await admin.create({ buyUrl })).statusCode).toBe(201)
  })

  test('has at most five further pictures', async () => {
    const keys = await Promise.all([310, 311, 312, 313, 314, 315].map(admin.storePicture))
    const buyUrl = 'https://shop.example/six-pictures'
    const response = await admin.create({ buyUrl, imageKeys: keys })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.imageKeys).toBe('A deal has at most 5 further pictures.')
    const bytes = await twoHalves(316, 240).png().toBuffer()
    const mixed = await admin.create({ buyUrl, imageKeys: keys.slice(0, 5) }, [
      { field: 'images', fileName: 'one-more.png', bytes },
    ])
    expect(mixed.json().fields.imageKeys).toBe('A deal has at most 5 further pictures.')
    expect((await admin.create({ buyUrl, imageKeys: keys.slice(0, 5) })).json().images).toEqual(
      keys.slice(0, 5),
    )
  })

  test('that is saved again by a form whose answer was lost is the same deal, in the words of now', async () => {
    const typed = {
      formId: '0b6f3a52-7f0e-4a55-9d54-3f6d7f2f9a10',
      buyUrl: 'https://www.lost-answer.example/p/1',
      brandName: 'Maison Perdue',
      productName: 'Lost coat',
      originalPrice: '900',
      salePrice: '700',
      publishedAt: '',
      isPublished: 'true',
      priceAddress: 'https://www.lost-answer.example/p/1',
      priceSeenOn: '2026-11-20',
    }
    const first = await admin.create(typed)
    expect(first.statusCode).toBe(201)
    const { id } = first.json()
    const again = await admin.create(typed)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toEqual(first.json())
    expect(await admin.pricesOf(id)).toHaveLength(1)
    expect(await admin.auditOf(id)).toMatchObject([{ action: 'deal.created' }])

    const other = await admin.create({ ...typed, productName: 'Lost long coat', salePrice: '650' })
    expect(other.json()).toMatchObject({ id, productName: 'Lost long coat', salePrice: 650 })
    expect(await admin.auditOf(id)).toMatchObject([
      { action: 'deal.updated' },
      { action: 'deal.created' },
    ])
    const late = await admin.create(typed)
    expect(late.statusCode).toBe(409)
    expect(late.json().code).toBe('deal-changed')

    // Another piece, or the same one by another form, is not affected.
    const buyUrl = 'https://www.lost-answer.example/p/2'
    expect((await admin.create({ ...typed, buyUrl })).json().id).not.toBe(id)
    const formId = '0b6f3a52-7f0e-4a55-9d54-3f6d7f2f9a11'
    expect((await admin.create({ ...typed, formId })).json().code).toBe('deal-exists')
    await admin.remove(id)
    const anew = await admin.create(typed)
    expect(anew.statusCode).toBe(201)
    expect(anew.json().id).not.toBe(id)
    expect((await admin.create({ buyUrl, formId: 'mine' })).json().fields).toEqual({
      formId: 'The id of the form is not a UUID.',
    })
  })

  test('that somebody publishes or takes off meanwhile stays so when its form is saved again, which hears of it', async () => {
    const at = '2099-01-01T09:00'
    const said = (it: string) =>
      `This deal is there already, and ${it} by now. Open it in the list to change that.`
    const made = async (path: string, typed: Record<string, string>) => {
      const form = {
        formId: '0b6f3a52-7f0e-4a55-9d54-3f6d7f2f9a12',
        buyUrl: `https://www.lost-answer.example/meanwhile/${path}`,
        brandName: 'Maison Perdue',
        productName: `Lost ${path}`,
        ...typed,
      }
      return { form, id: (await admin.create(form)).json().id as string }
    }
    const refused = async (form: Record<string, string>, it: string) => {
      const again = await admin.create({ ...form, productName: 'Lost in other words' })
      expect(again.statusCode).toBe(409)
      expect(again.json()).toMatchObject({ code: 'deal-changed', error: said(it) })
    }
    const stateOf = async (id: string) => (await admin.read(id)).json().state

    const out = await made('scarf', { isPublished: 'false' })
    await admin.publish(out.id, true)
    await refused(out.form, 'it is published')
    await admin.endMany([out.id], 'sold-out')
    await refused(out.form, 'it has ended')
    expect(await stateOf(out.id)).toBe('ended')

    const off = await made('belt', { isPublished: 'true' })
    await admin.publish(off.id, false)
    await refused(off.form, 'it is not published')
    expect(await stateOf(off.id)).toBe('draft')

    const later = await made('bag', { isPublished: 'true', startsAt: at })
    await admin.publish(later.id, false)
    await refused(later.form, 'it is not published')
    const planned = await made('boots', { isPublished: 'false', startsAt: at })
    await admin.publish(planned.id, true)
    await refused(planned.form, 'it is scheduled')
    expect([await stateOf(later.id), await stateOf(planned.id)]).toEqual(['draft', 'scheduled'])

    // A draft that was never published is published by the second submission.
    const draft = await made('hat', { isPublished: 'false' })
    const again = await admin.create({ ...draft.form, isPublished: 'true' })
    expect(again.json()).toMatchObject({ id: draft.id, state: 'live' })
  })
})
