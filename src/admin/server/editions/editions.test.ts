import { beforeEach, describe, expect, test } from 'vitest'
import type { BoardDeal, EditionBoard } from '#app/admin/editions/editions.contract.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { announceDeals, createDeal, type DealDraft } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
// Sunday noon in Toronto; Monday's edition goes out at seven.
const NOON = new Date('2026-11-22T17:00:00Z')
const DAY = '2026-11-23'
const SEVEN = '2026-11-23T12:00:00.000Z'
let ann: AdminClient
let ben: AdminClient

beforeEach(async () => {
  app.setNow(NOON)
  ann = await openAdminClient(app, 'Ann')
  ben = await openAdminClient(app, 'Ben')
  await app.db.deleteFrom('deals').execute()
  await announceDeals(app.ctx)
})

const draft = (name: string, more: Partial<DealDraft> = {}) =>
  createDeal(app.ctx, { id: name.padEnd(12, '0'), productName: name, isPublished: false, ...more })

const at = (day: string) => `/api/admin/editions/${day}`
async function board(day = DAY): Promise<EditionBoard> {
  return (await ann.ask({ url: at(day) })).json()
}
const namesOf = (deals: BoardDeal[]) => deals.map(({ deal }) => deal.productName)
const names = async (day = DAY) => namesOf((await board(day)).deals)
const idOf = (name: string) => name.padEnd(12, '0')
const act = (who: AdminClient, verb: string, payload: object, day = DAY) =>
  who.ask({ method: 'POST', url: `${at(day)}/${verb}`, payload })
const put = (...list: string[]) => act(ann, 'deals', { ids: list.map(idOf) })
const versionOf = async (name: string) =>
  (await board()).deals.find(({ deal }) => deal.id === idOf(name))?.version ?? -1
async function move(who: AdminClient, name: string, after: string | null, version?: number) {
  const seen = version ?? (await versionOf(name))
  return act(who, 'moves', { id: idOf(name), version: seen, after: after && idOf(after) })
}
/** Starts the call now: test calls are otherwise sent only when they are awaited. */
const under = async <T>(call: () => PromiseLike<T>) => call()
/** Returns the warnings, so that scheduling takes a single call with all of them confirmed. */
async function warningsOf(asked: { ids: string[]; time: string }): Promise<string[]> {
  const { about } = (await act(ann, 'schedule', { ...asked, seenWarnings: [] })).json()
  return about.warnings.map(({ key }: { key: string }) => key)
}
/** Locks a deal, as if somebody else were working on it. */
async function hold(name: string) {
  const trx = await app.db.startTransaction().execute()
  await trx.selectFrom('deals').select('id').where('id', '=', idOf(name)).forUpdate().execute()
  return trx
}
async function plan(...list: string[]) {
  for (const name of list) await draft(name)
  return put(...list)
}

test('what pictures show is said of many at once, each by itself: never over what somebody has said, nor what is for members', async () => {
  const pictures: string[] = []
  for (const colour of ['#933', '#393', '#339', '#999']) {
    const sent = await twoHalves(400, 500, colour).png().toBuffer()
    pictures.push((await storePicture(app.ctx, sent)).id)
  }
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
    const productName = name === 'c' ? 'Zibeline Cloud' : name
    await draft(name, { productName, category: 'totes', cardPictureId: pictures[index] ?? null })
  }
  await put('a', 'b', 'c')
  const keyOf = (index: number) => `${pictures[index]}.jpg`
  const say = (texts: object[]) =>
    ann.ask({ method: 'POST', url: '/api/admin/deals/alternative-texts', payload: { texts } })
  const text = 'Tote by Maison Test'
  expect((await say([{ id: idOf('b'), picture: keyOf(1), text }])).statusCode).toBe(200)
  const answer = await say([
    { id: idOf('a'), picture: keyOf(0), text },
    { id: idOf('b'), picture: keyOf(1), text: 'Another one' },
    { id: idOf('c'), picture: keyOf(3), text },
    { id: 'none', picture: keyOf(3), text },
  ])
  const { changed, left } = answer.json()
  expect(changed).toEqual([idOf('a')])
  expect(left.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Somebody has said meanwhile what its picture shows.',
    'Something is said of a picture that this deal has not.',
    'There is no such deal.',
  ])
  const { deals } = await board()
  const toldOf = (name: string) =>
    deals.find(({ deal }) => deal.id === idOf(name))?.deal.pictures[0]?.alternative
  expect(['a', 'b', 'c'].map(toldOf)).toEqual([text, text, ''])
  expect((await say([{ id: idOf('c'), picture: keyOf(2), text: 'a\u0000b' }])).statusCode).toBe(400)
  const given = await say([{ id: idOf('c'), picture: keyOf(2), text: 'The Zibeline Cloud tote' }])
  expect(given.json().left[0].reason).toContain('gives away what is for members')
  const audit = await ann.ask({ url: '/api/admin/audit?action=deal.updated' })
  expect(audit.json().entries.length).toBeGreaterThanOrEqual(2)
})

describe('an edition', () => {
  test('is planned, put in order, scheduled to the minute, and comes out in that order', async () => {
    await plan('a', 'b', 'c')
    expect(await names()).toEqual(['a', 'b', 'c'])
    expect((await move(ann, 'c', null)).json()).toMatchObject({ from: 3, to: 1 })
    expect((await move(ann, 'a', 'b')).json()).toMatchObject({ from: 2, to: 3 })
    expect(await names()).toEqual(['c', 'b', 'a'])
    const ids = ['a', 'b', 'c'].map(idOf)
    const opened = (await ann.read(idOf('a'))).json()
    const scheduled = (await act(ann, 'schedule', { ids, time: '07:00' })).json()
    expect(scheduled).toEqual({ changed: expect.arrayContaining(ids), left: [], at: SEVEN })
    // A form opened before must not change the start.
    const old = await ben.edit(idOf('a'), { startsAt: '', version: String(opened.version) })
    expect(old.json().code).toBe('deal-changed')

    // A change of mind: one is taken back, one gets its own minute, and the order can still change.
    await act(ben, 'unschedule', { ids: [idOf('b')] })
    await act(ben, 'schedule', { ids: [idOf('a')], time: '12:31' })
    expect(await names()).toEqual(['a', 'c', 'b'])
    await act(ben, 'schedule', { ids: [idOf('b')], time: '07:00' })
    await move(ben, 'b', null)
    expect(await names()).toEqual(['a', 'b', 'c'])
    const across = await move(ben, 'b', 'a')
    expect([across.statusCode, across.json().error]).toEqual([
      409,
      'The other one goes out at another time. Give both the same time first. The board shows how it is now.',
    ])

    await announceDeals(app.ctx)
    const feed = async () =>
      (await app.inject({ url: '/api/deals?limit=48' }))
        .json()
        .deals.map((each: { id: string }) => each.id)
    app.setNow(new Date(Date.parse(SEVEN) - 1))
    expect(await feed()).toEqual([])
    app.setNow(new Date(SEVEN))
    expect(await feed()).toEqual([idOf('b'), idOf('c')])
    app.setNow(new Date(Date.parse(SEVEN) + 331 * MINUTE_MS))
    ann = await openAdminClient(app, 'Ann')
    expect(await feed()).toEqual([idOf('a'), idOf('b'), idOf('c')])
    expect(await names()).toEqual(['a', 'b', 'c'])
    // A published deal stays where people have seen it.
    expect((await move(ann, 'c', null)).statusCode).toBe(409)
    const late = (await act(ann, 'unschedule', { ids: [idOf('c')] })).json()
    expect(late).toEqual({ changed: [], left: [{ id: idOf('c'), reason: 'It is out already.' }] })
  })

  test('takes what is scheduled elsewhere at its place, and drafts only once', async () => {
    await plan('a')
    await draft('sheet', { isScheduled: true, startsAt: new Date(SEVEN), feedPosition: 7 })
    expect(await names()).toEqual(['sheet', 'a'])
    await move(ann, 'sheet', 'a')
    expect(await names()).toEqual(['a', 'sheet'])
    const again = await put('a', 'sheet', 'nobody')
    expect(again.json()).toMatchObject({
      changed: [],
      left: [
        { reason: 'It is in this edition already.' },
        { reason: 'It goes out Nov 23, 2026, 07:00. Take it back first.' },
        { reason: 'There is no such deal.' },
      ],
    })
    const elsewhere = await act(ben, 'deals', { ids: [idOf('a')] }, '2026-11-24')
    expect(elsewhere.json().left[0].reason).toBe(
      'It is in the edition of November 23. Take it out there first.',
    )
    // Taken back, a deal that nobody has moved stays at its position.
    await draft('list', { isScheduled: true, startsAt: new Date(SEVEN), feedPosition: 8 })
    let told = 0
    app.ctx.live.subscribe('deals', () => {
      told += 1
    })
    await act(ann, 'unschedule', { ids: [idOf('list')] })
    expect(await names()).toContain('list')
    await act(ann, 'out', { ids: [idOf('list')] })
    await expect.poll(() => told).toBe(1)
    expect((await act(ann, 'out', { ids: [idOf('sheet'), idOf('a')] })).json().left).toEqual([])
    // Whoever has the deal open is notified that it will not go out.
    await expect.poll(() => told).toBe(2)
    expect(await names()).toEqual([])
    const drafts = (await ann.ask({ url: '/api/admin/editions/drafts?q=sheet' })).json()
    expect([namesOf(drafts.deals), drafts.total]).toEqual([['sheet'], 1])
    expect((await ann.rowOf(idOf('sheet'))).startsAt).toBeNull()
  })

  test('that is over holds no draft back: it may go out on another day', async () => {
    await plan('a')
    app.setNow(new Date('2026-11-24T17:00:00Z'))
    ann = await openAdminClient(app, 'Ann')
    const again = await act(ann, 'deals', { ids: [idOf('a')] }, '2026-11-25')
    expect(again.json()).toEqual({ changed: [idOf('a')], left: [] })
    expect([await names(), await names('2026-11-25')]).toEqual([[], ['a']])
  })

  test('says what each deal lacks, and what a month has', async () => {
    await draft('bare', { salePriceCents: null, originalPriceCents: null, priceBasis: 'unknown' })
    await draft('whole', { category: 'boots' })
    await put('bare', 'whole')
    const [bare, whole] = (await board()).deals
    expect(bare?.gaps).toEqual(['picture', 'category', 'basis', 'check'])
    expect(whole?.gaps).toEqual(['picture', 'check'])
    await createDeal(app.ctx)
    await act(ann, 'schedule', { ids: [idOf('whole')], time: '07:00' })
    const month = (await ann.ask({ url: '/api/admin/editions?month=2026-11' })).json()
    expect(month).toMatchObject({
      promised: 30,
      days: [
        { day: '2026-11-22', out: 1, scheduled: 0, drafts: 0 },
        { day: DAY, out: 0, scheduled: 1, drafts: 1, lacking: 2, at: SEVEN },
      ],
    })
    expect((await ann.ask({ url: '/api/admin/editions?month=2026-13' })).statusCode).toBe(400)
  })
})

test('who is asked what goes out is told what stays behind, by name and why', async () => {
  await plan('a', 'b')
  await draft('nameless', { productName: '' })
  const inShop = { currency: 'CHF', was: null, now: 9000, rateDay: null }
  await draft('francs', { productName: 'Francs', inShop, salePriceCents: null })
  await put('nameless', 'francs')
  const ids = ['a', 'nameless', 'b', 'francs'].map(idOf)
  const asked = await act(ann, 'schedule', { ids, time: '07:00', seenWarnings: [] })
  const { warnings, staying } = asked.json().about
  expect(staying).toEqual({
    going: 2,
    deals: [
      {
        ...{ dealId: idOf('nameless'), name: 'Maison Test' },
        reason: 'A product name is needed before it can be published.',
      },
      {
        ...{ dealId: idOf('francs'), name: 'Maison Test Francs' },
        reason: expect.stringContaining('CHF'),
      },
    ],
  })
  const seenWarnings = warnings.map(({ key }: { key: string }) => key)
  const done = (await act(ann, 'schedule', { ids, time: '07:00', seenWarnings })).json()
  expect(done).toMatchObject({ changed: [idOf('a'), idOf('b')], left: [{}, {}] })
})

test('prices that somebody has seen today are looked at, each by itself, and the gap is mended', async () => {
  await plan('a', 'b')
  await draft('unpriced', { salePriceCents: null, originalPriceCents: null })
  const payload = { ids: ['a', 'unpriced', 'nobody', 'b'].map(idOf) }
  const answer = await ann.ask({ method: 'POST', url: '/api/admin/deals/prices-seen', payload })
  expect(answer.json()).toEqual({
    changed: [idOf('a'), idOf('b')],
    left: [
      { id: idOf('unpriced'), reason: 'It has no price yet: enter what the page says.' },
      { id: idOf('nobody'), reason: expect.stringMatching(/deal/) },
    ],
  })
  for (const { deal, gaps, lookedAt } of (await board()).deals) {
    expect([gaps, lookedAt]).toEqual([['picture', 'category'], NOON.toISOString()])
    expect((await ann.pricesOf(deal.id)).at(-1)).toMatchObject({ source: 'admin' })
  }
})

describe('two who plan at once', () => {
  test('never lose each other’s moves', async () => {
    await plan('a', 'b', 'c', 'd', 'e', 'f')
    const seen = await versionOf('a')
    const moves = await Promise.all([
      move(ann, 'f', null, seen),
      move(ben, 'a', 'd', seen),
      move(ann, 'e', 'b', seen),
    ])
    expect(moves.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await names()).toEqual(['f', 'b', 'e', 'c', 'd', 'a'])
    // Two changes to the same deal: the second one is refused.
    const refused = await move(ann, 'a', null, seen)
    expect(refused.json()).toMatchObject({
      code: 'edition-changed',
      error: 'Ben has moved this deal meanwhile. The board shows how it is now.',
    })
    await act(ben, 'out', { ids: [idOf('b')] })
    expect((await move(ann, 'c', 'b')).json().error).toMatch(/^The deal that it was to follow/)
    expect((await move(ann, 'b', null, 1)).json().error).toMatch(/^It is not in this edition/)
    expect(await names()).toEqual(['f', 'e', 'c', 'd', 'a'])
  })

  test.each(['undo', 'schedule'] as const)(
    'schedule while an upload is taken back (%s first): nothing goes out that is not there',
    async (first) => {
      await app.db.deleteFrom('imports').execute()
      await app.db
        .insertInto('imports')
        .values({
          ...{ id: 'sheet', fileName: 'a.xlsx', fileSha256: '', createdCount: 1, rowCount: 1 },
          ...{ actorName: 'Ben', undoneAt: null, undoneCount: null },
        })
        .execute()
      await plan('a', 'b')
      await app.db
        .updateTable('deals')
        .set({ importId: 'sheet' })
        .where('id', '=', idOf('b'))
        .execute()
      const both = { ids: [idOf('a'), idOf('b')], time: '07:00' }
      const seenWarnings = [
        ...(await warningsOf(both)),
        // The warnings of the one that is left.
        ...(await warningsOf({ ...both, ids: [idOf('a')] })),
      ]
      const call = {
        undo: () => ben.ask({ method: 'POST', url: '/api/admin/imports/sheet/undo' }),
        schedule: () => act(ann, 'schedule', { ...both, seenWarnings }),
      }
      const second = first === 'undo' ? 'schedule' : 'undo'
      // Both calls are in progress, the second behind the first, until the deal is unlocked.
      const held = await hold('b')
      const begun = under(call[first])
      await untilWaiting(app.db, 1)
      const next = under(call[second])
      await untilWaiting(app.db, 2)
      await held.commit().execute()
      const [one, other] = await Promise.all([begun, next])
      const answers = { [first]: one, [second]: other }
      expect([one.statusCode, other.statusCode]).toEqual([200, 200])
      const { changed, left } = answers.schedule?.json() ?? {}
      expect([changed, left]).toEqual(
        first === 'undo'
          ? [[idOf('a')], [{ id: idOf('b'), reason: 'It was deleted meanwhile.' }]]
          : [[idOf('a'), idOf('b')], []],
      )
      await announceDeals(app.ctx)
      app.setNow(new Date(SEVEN))
      const { deals } = (await app.inject({ url: '/api/deals' })).json()
      expect(deals.map((each: { id: string }) => each.id)).toEqual([idOf('a')])
    },
  )
})

test('whoever is removed while she works is refused, and nothing is half done', async () => {
  await plan('a', 'b')
  const cleo = await openAdminClient(app, 'Cleo')
  await act(cleo, 'schedule', { ids: [idOf('a')], time: '07:00' })
  // Her second change is waiting for somebody else's when she is removed.
  const later = { ids: [idOf('a'), idOf('b')], time: '08:00' }
  const seenWarnings = await warningsOf(later)
  const held = await hold('b')
  const change = under(() => act(cleo, 'schedule', { ...later, seenWarnings }))
  await untilWaiting(app.db, 1)
  await app.db.deleteFrom('adminSessions').where('label', '=', cleo.label).execute()
  await held.commit().execute()
  for (const refused of [await change, await act(cleo, 'out', { ids: [idOf('a')] })]) {
    expect(refused.json()).toMatchObject({ code: 'admin-required' })
  }
  const states = (await board()).deals.map(({ deal, at }) => [deal.state, at])
  expect(states).toEqual([
    ['scheduled', SEVEN],
    ['draft', null],
  ])
})

describe('a time', () => {
  test.each<[string, string, string | undefined, number, string]>([
    ['2027-03-14', '02:30', undefined, 422, 'time-missing'],
    ['2027-11-07', '01:30', undefined, 409, 'time-twice'],
    ['2026-11-22', '07:00', undefined, 409, 'time-past'],
    ['2026-11-21', '07:00', undefined, 409, 'edition-over'],
    ['2026-11-23', '24:00', undefined, 400, 'bad-request'],
    ['2027-11-07', '01:30', 'first', 200, '2027-11-07T05:30:00.000Z'],
    ['2027-11-07', '01:30', 'second', 200, '2027-11-07T06:30:00.000Z'],
    ['2027-03-14', '03:00', undefined, 200, '2027-03-14T07:00:00.000Z'],
  ])('on %s at %s (%s) is answered %i %s', async (day, time, which, status, said) => {
    await draft('a')
    if (day > '2026-11-22') await act(ann, 'deals', { ids: [idOf('a')] }, day)
    const answer = await act(ann, 'schedule', { ids: [idOf('a')], time, which }, day)
    const { code, at: moment } = answer.json()
    expect([answer.statusCode, code ?? moment]).toEqual([status, said])
  })
})

test('what is planned goes out once, by whichever process comes first, also after a restart', async () => {
  await plan('a', 'b')
  await move(ann, 'b', null)
  await act(ann, 'schedule', { ids: [idOf('a'), idOf('b')], time: '07:00' })
  const other = await app.another()
  await announceDeals(app.ctx)
  for (const each of [app, other]) each.setNow(new Date(SEVEN))
  const read = async (each: Pick<typeof app, 'inject'>) =>
    (await each.inject({ url: '/api/deals' })).json().deals.map(({ id }: { id: string }) => id)
  expect(await Promise.all([read(app), read(other)])).toEqual([
    [idOf('b'), idOf('a')],
    [idOf('b'), idOf('a')],
  ])
  await other.close()
})
