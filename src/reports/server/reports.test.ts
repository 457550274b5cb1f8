import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  createUnconfirmed,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { PRICE_CHECKS: '1' } })
/** 10:00 in Toronto. */
const START = new Date('2026-11-20T15:00:00Z')
const later = (ms: number) => app.setNow(new Date(START.getTime() + ms))

let member: Person
let dealId: string
beforeEach(async () => {
  app.setNow(START)
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
  dealId = (await createDeal(app.ctx, { sizes: ['IT 40', 'IT 42'], salePriceCents: 42_000 })).id
})

const tell = (report: object, who?: Person, id = dealId) =>
  (who ? app.as(who) : app).inject({ method: 'POST', url: `/api/reports/${id}`, payload: report })
const outcome = async (...asked: Parameters<typeof tell>) => {
  const response = await tell(...asked)
  return `${response.statusCode} ${response.json().code ?? response.json().isNew}`
}
const rows = () => app.db.selectFrom('reports').selectAll().orderBy('id').execute()
const mayBeGone = async (who?: Person) =>
  (await (who ? app.as(who) : app).inject({ url: `/api/deals/${dealId}` })).json().mayBeGone

describe('what a member tells of a deal', () => {
  test('is kept with what was shown and seen, once a day of each kind', async () => {
    const told = { kind: 'price', seenPrice: 455.5 }
    expect(await outcome(told, member)).toBe('200 true')
    expect(await outcome({ ...told, seenPrice: 12 }, member)).toBe('200 false')
    expect(await outcome({ kind: 'size', size: 'IT 42' }, member)).toBe('200 true')
    expect(await outcome({ kind: 'other', words: '  It is another colour. ' }, member)).toBe(
      '200 true',
    )
    expect(await rows()).toMatchObject([
      { kind: 'price', seenCents: 45_550, shownCents: 42_000, isEvidence: true, words: null },
      { kind: 'size', size: 'IT 42', reportedOn: '2026-11-20' },
      { kind: 'other', words: 'It is another colour.' },
    ])
    later(14 * HOUR_MS)
    expect(await outcome(told, member)).toBe('200 true')
    const own = (await app.as(member).inject({ url: `/api/reports/${dealId}` })).json().reports
    expect(own.map(({ kind, isOfToday }: Record<string, unknown>) => [kind, isOfToday])).toEqual([
      ['price', true],
      ['other', false],
      ['size', false],
      ['price', false],
    ])
    expect(JSON.stringify(own)).not.toContain('colour')
  })

  test('is refused with words where it cannot be', async () => {
    const wrong: Array<[object, string?]> = [
      [{ kind: 'late' }],
      [{}],
      [{ kind: 'price' }],
      [{ kind: 'price', seenPrice: '420' }],
      [{ kind: 'price', seenPrice: -1 }],
      [{ kind: 'price', seenPrice: 1.234 }],
      [{ kind: 'price', seenPrice: 1e12 }],
      [{ kind: 'size' }],
      [{ kind: 'size', size: 'IT 44' }],
      [{ kind: 'other', words: '   ' }],
      [{ kind: 'other', words: 'x'.repeat(201) }],
    ]
    for (const [report] of wrong) {
      const response = await tell(report, member)
      expect([report, response.statusCode]).toEqual([report, 400])
      expect(response.json().error).toMatch(/must|size|required/i)
    }
    expect(await outcome({ kind: 'other', words: 'x'.repeat(200) }, member)).toBe('200 true')
    expect(await outcome({ kind: 'gone' }, member, 'nothing00001')).toBe('404 not-found')
    await app.db.updateTable('deals').set({ endedAt: START, endedReason: 'gone' }).execute()
    expect(await outcome({ kind: 'gone' }, member)).toBe('409 deal-ended')
    await app.db.updateTable('deals').set({ isPublished: false }).execute()
    expect(await outcome({ kind: 'gone' }, member)).toBe('404 not-found')
  })

  test('is bounded: twenty a day of one account', async () => {
    for (let count = 0; count < 20; count += 1) {
      const { id } = await createDeal(app.ctx)
      expect(await outcome({ kind: 'gone' }, member, id)).toBe('200 true')
    }
    expect(await outcome({ kind: 'gone' }, member)).toBe('429 too-many-requests')
    expect(await outcome({ kind: 'gone' }, await createMember(app.ctx))).toBe('200 true')
  })
})

test('each thing that is told has the page of the shop looked at, with how many members say it is gone', async () => {
  const check = () =>
    app.db.selectFrom('dealChecks').select(['askedFor', 'reported', 'dueAt']).execute()
  await tell({ kind: 'price', seenPrice: 12 }, member)
  expect(await check()).toEqual([{ askedFor: 'report', reported: 0, dueAt: START }])
  await tell({ kind: 'gone' }, member)
  await tell({ kind: 'gone' }, await createMember(app.ctx))
  expect(await check()).toMatchObject([{ askedFor: 'report', reported: 2 }])
})

describe('who may tell', () => {
  test('whoever may open the deal, and nobody else', async () => {
    const gone = { kind: 'gone' }
    expect(await outcome(gone)).toBe('401 sign-in-required')
    expect(await outcome(gone, await createUnconfirmed(app.ctx))).toBe('403 unconfirmed-address')
    expect(await outcome(gone, await createPerson(app.ctx))).toBe('403 members-only')
    expect(await outcome(gone, await createSubscriber(app.ctx, 'past_due'))).toBe(
      '403 members-only',
    )
    expect(await rows()).toEqual([])
    const free = await createDeal(app.ctx, { isPreview: true })
    await announceDeals(app.ctx)
    expect(await outcome(gone, await createPerson(app.ctx), free.id)).toBe('200 true')
    expect(await rows()).toMatchObject([{ isEvidence: false }])
  })
})

describe('when two members say that it is gone', () => {
  const gone = { kind: 'gone' }

  test('everybody is told, from the second one within a day on', async () => {
    await tell(gone, member)
    await tell({ kind: 'link' }, await createMember(app.ctx))
    expect(await mayBeGone()).toBe(false)
    later(DAY_MS)
    await tell(gone, await createMember(app.ctx))
    expect(await mayBeGone()).toBe(false)
    later(DAY_MS + HOUR_MS)
    await tell(gone, member)
    for (const who of [undefined, await createPerson(app.ctx), member]) {
      expect(await mayBeGone(who)).toBe(true)
    }
    const feed = (await app.inject({ url: '/api/deals' })).json()
    expect(feed.deals).toMatchObject([{ id: dealId, mayBeGone: true }])
  })

  test('one member on two days is one member', async () => {
    await tell(gone, member)
    later(14 * HOUR_MS)
    await tell(gone, member)
    expect(await rows()).toHaveLength(2)
    expect(await mayBeGone()).toBe(false)
  })
})
