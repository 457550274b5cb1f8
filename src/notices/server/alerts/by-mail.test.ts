import { describe, expect, test } from 'vitest'
import { queues } from '#app/queues.ts'
import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { START, useAlerts } from '#test/support/alerts.ts'
import { createMember } from '#test/support/factories.ts'
import { tellingQueue } from './work.ts'

const { app, member, goOn, look, keep, setPrice, kinds, takeMail, mailsTo } = useAlerts()

describe('by mail', () => {
  test('alerts of ten minutes are one mail, with names for members alone', async () => {
    await takeMail(member, 'at-once')
    const [one, two] = [await keep(), await keep(member, { brandName: 'Maison Autre' })]
    await setPrice(one, 180)
    await look()
    goOn(5 * MINUTE_MS)
    await setPrice(two, 150)
    await look()
    expect(await mailsTo(member)).toEqual([])
    goOn(10 * MINUTE_MS)
    await look()
    await look()
    const [mail, ...others] = await mailsTo(member)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Maison Test: price went down, and 1 more alert')
    expect(mail?.text).toContain('Now $150, was $220 when you saved it.')
    expect(mail?.text).toContain('Leather tote')
    expect(mail?.text).not.toMatch(/shop\.example|The Test Shop/)
    expect(mail?.headers.map(({ key }) => key)).toContain('list-unsubscribe-post')
  })

  test('once a day they come at the hour of their own, filled for who may see them then', async () => {
    await takeMail(member, 'daily', 'Pacific/Honolulu', 6)
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(23 * HOUR_MS + 59 * MINUTE_MS)
    await look()
    expect(await mailsTo(member)).toEqual([])
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    goOn(24 * HOUR_MS)
    await look()
    const [mail] = await mailsTo(member)
    expect(mail?.subject).toBe('Maison Test: price went down')
    expect(mail?.text).not.toContain('Leather tote')
  })

  test('once a day and late in the evening they wait for the morning; at once they do not', async () => {
    const eager = await createMember(app.ctx)
    await takeMail(member, 'daily', 'America/Toronto', 20)
    await takeMail(eager, 'at-once')
    const id = await keep()
    await app.as(eager).inject({ method: 'PUT', url: `/api/saved/${id}` })
    await setPrice(id, 180)
    await tellingQueue.work(app.ctx, {})
    // Half past ten, eleven and a half hours later: nothing ran at eight.
    goOn(11.5 * HOUR_MS)
    await look()
    expect([await mailsTo(member), await mailsTo(eager)]).toMatchObject([[], [{}]])
    goOn(20 * HOUR_MS)
    await queues['stream-mail']?.work(app.ctx, {})
    expect(await mailsTo(member)).toMatchObject([{ subject: 'Maison Test: price went down' }])
  })

  test('what ended meanwhile is told of as ended alone, and that it ends soon no more', async () => {
    await takeMail(member, 'daily', 'America/Toronto', 18)
    const [fell, over, ending] = [await keep(), await keep(), await keep()]
    await setPrice(fell, 180)
    const endsAt = new Date(START.getTime() + 2 * HOUR_MS)
    await app.db.updateTable('deals').set({ endsAt }).where('id', '=', ending).execute()
    const end = (id: string) =>
      app.db
        .updateTable('deals')
        .set({ endedAt: app.ctx.now(), endedReason: 'sold-out' })
        .where('id', '=', id)
        .execute()
    goOn(MINUTE_MS)
    await end(over)
    await look()
    expect((await kinds()).toSorted()).toEqual(['ends-soon', 'gone', 'price-down'])
    await end(fell)
    goOn(7 * HOUR_MS)
    await look()
    const [mail] = await mailsTo(member)
    expect(mail?.subject).toBe('Maison Test: it has ended')
    expect(mail?.text).toContain('Sold out at the retailer.')
    expect(mail?.text).not.toMatch(/price went down|Ends soon/i)
    // An ended deal is shown without a price.
    expect(mail?.text).not.toMatch(/\$|% off/)
  })

  test('who has not asked gets none', async () => {
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(30 * HOUR_MS)
    await look()
    expect(await mailsTo(member)).toEqual([])
    expect(await kinds()).toHaveLength(1)
  })
})
