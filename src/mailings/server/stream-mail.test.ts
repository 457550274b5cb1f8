import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queues } from '#app/server/jobs/job-workers.ts'
import { decideHeldMails } from '#app/server/mail/held.ts'
import { STREAM_MAIL_QUEUE } from '#app/server/mail/streams.ts'
import { createPerson, type Person } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { letter, useMailing } from '#test/support/mailing.ts'
import { chooseStreams, streamChoices } from './choices.ts'
import { sendStreamMail, streamMails } from './stream-mail.ts'

const { app, server } = useMailing()
const MINUTE_MS = 60_000

const draws: Queues = { [STREAM_MAIL_QUEUE]: streamMails({ test: async () => letter() }) }

const wish = {
  edition: 'daily',
  editionWeekday: 0,
  alerts: 'at-once',
  hour: 7,
  timeZone: 'America/Toronto',
} as const
const wording = { edition: 'The edition, every morning', alerts: 'Alerts, at once' }

/** Creates a person who takes all streams; `isProven` tells whether their inbox is proven. */
async function createReader({ isProven = true } = {}): Promise<Person> {
  const person = await createPerson(app.ctx)
  if (isProven) await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, person.id))
  await chooseStreams(app.ctx, { userId: person.id, wish, wording, place: 'test' })
  return person
}

const promise = ({ id: userId }: { id: string }, key = 'a fact') =>
  app.db
    .transaction()
    .execute((trx) =>
      sendStreamMail(trx, app.ctx, { userId, stream: 'alerts', key, template: 'test' }),
    )

const rowsOf = ({ id }: { id: string }) =>
  app.db.selectFrom('mails').selectAll().where('userId', '=', id).execute()

/** Works what is due, as the job does every minute. */
const look = () => draws[STREAM_MAIL_QUEUE]?.work(app.ctx, {}) as Promise<void>

describe('a mail of a stream', () => {
  test('goes out once, with one click to switch it off and why it came', async () => {
    await server.start()
    const reader = await createReader()
    expect([await promise(reader), await promise(reader)]).toEqual(['queued', 'told-already'])
    await runJobs(app.ctx, { queues: draws })
    await look()
    expect(server.received).toHaveLength(1)
    const [mail] = server.received
    const [row] = await rowsOf(reader)
    expect(mail).toMatchObject({ to: [{ address: reader.email }] })
    expect(mail?.messageId).toBe(`<${row?.id}@club.example>`)
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? [])
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const url = /^<(https:\/\/club\.example\/unsubscribe\/[\w-]{56})>$/.exec(
      headers['list-unsubscribe'] ?? '',
    )?.[1]
    expect(mail?.html).toContain(`href="${url}"`)
    expect(mail?.text).toContain(`Stop alerts: ${url}`)
    expect(mail?.text).toContain('because you asked')
    expect(url).not.toContain(reader.email)
    expect(row).toMatchObject({ state: 'sent', attempts: 1 })
  })

  test('is not written for who has not asked, or whose inbox is not proven', async () => {
    const stranger = await createPerson(app.ctx)
    const unproven = await createReader({ isProven: false })
    expect([await promise(stranger), await promise(unproven)]).toEqual(['not-wanted', 'not-wanted'])
    expect(await streamChoices(app.ctx, stranger.id)).toMatchObject({
      edition: 'never',
      alerts: 'never',
      answeredAt: null,
    })
  })

  test('is dropped when they have had enough by the time it is drawn', async () => {
    await server.start()
    const reader = await createReader()
    await promise(reader)
    const never = { ...wish, alerts: 'never' as const }
    await chooseStreams(app.ctx, { userId: reader.id, wish: never, wording, place: 'test' })
    await look()
    expect(server.received).toEqual([])
    expect(await rowsOf(reader)).toMatchObject([{ state: 'dropped' }])
  })

  test('that is put off while it is drawn does not go before its time', async () => {
    await server.start()
    const reader = await createReader()
    await promise(reader)
    const sendAfter = new Date(app.ctx.now().getTime() + 60 * MINUTE_MS)
    const drawing = streamMails({
      test: async () => {
        await app.db
          .updateTable('mails')
          .set({ sendAfter })
          .where('userId', '=', reader.id)
          .execute()
        return letter()
      },
    })
    await drawing.work(app.ctx, {})
    expect(server.received).toEqual([])
    expect(await rowsOf(reader)).toMatchObject([{ state: 'queued', sendAfter }])
    app.setNow(sendAfter)
    await look()
    expect(server.received).toHaveLength(1)
  })

  test('that two processes send at once goes out once', async () => {
    await server.start()
    const other = await app.another({ environment: { SMTP_URL: server.url } })
    const reader = await createReader()
    await Promise.all(Array.from({ length: 60 }, (_, n) => promise(reader, `fact ${n}`)))
    await Promise.all([app, other].map(({ ctx }) => draws[STREAM_MAIL_QUEUE]?.work(ctx, {})))
    expect(server.received).toHaveLength(60)
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(60)
    await other.close()
  })

  test('that another process has sent meanwhile is not given back to be sent again', async () => {
    await server.start()
    const reader = await createReader()
    await Promise.all(Array.from({ length: 60 }, (_, n) => promise(reader, `fact ${n}`)))
    let sent: Promise<void> | undefined
    const sendAll = () => {
      app.setNow(new Date(app.ctx.now().getTime() + 60 * MINUTE_MS))
      return look()
    }
    const slow = streamMails({
      test: async () => {
        sent ??= sendAll()
        await sent
        return letter()
      },
    })
    // It is told to stop while writing its first batch; by then the next batch belongs to others.
    await slow.work({ ...app.ctx, isDraining: () => sent !== undefined }, {})
    await look()
    expect(server.received).toHaveLength(60)
    expect(new Set((await rowsOf(reader)).map(({ state }) => state))).toEqual(new Set(['sent']))
  })
})

describe('a mail server that', () => {
  test('is slow for an hour gets each once, whoever looks meanwhile, and no work piles up', async () => {
    await server.start()
    const readers = await Promise.all(Array.from({ length: 4 }, () => createReader()))
    const facts = Array.from({ length: 30 }, (_, n) => `slow ${n}`)
    for (const reader of readers) for (const fact of facts) await promise(reader, fact)
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pgboss.job
      where name = ${STREAM_MAIL_QUEUE} and state = 'created'`.execute(app.db)
    expect(rows).toEqual([{ waiting: 1 }])

    const other = await app.another({ environment: { SMTP_URL: server.url } })
    let now = Date.now()
    const looks: Array<Promise<void>> = []
    const slowly = (ctx: AppContext): AppContext => ({
      ...ctx,
      mail: {
        ...ctx.mail,
        send: async (mail) => {
          // Each mail takes half a minute, and the other process looks every minute as well.
          now += 30_000
          app.setNow(new Date(now))
          other.setNow(new Date(now))
          otherLooks()
          await ctx.mail.send(mail)
        },
      },
    })
    const lookAs = (ctx: AppContext) => draws[STREAM_MAIL_QUEUE]?.work(ctx, {}) as Promise<void>
    const otherSlow = slowly(other.ctx)
    let isLooking = false
    const otherLooks = () => {
      if (isLooking) return
      isLooking = true
      const ends = () => {
        isLooking = false
      }
      looks.push(lookAs(otherSlow).finally(ends))
    }
    await lookAs(slowly(app.ctx))
    await Promise.all(looks)
    expect(now - Date.now()).toBeGreaterThan(50 * MINUTE_MS)
    expect(server.received).toHaveLength(120)
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(120)
    for (const reader of readers) {
      const states = (await rowsOf(reader)).map(({ state, attempts }) => `${state} ${attempts}`)
      expect(states).toEqual(facts.map(() => 'sent 1'))
    }
    await other.close()
  })

  test('refuses connections, or says later, or of the letter no, gets it once it is well again', async () => {
    const reader = await createReader()
    await promise(reader)
    const start = Date.now()
    const minute = (minutes: number) => {
      app.setNow(new Date(start + minutes * MINUTE_MS))
      return look()
    }
    const due = (minutes: number) => new Date(start + minutes * MINUTE_MS)
    await minute(0.1)
    expect(await rowsOf(reader)).toMatchObject([{ attempts: 1, sendAfter: due(1.1) }])
    server.setMood('4xx')
    await server.start()
    await minute(10)
    // The pause grows each time.
    expect(await rowsOf(reader)).toMatchObject([{ attempts: 2, sendAfter: due(12) }])
    server.setMood('554')
    await minute(20)
    expect(await rowsOf(reader)).toMatchObject([{ attempts: 3, sendAfter: due(24) }])
    expect(await streamChoices(app.ctx, reader.id)).toMatchObject({ isReachable: true })
    expect(server.received).toEqual([])
    server.setMood('takes')
    await minute(60)
    expect(server.received).toHaveLength(1)
    expect(await rowsOf(reader)).toMatchObject([{ state: 'sent', attempts: 4 }])
  })

  test('cannot be reached leaves what was not tried as it was: it goes with the first that is', async () => {
    const reader = await createReader()
    for (let n = 0; n < 30; n += 1) await promise(reader, `unreachable ${n}`)
    await look()
    expect(await rowsOf(reader)).toEqual(
      Array(30).fill(expect.objectContaining({ state: 'queued', leasedUntil: null })),
    )
    await server.start()
    app.setNow(new Date(Date.now() + 2 * MINUTE_MS))
    await look()
    expect(server.received).toHaveLength(30)
  })

  test.each(['takes-and-breaks', 'takes-and-resets'] as const)(
    'may have taken it is not sent it again by itself: it is held, and listed: %s',
    async (mood) => {
      server.setMood(mood)
      await server.start()
      const reader = await createReader()
      await promise(reader)
      await look()
      server.setMood('takes')
      app.setNow(new Date(Date.now() + 120 * MINUTE_MS))
      await look()
      expect(server.received).toHaveLength(1)
      const [row] = await rowsOf(reader)
      expect(row).toMatchObject({ state: 'held', attempts: 1 })
      const { held } = await decideHeldMails(app.ctx, { action: 'list' })
      expect(held.map(({ id }) => id)).toContain(row?.id)
      // A person decides that the mail never arrived, after days: what they release is not too late.
      app.setNow(new Date(Date.now() + 3 * 24 * 60 * MINUTE_MS))
      await decideHeldMails(app.ctx, { action: 'release', ids: [row?.id ?? ''] })
      await look()
      expect(server.received.map(({ messageId }) => messageId)).toEqual(
        Array(2).fill(`<${row?.id}@club.example>`),
      )
    },
  )

  test('was being handed it when the process died: it is held, and listed', async () => {
    await server.start()
    const reader = await createReader()
    await promise(reader)
    const handedAt = app.ctx.now()
    await sql`update mails set state = 'sending', handed_at = ${handedAt}, attempts = 1
      where user_id = ${reader.id}`.execute(app.db)
    await look()
    expect(await rowsOf(reader)).toMatchObject([{ state: 'sending' }])
    app.setNow(new Date(handedAt.getTime() + 21 * MINUTE_MS))
    await look()
    expect(await rowsOf(reader)).toMatchObject([{ state: 'held', attempts: 1 }])
    expect(server.received).toEqual([])
  })

  test('turns the recipient away for good ends the streams of that address', async () => {
    server.setMood('5xx')
    await server.start()
    const reader = await createReader()
    await promise(reader)
    await look()
    expect(await rowsOf(reader)).toMatchObject([{ state: 'refused' }])
    expect(await streamChoices(app.ctx, reader.id)).toMatchObject({
      isReachable: false,
      stopped: { why: 'bounce' },
    })
    expect(await promise(reader, 'another fact')).toBe('not-wanted')
  })
})
