import { beforeEach, describe, expect, test } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import { deleteDeal, updateDeal } from '#app/deals/server/editing/editing.ts'
import type { AlertChoice } from '#app/mailings/mailings.facts.ts'
import { chooseStreams } from '#app/mailings/server/choices.ts'
import { queues } from '#app/queues.ts'
import { createPostOutside } from '#app/server/outside-fetch.ts'
import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { pushStandIn } from '#sandbox/push/push.ts'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { findEndingDeals } from './telling.queries.ts'
import { tellingQueue } from './work.ts'

let screens: ReturnType<typeof pushStandIn>
const app = useTestApp({
  hasPayments: true,
  postOutside: createPostOutside({
    isAllowed: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
  }),
  extend: (http, ctx) => {
    screens = pushStandIn(http, { origin: () => ctx.config.http.ownOrigin })
  },
})

/** Eleven in the morning in Toronto, on a day that is yet to come: jobs go by the database’s clock. */
const START = new Date('2036-11-20T16:00:00Z')
const goOn = (ms: number) => app.setNow(new Date(START.getTime() + ms))

let member: Person
beforeEach(async () => {
  app.setNow(START)
  await app.db.deleteFrom('deals').execute()
  await app.db.deleteFrom('mails').execute()
  member = await createMember(app.ctx)
})

const look = async (ctx = app.ctx) => {
  await tellingQueue.work(ctx, {})
  await runJobs(ctx)
}
async function keep(who = member, deal = {}) {
  const { id } = await createDeal(app.ctx, {
    ...{ salePriceCents: 22_000, originalPriceCents: 50_000, brandName: 'Maison Test' },
    ...deal,
  })
  const saved = await app.as(who).inject({ method: 'PUT', url: `/api/saved/${id}` })
  expect(saved.statusCode).toBe(200)
  return id
}
const setPrice = (id: string, price: number) =>
  app.db
    .transaction()
    .execute((trx) => updateDeal(trx, app.ctx, id, { salePriceCents: price * 100 }))
const inboxOf = async (who = member) =>
  (await app.as(who).inject({ url: '/api/notices' })).json().notices as Array<{
    kind: string
    dealId: string
    facts: object
  }>
const kinds = async (who = member) => (await inboxOf(who)).map(({ kind }) => kind)

async function takeMail(who: Person, alerts: AlertChoice, timeZone = 'America/Toronto', hour = 9) {
  await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, who.id))
  const wish = { edition: 'never' as const, editionWeekday: 0, alerts, hour, timeZone }
  const wording = { edition: '', alerts: 'Alerts' }
  await chooseStreams(app.ctx, { userId: who.id, wish, wording, place: 'test' })
}
const mailsTo = async ({ email }: Person) =>
  (await readOutbox(app.ctx)).filter(({ to }) => to?.[0]?.address === email)

async function addDevice(who: Person, timeZone = 'America/Toronto') {
  const made = await app.inject({ method: 'POST', url: '/sandbox/push/devices' })
  const { endpoint, keys } = made.json()
  const payload = { endpoint, keys, timeZone }
  const added = await app.as(who).inject({ method: 'POST', url: '/api/push/devices', payload })
  expect(added.statusCode).toBe(200)
  const id = endpoint.split('/').at(-1) as string
  const screen = () => screens.devices().find((each) => each.id === id)
  return {
    screen,
    shown: () => (screen()?.messages ?? []).map(({ text }) => JSON.parse(text)),
    answer: (answer: string) =>
      app.inject({
        method: 'POST',
        url: `/sandbox/push/devices/${id}`,
        payload: `answer=${answer}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    devices: async () => (await app.as(who).inject({ url: '/api/push' })).json().devices,
  }
}

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
    // The day has had its notice of this deal: what is still true in the morning is told then.
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
    // The day of one has had its notice; the other saw the end when they saved it.
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
    await look()
    await look()
    expect(await inboxOf(reader)).toMatchObject([{ kind: 'new-for-you', dealId: published.id }])
    expect(await kinds(free)).toEqual([])
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
    expect(mail?.subject).toMatch(/^Followed many: new for you, and 2\d more alerts$/)
    expect(shown()).toMatchObject([{ path: '/for-you' }])
    expect(shown()[0].body).toMatch(/, and 29 others$/)
  })
})

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
    // Half past ten, eleven and a half hours later: nobody looked at eight.
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
    expect(mail?.text).not.toMatch(/price went down|Ends soon|\$180/i)
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

describe('on a device', () => {
  test('a message is sealed for it, and says brand and price only', async () => {
    const { shown, screen, devices } = await addDevice(member)
    const id = await keep()
    await setPrice(id, 180)
    await look()
    expect(shown()).toEqual([])
    goOn(10 * MINUTE_MS)
    await look()
    await look()
    expect(shown()).toEqual([
      {
        ...{ title: 'Maison Test', body: '$180, was $220', path: `/deal/${id}` },
        tag: expect.any(String),
      },
    ])
    // Until ten in the evening in Toronto.
    expect(screen()?.messages[0]?.ttlSeconds).toBe(11 * 3600 - 600)
    expect(await devices()).toMatchObject([{ isThis: true, lastSentAt: expect.any(String) }])
  })

  test('what has ended has no price, and that it ends soon is said no more after its end', async () => {
    const { shown } = await addDevice(member)
    const far = await createMember(app.ctx)
    const honolulu = await addDevice(far, 'Pacific/Honolulu')
    const [over, ending] = [await keep(), await keep(member, { brandName: 'Maison Autre' })]
    for (const id of [over, ending]) {
      await app.as(far).inject({ method: 'PUT', url: `/api/saved/${id}` })
    }
    goOn(MINUTE_MS)
    const end = { endedAt: app.ctx.now(), endedReason: 'sold-out' } as const
    await app.db.updateTable('deals').set(end).where('id', '=', over).execute()
    await look()
    goOn(11 * MINUTE_MS)
    await look()
    expect(shown()).toMatchObject([{ title: 'Maison Test', body: 'Ended', path: `/deal/${over}` }])
    const endsAt = new Date(START.getTime() + 50 * MINUTE_MS)
    await app.db.updateTable('deals').set({ endsAt }).where('id', '=', ending).execute()
    await look()
    goOn(21 * MINUTE_MS)
    await look()
    const said = shown().map(({ title, body }) => `${title}: ${body}`)
    expect(said.toSorted()).toEqual(['Maison Autre: $220', 'Maison Test: Ended'])
    // There it is seven only when it has ended.
    goOn(HOUR_MS)
    await look()
    expect(honolulu.shown()).toMatchObject([{ title: 'Maison Test', body: 'Ended' }])
  })

  test('nothing comes at night on its own clock, wherever that is', async () => {
    const honolulu = await addDevice(member, 'Pacific/Honolulu')
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(10 * MINUTE_MS)
    await look()
    expect(honolulu.shown()).toEqual([])
    // Seven in the morning there is noon in Toronto.
    goOn(HOUR_MS)
    await look()
    expect(honolulu.shown()).toHaveLength(1)
  })

  test('that is gone is taken off the list; a service that is busy is asked again', async () => {
    const device = await addDevice(member)
    await device.answer('503')
    const [one, two] = [await keep(), await keep()]
    await setPrice(one, 180)
    await look()
    goOn(10 * MINUTE_MS)
    await look()
    expect(device.shown()).toEqual([])
    await device.answer('201')
    await runJobs(app.ctx, { everything: true })
    expect(device.shown()).toHaveLength(1)
    await device.answer('410')
    await setPrice(two, 180)
    await look()
    goOn(30 * MINUTE_MS)
    await look()
    expect(await device.devices()).toEqual([])
  })

  test('that is removed or signed out gets nothing more, and somebody else’s cannot be removed', async () => {
    const device = await addDevice(member)
    const [{ id }] = await device.devices()
    const remove = (who: Person) =>
      app.as(who).inject({ method: 'DELETE', url: `/api/push/devices/${id}` })
    expect((await remove(await createMember(app.ctx))).statusCode).toBe(404)
    expect((await remove(member)).json().devices).toEqual([])
    const again = await addDevice(member)
    const deal = await keep()
    await setPrice(deal, 180)
    await look()
    await app.as(member).inject({ method: 'POST', url: '/api/logout' })
    goOn(10 * MINUTE_MS)
    await look()
    expect(again.shown()).toEqual([])
  })

  test.each([
    ['http://192.168.0.1/x'],
    ['http://push.example/x'],
    ['https://user:secret@push.example/x'],
    ['https://push.example:8443/x'],
    ['ftp://push.example/x'],
    ['not an address'],
  ])('an address that is none of a push service is refused: %s', async (endpoint) => {
    const made = await app.inject({ method: 'POST', url: '/sandbox/push/devices' })
    const payload = { endpoint, keys: made.json().keys, timeZone: 'Europe/Paris' }
    const added = await app.as(member).inject({ method: 'POST', url: '/api/push/devices', payload })
    expect(added.json()).toMatchObject({ code: 'invalid-device' })
  })

  test('keys that seal nothing are refused', async () => {
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    const payload = { endpoint: 'https://push.example/x', keys, timeZone: 'x' }
    const added = await app.as(member).inject({ method: 'POST', url: '/api/push/devices', payload })
    expect(added.json()).toMatchObject({ code: 'invalid-device' })
  })

  test('no address of our own network is ever asked, whatever its name', async () => {
    const inside = createPostOutside({ resolve: async () => ['10.0.0.7'] })
    const posting = { headers: {}, body: Buffer.from('x'), timeoutMs: 1000 }
    await expect(inside('https://push.example/x', posting)).rejects.toThrow(
      'The link does not lead to the public internet.',
    )
  })
})
