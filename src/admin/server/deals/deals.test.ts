import { beforeAll, describe, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

const auditOf = (id: string) => admin.auditOf(id)

describe('the switches', () => {
  test('show a deal in the splash, in a carousel and in the free preview without a reload', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    const shown = async (path: string) =>
      (await app.inject({ url: path })).json().some((deal: { id: string }) => deal.id === id)
    // Public answers stay cached until the change is announced.
    for (const path of ['/api/deals/preview', '/api/deals/carousel/3', '/api/deals/free']) {
      expect(await shown(path)).toBe(false)
    }
    const before = (await admin.read(id)).json()
    const splash = (await admin.flip(id, { showInSplash: true })).json()
    expect(splash).toEqual({ ...before, showInSplash: true, version: 2 })
    await expect.poll(() => shown('/api/deals/preview')).toBe(true)
    await admin.flip(id, { carouselAssignment: 3 })
    await expect.poll(() => shown('/api/deals/carousel/3')).toBe(true)
    const preview = (await admin.flip(id, { isPreview: true })).json()
    expect(preview).toMatchObject({ version: 4, carouselAssignment: 3, showInSplash: true })
    await expect.poll(() => shown('/api/deals/free')).toBe(true)
    await admin.publish(id, false)
    for (const path of ['/api/deals/preview', '/api/deals/carousel/3', '/api/deals/free']) {
      await expect.poll(() => shown(path)).toBe(false)
    }
    const actions = (await auditOf(id)).map((entry: { action: string }) => entry.action)
    expect(actions).toEqual([
      'deal.unpublished',
      'deal.switched',
      'deal.switched',
      'deal.switched',
      'deal.created',
    ])
  })

  test('that stand as asked already write nothing', async () => {
    const { id } = await admin.enter({ isPublished: 'true' })
    await admin.flip(id, { showInSplash: false, carouselAssignment: 0, isPreview: false })
    await admin.publish(id, true)
    expect(await auditOf(id)).toHaveLength(1)
    expect((await admin.read(id)).json().version).toBe(1)
  })

  test.each([
    {},
    { isPublished: true },
    { showInSplash: 'true' },
    { showInSplash: null },
    { carouselAssignment: 6 },
    { carouselAssignment: -1 },
    { carouselAssignment: 1.5 },
    { carouselAssignment: '1' },
    { isPreview: [true] },
  ])('refuse %j', async (payload) => {
    const { id } = await admin.enter()
    expect((await admin.flip(id, payload)).statusCode).toBe(400)
  })
})

describe('publishing', () => {
  test('again on the same day keeps the place in the feed, and on another day is news', async () => {
    app.setNow(new Date('2026-03-09T15:00:00Z'))
    const local = await openAdminClient(app)
    const { id } = await local.enter()
    expect((await local.publish(id, true)).json().publishedAt).toBe('2026-03-09T15:00:00.000Z')
    await local.publish(id, false)
    // Late in the evening in Toronto it is still the same day; in UTC it is the next.
    app.setNow(new Date('2026-03-10T03:30:00Z'))
    const evening = await openAdminClient(app)
    expect((await evening.publish(id, true)).json().publishedAt).toBe('2026-03-09T15:00:00.000Z')
    await evening.publish(id, false)
    app.setNow(new Date('2026-03-10T04:30:00Z'))
    const morning = await openAdminClient(app)
    expect((await morning.publish(id, true)).json()).toMatchObject({
      publishedAt: '2026-03-10T04:30:00.000Z',
      createdAt: '2026-03-09T15:00:00.000Z',
      createdDay: '2026-03-09',
    })
    app.setNow(undefined)
  })

  test('needs a brand and a name', async () => {
    const { id } = (await admin.create({ buyUrl: 'https://shop.example/unready' })).json()
    const response = await admin.publish(id, true)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'invalid-deal',
      fields: { brandName: 'A brand is needed before it can be published.' },
    })
    for (const isPublished of ['true', 1, null]) {
      const payload = { isPublished }
      const wrong = await admin.ask({ method: 'PATCH', url: `/api/deals/${id}/publish`, payload })
      expect(wrong.statusCode).toBe(400)
    }
  })
})

describe('nobody else', () => {
  test('changes a deal: not without a session, nor from another site, nor without the token', async () => {
    const deal = await admin.enter()
    const member = await createMember(app.ctx)
    const payload = { isPublished: true }
    const url = `/api/deals/${deal.id}/publish`
    expect((await app.as(member).inject({ method: 'PATCH', url, payload })).statusCode).toBe(401)
    const abroad = { 'sec-fetch-site': 'cross-site' }
    const cross = await admin.ask({ method: 'PATCH', url, payload, headers: abroad })
    expect(cross.statusCode).toBe(403)
    const form = await admin.ask({
      method: 'PUT',
      url: `/api/deals/${deal.id}`,
      payload: '--x\r\nContent-Disposition: form-data; name="productName"\r\n\r\nEvil\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(form.json()).toMatchObject({ code: 'csrf' })
    expect((await admin.read(deal.id)).json()).toEqual(deal)
  })
})
