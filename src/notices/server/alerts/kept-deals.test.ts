import { describe, expect, test } from 'vitest'
import { deleteDeal, updateDeal } from '#app/deals/server/editing/editing.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { START, useAlerts } from '#test/support/alerts.ts'
import { createMember, createPerson } from '#test/support/factories.ts'
import { findEndingDeals } from './telling.queries.ts'
import { tellingQueue } from './work.ts'

const { app, member, goOn, look, keep, setPrice, inboxOf, kinds } = useAlerts()

const setEnd = (id: string, end: { endedAt: Date | null; endedReason: 'sold-out' | null }) =>
  app.db.updateTable('deals').set(end).where('id', '=', id).execute()
const markSoldOut = (id: string) => setEnd(id, { endedAt: app.ctx.now(), endedReason: 'sold-out' })
const bringBack = (id: string) => setEnd(id, { endedAt: null, endedReason: null })

describe('of a deal that somebody keeps', () => {
  test('a price that goes down is told of once, and again when it goes down again on another day', async () => {
    const id = await keep()
    await setPrice(id, 180)
    await look()
    await look()
    expect(await inboxOf()).toMatchObject([
      { kind: 'price-down', dealId: id, facts: { fromCents: 22_000, toCents: 18_000 } },
    ])
    await setPrice(id, 220)
    await setPrice(id, 180)
    await look()
    expect(await kinds()).toHaveLength(1)
    // Today's notice of this deal was sent: what still holds in the morning is told then.
    await setPrice(id, 150)
    await look()
    expect(await kinds()).toHaveLength(1)
    goOn(14 * HOUR_MS)
    await look()
    expect(await inboxOf()).toMatchObject([
      { kind: 'price-down', facts: { fromCents: 18_000, toCents: 15_000, wasTold: true } },
      { kind: 'price-down' },
    ])
    const { unread } = (await app.as(member).inject({ url: '/api/notices/unread' })).json()
    expect(unread).toBe(2)
  })

  test('a free account is told as well, without the name; who has removed it is told nothing', async () => {
    const free = await createPerson(app.ctx)
    const id = await keep(free)
    await app.as(member).inject({ method: 'PUT', url: `/api/saved/${id}` })
    await app.as(member).inject({ method: 'DELETE', url: `/api/saved/${id}` })
    await setPrice(id, 180)
    await look()
    expect(await inboxOf(free)).toMatchObject([{ deal: { isAccessible: false } }])
    expect(JSON.stringify(await inboxOf(free))).not.toContain('Leather tote')
    expect(await kinds()).toEqual([])
  })

  test('the price that a member asked for is told of; without the membership it is not', async () => {
    const id = await keep()
    const url = `/api/saved/${id}/target`
    await app.as(member).inject({ method: 'PUT', url, payload: { price: 215 } })
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    await setPrice(id, 214)
    await look()
    expect(await kinds()).toEqual([])
    await app.db.updateTable('subscriptions').set({ status: 'active' }).execute()
    await setPrice(id, 213)
    await look()
    expect(await inboxOf()).toMatchObject([
      { kind: 'target', facts: { toCents: 21_300, targetCents: 21_500 } },
    ])
  })

  test('it is told of once, also to whoever had heard of the deal before', async () => {
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(24 * HOUR_MS)
    const url = `/api/saved/${id}/target`
    await app.as(member).inject({ method: 'PUT', url, payload: { price: 175 } })
    for (const days of [1, 2, 3]) {
      goOn(days * 24 * HOUR_MS)
      await setPrice(id, 175 - days)
      await look()
    }
    expect(await kinds()).toEqual(['target', 'price-down'])
  })

  test('an end is told of a day before, and that it has ended, and that it is back', async () => {
    const id = await keep()
    const endsAt = new Date(START.getTime() + 48 * HOUR_MS)
    await app.db.updateTable('deals').set({ endsAt }).where('id', '=', id).execute()
    await look()
    goOn(23 * HOUR_MS)
    await look()
    expect(await kinds()).toEqual([])
    goOn(24 * HOUR_MS)
    await look()
    await look()
    expect(await kinds()).toEqual(['ends-soon'])
    const end = (endedAt: Date | null, endedReason: string | null) =>
      app.db
        .updateTable('deals')
        .set({ endedAt, endedReason: endedReason as never, ...(endedAt ? {} : { endsAt: null }) })
        .where('id', '=', id)
        .execute()
    goOn(48 * HOUR_MS)
    await end(app.ctx.now(), 'time')
    await look()
    expect(await inboxOf()).toMatchObject([{ kind: 'gone', facts: { reason: 'time' } }, {}])
    goOn(72 * HOUR_MS)
    await end(null, null)
    await look()
    expect(await kinds()).toEqual(['back', 'gone', 'ends-soon'])
  })

  test('that it is back is told once of one that had ended when it was saved', async () => {
    const late = await createMember(app.ctx)
    const id = await keep()
    goOn(HOUR_MS)
    await markSoldOut(id)
    goOn(2 * HOUR_MS)
    await app.as(late).inject({ method: 'PUT', url: `/api/saved/${id}` })
    await look()
    expect([await kinds(), await kinds(late)]).toEqual([['gone'], []])
    goOn(3 * HOUR_MS)
    await bringBack(id)
    await look()
    // Whoever was told that it is gone had today's notice.
    expect([await kinds(), await kinds(late)]).toEqual([['gone'], ['back']])
    goOn(26 * HOUR_MS)
    await setPrice(id, 219)
    await look()
    expect([await kinds(), await kinds(late)]).toEqual([['back', 'gone'], ['back']])
  })

  test('that it is back is told once also to whoever had heard of it before and saved it anew', async () => {
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(24 * HOUR_MS)
    await markSoldOut(id)
    await look()
    await app.as(member).inject({ method: 'DELETE', url: `/api/saved/${id}` })
    goOn(48 * HOUR_MS)
    await app.as(member).inject({ method: 'PUT', url: `/api/saved/${id}` })
    goOn(72 * HOUR_MS)
    await bringBack(id)
    await look()
    // The changes are too small to be told, but the deal is looked at each time.
    for (const days of [4, 5]) {
      goOn(days * 24 * HOUR_MS)
      await setPrice(id, 183 - days)
      await look()
    }
    expect(await kinds()).toEqual(['back', 'gone', 'price-down'])
  })

  test('an end that was stored since it was saved is told of at once; one that was seen then is not', async () => {
    const late = await createMember(app.ctx)
    const id = await keep()
    const endsAt = new Date(START.getTime() + 20 * HOUR_MS)
    await app.db.updateTable('deals').set({ endsAt }).where('id', '=', id).execute()
    await app.as(late).inject({ method: 'PUT', url: `/api/saved/${id}` })
    await look()
    expect([await kinds(), await kinds(late)]).toEqual([['ends-soon'], []])
    goOn(17 * HOUR_MS)
    await look()
    expect([await kinds(), await kinds(late)]).toEqual([['ends-soon'], ['ends-soon']])
  })

  test('a deal that ends is looked at when somebody is to be told, and not every minute until then', async () => {
    const late = await createMember(app.ctx)
    const id = await keep()
    await setPrice(id, 180)
    await look()
    const endsAt = new Date(START.getTime() + 20 * HOUR_MS)
    await app.db.updateTable('deals').set({ endsAt }).where('id', '=', id).execute()
    await app.as(late).inject({ method: 'PUT', url: `/api/saved/${id}` })
    const ending = () => {
      const now = app.ctx.now()
      const [soon, verySoon] = [24, 3].map((hours) => new Date(now.getTime() + hours * HOUR_MS))
      return findEndingDeals(app.db, { now, soon: soon ?? now, verySoon: verySoon ?? now })
    }
    // One had today's notice; the other knew the end when they saved it.
    expect(await ending()).toEqual([])
    for (const price of [150, 149]) {
      await setPrice(id, price)
      await look()
    }
    const waiting = await app.db.selectFrom('dealChanges').select('lookAt').execute()
    expect(waiting).toEqual([{ lookAt: new Date('2036-11-21T05:00:00Z') }])
    goOn(17 * HOUR_MS)
    expect(await ending()).toEqual([id])
    await look()
    expect(await ending()).toEqual([])
  })

  test('several processes that look at once tell each once', async () => {
    const other = await app.another()
    other.setNow(START)
    const ids = [await keep(), await keep(), await keep()]
    const friends = await Promise.all([1, 2, 3].map(() => createMember(app.ctx)))
    for (const friend of friends) {
      for (const id of ids) await app.as(friend).inject({ method: 'PUT', url: `/api/saved/${id}` })
    }
    for (const id of ids) await setPrice(id, 180)
    await Promise.all(
      [app.ctx, other.ctx, app.ctx, other.ctx].map((ctx) => tellingQueue.work(ctx, {})),
    )
    await look()
    for (const who of [member, ...friends]) {
      const told = (await inboxOf(who)).map(({ dealId }) => dealId)
      expect(told.toSorted()).toEqual(ids.toSorted())
    }
    await other.close()
  })

  test('nothing is told of what is deleted, and what comes of a change that failed is nothing', async () => {
    const id = await keep()
    const failed = app.db.transaction().execute(async (trx) => {
      await updateDeal(trx, app.ctx, id, { salePriceCents: 18_000 })
      throw new Error('the change failed')
    })
    await expect(failed).rejects.toThrow('the change failed')
    await look()
    await app.db.transaction().execute((trx) => deleteDeal(trx, app.ctx, id))
    await look()
    expect(await kinds()).toEqual([])
  })
})
