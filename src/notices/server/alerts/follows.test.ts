import { describe, expect, test } from 'vitest'
import { addNotices } from '#app/notices/server/inbox/inbox.ts'
import { DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { START, useAlerts } from '#test/support/alerts.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'

const { app, member, goOn, look, inboxOf, kinds, takeMail, mailsTo, addDevice } = useAlerts()

describe('a member who follows something', () => {
  test('is told of what comes out, in one notice; a free account is not', async () => {
    app.setNow(undefined)
    const reader = await createMember(app.ctx)
    const free = await createPerson(app.ctx)
    const { id } = await createDeal(app.ctx, { brandName: 'Followed', isPublished: false })
    const { brandId } = await app.db
      .selectFrom('deals')
      .select('brandId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (const who of [reader, free]) {
      await app.db
        .insertInto('follows')
        .values({
          id: `follow-${who.id}`,
          userId: who.id,
          kind: 'brand',
          value: brandId ?? '',
          createdAt: new Date(),
        })
        .execute()
    }
    const published = await createDeal(app.ctx, { brandName: 'Followed', publishedAt: new Date() })
    await createDeal(app.ctx, { brandName: 'Another', publishedAt: new Date() })
    // A deal published a day ago is no news.
    const dayAgo = new Date(Date.now() - DAY_MS)
    await createDeal(app.ctx, { brandName: 'Followed', publishedAt: dayAgo })
    await look()
    await look()
    const told = await inboxOf(reader)
    expect(told).toMatchObject([{ kind: 'new-for-you', dealId: published.id }])
    expect(told[0]?.facts).toEqual({})
    expect(await kinds(free)).toEqual([])
    // Nor is it stored for the day they join, when it would be no news.
    const stored = app.db.selectFrom('notices').select('kind').where('userId', '=', free.id)
    expect(await stored.execute()).toEqual([])
    // Worded as in ‘For you’, as long as it is true.
    const { deals } = (await app.as(reader).inject({ url: '/api/for-you' })).json()
    expect(deals).toMatchObject([
      { why: 'You follow Followed. New today.' },
      { why: 'You follow Followed.' },
    ])
    expect(await inboxOf(reader)).toMatchObject([{ why: deals[0].why }])
    await app.db.deleteFrom('follows').where('userId', '=', reader.id).execute()
    expect((await inboxOf(reader))[0]).not.toHaveProperty('why')
  })

  test('has nothing of it while they are no member, neither shown nor counted, and all of it again after that', async () => {
    const ids = await app.db.transaction().execute((trx) =>
      addNotices(trx, app.ctx, [
        { userId: member.id, kind: 'new-for-you', dealId: null, facts: { more: 4 } },
        { userId: member.id, kind: 'edition', dealId: null, facts: { day: '2036-11-20' } },
        { userId: member.id, kind: 'new-for-you', dealId: null, facts: {} },
      ]),
    )
    const [asleep, , newest] = ids
    const become = (status: string) =>
      app.db.updateTable('subscriptions').set({ status }).where('userId', '=', member.id).execute()
    const as = async (method: 'GET' | 'PUT', path: string, payload?: object) =>
      app.as(member).inject({ method, url: `/api/notices${path}`, ...(payload && { payload }) })
    await become('canceled')
    const list = (await as('GET', '')).json()
    expect(list).toMatchObject({ total: 1, unread: 1, newestId: ids[1] })
    expect(list.notices).toMatchObject([{ kind: 'edition' }])
    expect((await as('GET', '/unread')).json()).toEqual({ unread: 1 })
    expect((await as('PUT', `/${asleep}/read`)).statusCode).toBe(404)
    expect((await as('PUT', '/read', { through: newest })).json()).toEqual({ unread: 0 })
    await become('active')
    expect((await as('GET', '')).json()).toMatchObject({ total: 3, unread: 2, newestId: newest })
  })

  test('has each of them in the mail, up to what one shows, and is led to all of them', async () => {
    await takeMail(member, 'at-once')
    const { shown } = await addDevice(member)
    await createDeal(app.ctx, { brandName: 'Followed many', isPublished: false })
    const { id: value } = await app.db
      .selectFrom('brands')
      .select('id')
      .where('name', '=', 'Followed many')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('follows')
      .values({ id: 'follow-many', userId: member.id, kind: 'brand', value, createdAt: START })
      .execute()
    const made: string[] = []
    for (let n = 0; n < 30; n += 1) {
      const piece = { brandName: 'Followed many', productName: `Piece ${n}.`, publishedAt: START }
      made.push((await createDeal(app.ctx, piece)).id)
    }
    await look()
    const [notice] = await inboxOf()
    expect(notice).toMatchObject({ kind: 'new-for-you', facts: { more: 29 } })
    const unlisted = made.filter((id) => id !== notice?.dealId).slice(0, 2)
    await app.db
      .updateTable('deals')
      .set({ isPublished: false })
      .where('id', 'in', unlisted)
      .execute()
    goOn(10 * MINUTE_MS)
    await look()
    const [mail] = await mailsTo(member)
    const named = new Set(mail?.text?.match(/Piece \d+\./g))
    expect(named.size).toBeGreaterThanOrEqual(22)
    expect(mail?.text).toContain(`more in your inbox.`)
    expect(mail?.text?.match(/You follow Followed many\./g)?.length).toBe(named.size)
    expect(mail?.subject).toMatch(/^Followed many: new for you, and 2\d more alerts$/)
    expect(shown()).toMatchObject([{ path: '/for-you' }])
    expect(shown()[0].body).toMatch(/, and 29 others$/)
  })
})
