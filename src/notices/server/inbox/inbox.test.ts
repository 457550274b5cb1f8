import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { addNotices, type NewNotice, purgeOldNotices } from './inbox.ts'

const app = useTestApp()
const START = new Date('2026-11-20T15:00:00Z')

let member: Person
let dealId: string
beforeEach(async () => {
  app.setNow(START)
  member = await createMember(app.ctx)
  dealId = (await createDeal(app.ctx, { salePriceCents: 18_000 })).id
})

const tell = (notice: Partial<NewNotice> = {}, who = member) =>
  app.db.transaction().execute((trx) =>
    addNotices(trx, app.ctx, [
      {
        ...{ userId: who.id, kind: 'price-down', dealId },
        facts: { fromCents: 22_000, toCents: 18_000 },
        ...notice,
      },
    ]),
  )
const read = async (query = '', who = member) =>
  (await app.as(who).inject({ url: `/api/notices${query}` })).json()
const unread = async (who = member) => (await read('/unread', who)).unread as number
const put = (url: string, payload?: object, who = member) =>
  app.as(who).inject({ method: 'PUT', url: `/api/notices${url}`, ...(payload && { payload }) })

describe('the inbox', () => {
  test('has what somebody was told, newest first, and what of it is not read', async () => {
    await tell()
    app.setNow(new Date(START.getTime() + 60_000))
    await tell({ kind: 'back', facts: { toCents: 18_000 } })
    await tell({}, await createMember(app.ctx))
    const { notices, ...counts } = await read()
    expect(counts).toMatchObject({ total: 2, unread: 2 })
    expect(notices).toMatchObject([
      { kind: 'back', isRead: false, brandName: 'Maison Test' },
      {
        kind: 'price-down',
        happenedAt: START.toISOString(),
        facts: { fromCents: 22_000, toCents: 18_000 },
        deal: { id: dealId, productName: 'Leather tote' },
      },
    ])
    expect(JSON.stringify(notices)).not.toContain('buyUrl')
  })

  test('says a name to members alone, and keeps what is not listed any more by its brand', async () => {
    await tell()
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    const [{ deal }] = (await read()).notices
    expect(deal).toMatchObject({ isAccessible: false })
    for (const locked of ['productName', 'retailer', 'domain']) {
      expect(deal).not.toHaveProperty(locked)
    }
    await app.db.updateTable('deals').set({ isPublished: false }).where('id', '=', dealId).execute()
    expect((await read()).notices).toMatchObject([{ brandName: 'Maison Test', deal: null }])
  })

  test('is read one by one, and all at once up to the newest that was seen', async () => {
    const [first = 0] = await tell()
    const [second = 0] = await tell()
    const [third = 0] = await tell()
    expect((await put(`/${first}/read`)).json()).toEqual({ unread: 2 })
    expect((await put(`/${first}/read`)).json()).toEqual({ unread: 2 })
    expect((await put('/read', { through: second })).json()).toEqual({ unread: 1 })
    expect((await read()).notices.map((each: { isRead: boolean }) => each.isRead)).toEqual([
      false,
      true,
      true,
    ])
    const other = await createPerson(app.ctx)
    const [stolen, missing] = [await put(`/${third}/read`, undefined, other), await put('/99/read')]
    expect([stolen.statusCode, missing.statusCode]).toEqual([404, 404])
    expect(stolen.json().error).toBe(missing.json().error)
    expect((await put('/read', { through: third }, other)).json()).toEqual({ unread: 0 })
    expect(await unread()).toBe(1)
  })

  test('has pages', async () => {
    for (let count = 0; count < 31; count += 1) await tell()
    const { notices, newestId } = await read('?page=2')
    expect(notices).toHaveLength(1)
    expect((await read('?page=3')).notices).toHaveLength(0)
    // 'Mark all as read' on any page covers everything up to when it was opened.
    expect(newestId).toBe((await read()).notices[0].id)
    expect((await put('/read', { through: newestId })).json()).toEqual({ unread: 0 })
  })

  test.each(['?page=0', '?page=101', '?page=x', '?page=1&page=2'])(
    'has no page %s',
    async (query) => {
      const { statusCode } = await app.as(member).inject({ url: `/api/notices${query}` })
      expect(statusCode).toBe(400)
    },
  )

  test('forgets after ninety days, and what is too old is not shown even before that', async () => {
    await tell()
    const later = new Date(START.getTime() + 90 * DAY_MS + 1)
    // Renews the session, which would have expired too.
    await app.db.updateTable('sessions').set({ createdAt: later, lastSeenAt: later }).execute()
    app.setNow(new Date(START.getTime() + 90 * DAY_MS - 1))
    await purgeOldNotices(app.ctx)
    expect(await read()).toMatchObject({ total: 1 })
    app.setNow(later)
    await tell()
    expect(await read()).toMatchObject({ total: 1, unread: 1 })
    expect(await unread()).toBe(1)
    await purgeOldNotices(app.ctx)
    const left = await app.db
      .selectFrom('notices')
      .select('id')
      .where('userId', '=', member.id)
      .execute()
    expect(left).toHaveLength(1)
  })
})
