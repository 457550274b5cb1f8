import { describe, expect, test } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import { queues } from '#app/queues.ts'
import { newId } from '#app/server/ids.ts'
import { decideHeldMails } from '#app/server/mail/held.ts'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { useMailing } from '#test/support/mailing.ts'
import { chooseStreams } from './choices.ts'
import { setStreamStopped } from './desk.ts'
import { newSince } from './editions.ts'

const { app, server } = useMailing()

/** A Monday, at 7:00 in Toronto. */
const MONDAY = new Date('2026-11-23T12:00:00Z')
const HOUR_MS = 60 * 60_000
const later = (hours: number) => new Date(MONDAY.getTime() + hours * HOUR_MS)

const wish = {
  edition: 'daily',
  editionWeekday: 0,
  alerts: 'never',
  hour: 7,
  timeZone: 'America/Toronto',
} as const
const wording = { edition: 'The edition', alerts: 'Alerts' }

/** Proves a person’s inbox and subscribes them to the edition, by default on the evening before. */
async function takes(
  person: Person,
  choice: Partial<Record<keyof typeof wish, unknown>> = {},
  at = later(-12),
) {
  app.setNow(at)
  await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, person.id))
  const chosen = { ...wish, ...choice } as typeof wish
  await chooseStreams(app.ctx, { userId: person.id, wish: chosen, wording, place: 'test' })
  return person
}

async function publish(count: number, at: Date, more: object = {}) {
  for (let n = 0; n < count; n += 1) {
    await createDeal(app.ctx, {
      brandName: `Brand ${n}`,
      productName: `Secret piece ${newId()}`,
      publishedAt: at,
      ...more,
    })
  }
}

/** Runs what happens automatically in the minute of this moment. */
async function minuteOf(now: Date) {
  app.setNow(now)
  await queues.editions?.work(app.ctx, {})
  await queues['stream-mail']?.work(app.ctx, {})
}

/** Returns their inbox, newest first. */
const inboxOf = ({ id }: Person) =>
  app.db
    .selectFrom('notices')
    .select(['kind', 'facts', 'readAt'])
    .where('userId', '=', id)
    .orderBy('id', 'desc')
    .execute()

const rowsOf = (people: Person[]) =>
  app.db
    .selectFrom('mails')
    .select(['id', 'userId', 'state'])
    .where(
      'userId',
      'in',
      people.map(({ id }) => id),
    )
    .execute()

const sentTo = ({ email }: Person) => server.received.filter(({ to }) => to?.[0]?.address === email)

describe('the edition', () => {
  test('comes once at the person’s hour, with names to members and the day’s open ones to others', async () => {
    await server.start()
    await publish(33, later(-1))
    await publish(3, later(-1), { isPreview: true, brandName: 'Open' })
    const member = await takes(await createMember(app.ctx))
    const free = await takes(await createPerson(app.ctx))
    const honolulu = await takes(await createMember(app.ctx), { timeZone: 'Pacific/Honolulu' })
    const never = await takes(await createMember(app.ctx), { edition: 'never' })

    await minuteOf(later(-0.1))
    expect(server.received).toEqual([])
    await minuteOf(MONDAY)
    await minuteOf(later(1))
    expect([member, free, honolulu, never].map((who) => sentTo(who).length)).toEqual([1, 1, 0, 0])
    await minuteOf(later(5))
    expect(sentTo(honolulu)).toHaveLength(1)
    for (const who of [member, free, honolulu]) {
      expect(await inboxOf(who)).toMatchObject([
        { kind: 'edition', facts: { day: '2026-11-23' }, readAt: null },
      ])
    }
    expect(await inboxOf(never)).toEqual([])

    const [ofMember] = sentTo(member)
    const [ofFree] = sentTo(free)
    expect(ofMember?.subject).toBe('Monday, November 23: 36 new deals')
    for (const form of [ofMember?.html ?? '', ofMember?.text ?? '']) {
      expect(form.match(/Secret piece/g)?.length).toBeGreaterThanOrEqual(24)
      expect(form).toContain('and 12 more')
      // Worded as on the cards.
      expect(form).toMatch(/\d\.\d%(&nbsp;| )off/)
    }
    // Names only the three deals that are open to them.
    const names = new Set(ofFree?.text?.match(/Secret piece [\w-]+/g))
    expect(names.size).toBe(3)
    expect(new Set(ofFree?.html?.match(/Secret piece [\w-]{12}/g))).toEqual(names)
    expect(ofFree?.text).toContain('Three are open to you today')
    for (const mail of [ofMember, ofFree]) {
      expect(Buffer.byteLength(mail?.html ?? '')).toBeLessThan(90 * 1024)
      expect(mail?.html).not.toMatch(/<img(?![^>]*alt="[^"]+"[^>]*width="\d+" height="\d+")/)
      const links = [...(mail?.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(
        ([, url]) => url,
      )
      const foreign = links.filter((url) => !/^(https:\/\/club\.example\/|mailto:)/.test(url ?? ''))
      expect(foreign).toEqual([])
      expect(mail?.html).not.toMatch(/locked|retailer\.example/)
      // The price must not take space from the name beside it.
      expect(mail?.html).not.toMatch(/align="right" style="[^"]*nowrap/)
      expect(mail?.html).toMatch(/table-layout:fixed;border-bottom/)
    }
  })

  test('tells only what is new to this person, and is none when nothing is', async () => {
    await server.start()
    const member = await takes(await createMember(app.ctx))
    await minuteOf(MONDAY)
    const before = sentTo(member).length
    await minuteOf(later(24))
    expect(sentTo(member)).toHaveLength(before)
    await publish(2, later(30), { brandName: 'Tuesday noon' })
    await minuteOf(later(48))
    const last = sentTo(member).at(-1)
    expect(last?.subject).toBe('Tuesday, November 24: 2 new deals')
    expect(last?.text?.match(/Tuesday noon/g)).toHaveLength(2)
    // The newest edition replaces the one before.
    expect((await inboxOf(member)).map(({ readAt }) => readAt === null)).toEqual([true, false])
    await minuteOf(later(72))
    expect(sentTo(member)).toHaveLength(before + 1)
  })

  test.each([
    ['the day alone to who never had one', 'daily', null, '2026-11-23T04:59:59.999Z'],
    ['a week to who reads weekly', 'weekly', null, '2026-11-16T04:59:59.999Z'],
    ['all since the last one', 'daily', '2026-11-20T12:00Z', '2026-11-20T12:00:00.000Z'],
    [
      'a week, however long there was none',
      'daily',
      '2026-11-02T12:00Z',
      '2026-11-16T04:59:59.999Z',
    ],
  ] as const)('tells of %s', (_case, edition, through, since) => {
    const editionSentThrough = through === null ? null : new Date(through)
    const reader = { edition, editionSentThrough }
    expect(newSince(reader, '2026-11-23').toISOString()).toBe(since)
  })

  test('of a day on which the clocks change has all of that day, and nothing of the one before', async () => {
    await server.start()
    await publish(1, new Date('2026-11-01T04:30:00Z'), { brandName: 'Past midnight' })
    const autumn = await takes(await createMember(app.ctx), {}, new Date('2026-11-01T01:00:00Z'))
    await minuteOf(new Date('2026-11-01T12:00:00Z'))
    expect(sentTo(autumn).map(({ subject }) => subject)).toEqual(['Sunday, November 1: 1 new deal'])
    await publish(1, new Date('2027-03-14T04:30:00Z'), { brandName: 'The evening before' })
    await publish(1, new Date('2027-03-14T05:30:00Z'), { brandName: 'Past midnight' })
    const spring = await takes(await createMember(app.ctx), {}, new Date('2027-03-14T01:00:00Z'))
    await minuteOf(new Date('2027-03-14T11:00:00Z'))
    expect(sentTo(spring).map(({ subject }) => subject)).toEqual(['Sunday, March 14: 1 new deal'])
  })

  test('of a day is none for whoever has had it; what came out since then is in the next', async () => {
    await server.start()
    await publish(2, later(671))
    const member = await takes(await createMember(app.ctx), {}, later(660))
    await minuteOf(later(672))
    await publish(1, later(674), { brandName: 'Between' })
    await takes(member, { hour: 15 }, later(675))
    await minuteOf(later(680))
    expect(sentTo(member)).toHaveLength(1)
    await publish(1, later(697))
    await minuteOf(later(704))
    expect(sentTo(member).map(({ text }) => text?.includes('Between'))).toEqual([false, true])
  })

  test('that two processes look for at once is one row and one mail each', async () => {
    await server.start()
    const other = await app.another({
      environment: { SMTP_URL: server.url, PUBLIC_URL: 'https://club.example' },
    })
    await publish(1, later(95))
    const readers = []
    for (let n = 0; n < 20; n += 1) {
      readers.push(await takes(await createMember(app.ctx), {}, later(90)))
    }
    app.setNow(later(96))
    other.setNow(later(96))
    const both = [app.ctx, other.ctx]
    await Promise.all(both.map((ctx) => queues.editions?.work(ctx, {})))
    await Promise.all(both.map((ctx) => queues['stream-mail']?.work(ctx, {})))
    for (const reader of readers) {
      const rows = await app.db
        .selectFrom('mails')
        .select('id')
        .where('userId', '=', reader.id)
        .execute()
      expect(rows).toHaveLength(1)
      expect(sentTo(reader).map(({ messageId }) => messageId)).toEqual([
        `<${rows[0]?.id}@club.example>`,
      ])
    }
    await other.close()
  })

  test('that could not begin for hours waits for the next morning', async () => {
    await server.start()
    await publish(1, later(119))
    const member = await takes(await createMember(app.ctx))
    await app.db
      .updateTable('mailChoices')
      .set({ nextEditionAt: later(120) })
      .where('userId', '=', member.id)
      .execute()
    await minuteOf(later(127))
    expect(sentTo(member)).toEqual([])
    await minuteOf(later(144))
    expect(sentTo(member)).toHaveLength(1)
  })

  test('that is late comes at no time of night but the hour of their own', async () => {
    await server.start()
    await publish(1, later(191))
    const evening = await takes(await createMember(app.ctx), { hour: 20 }, later(200))
    const night = await takes(await createMember(app.ctx), { hour: 22 }, later(200))
    // Half past ten: nothing ran at eight.
    await minuteOf(later(207.5))
    expect([sentTo(evening), sentTo(night)].map(({ length }) => length)).toEqual([0, 1])
    await minuteOf(later(215.9))
    expect(sentTo(evening)).toEqual([])
    await minuteOf(later(216))
    await minuteOf(later(217))
    expect([sentTo(evening), sentTo(night)].map(({ length }) => length)).toEqual([1, 1])
  })

  test('that the mail server takes too late in the evening waits for the morning', async () => {
    await publish(1, later(239))
    const evening = await takes(await createMember(app.ctx), { hour: 20 }, later(248))
    await minuteOf(later(253))
    await server.start()
    await minuteOf(later(255.5))
    expect(sentTo(evening)).toEqual([])
    await minuteOf(later(264))
    expect(sentTo(evening)).toHaveLength(1)
  })

  test('that is stopped is promised to nobody; when it goes on, whose hour is not long over is served', async () => {
    await server.start()
    const stop = (isStopped: boolean) =>
      app.db
        .transaction()
        .execute((trx) =>
          setStreamStopped(trx, app.ctx, { stream: 'edition', isStopped, by: 'Ann', reason: '' }),
        )
    await publish(1, later(479))
    const member = await takes(await createMember(app.ctx), {}, later(470))
    await stop(true)
    await minuteOf(later(480))
    expect(await rowsOf([member])).toEqual([])
    await stop(false)
    await minuteOf(later(485))
    expect(sentTo(member)).toHaveLength(1)
    await publish(1, later(503))
    await stop(true)
    await minuteOf(later(504))
    await stop(false)
    await minuteOf(later(511))
    expect(sentTo(member)).toHaveLength(1)
  })

  test('that dies in the middle is one row and one Message-ID each: what may have gone out is listed, the rest goes on', async () => {
    await server.start()
    const dying = await app.another({
      environment: { SMTP_URL: server.url, PUBLIC_URL: 'https://club.example' },
    })
    await app.db.updateTable('mailChoices').set({ nextEditionAt: null }).execute()
    await publish(1, later(167))
    const readers: Person[] = []
    for (let n = 0; n < 40; n += 1) {
      readers.push(await takes(await createMember(app.ctx), {}, later(162)))
    }
    app.setNow(later(168))
    dying.setNow(later(168))
    await queues.editions?.work(app.ctx, {})
    let handed = 0
    const mail = {
      ...dying.ctx.mail,
      send: async (each: Parameters<typeof app.ctx.mail.send>[0]) => {
        handed += 1
        const isLast = handed > 10
        // The server accepts the mail, but the process dies before recording it.
        await dying.ctx.mail.send(each)
        if (isLast) await new Promise(() => {})
      },
    }
    void queues['stream-mail']?.work({ ...dying.ctx, mail }, {})
    const count = async (state: 'sent' | 'sending' | 'held' | 'queued') =>
      (await rowsOf(readers)).filter((row) => row.state === state).length
    await expect.poll(() => server.received.length).toBe(18)
    await expect.poll(() => count('sent')).toBe(10)

    await minuteOf(later(168.1))
    expect(server.received).toHaveLength(18)
    await minuteOf(later(168.6))
    const rows = await rowsOf(readers)
    expect(rows.map(({ userId }) => userId).toSorted()).toEqual(
      readers.map(({ id }) => id).toSorted(),
    )
    const held = rows.filter(({ state }) => state === 'held')
    // The mails in flight, and those marked to be next.
    expect(held.length).toBeGreaterThanOrEqual(8)
    expect(held.length).toBeLessThan(readers.length)
    expect(await count('sent')).toBe(readers.length - held.length)
    const listed = (await decideHeldMails(app.ctx, { action: 'list' })).held.map(({ id }) => id)
    expect(listed).toEqual(expect.arrayContaining(held.map(({ id }) => id)))
    const ids = server.received.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(
      rows
        .filter(({ id, state }) => state === 'sent' || ids.includes(`<${id}@club.example>`))
        .map(({ id }) => `<${id}@club.example>`)
        .toSorted(),
    )
    await dying.close()
  })
})
