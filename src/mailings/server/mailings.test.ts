import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailWish } from '#app/mailings/mailings.contract.ts'
import { createPerson, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { streamChoices } from './choices.ts'
import { sendStreamMail } from './stream-mail.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    environment: { MAIL_EVENTS_SECRET: 'a-secret-of-the-mail-provider' },
  })
})
afterAll(() => app.close())

const wish: MailWish = {
  edition: 'weekly',
  editionWeekday: 3,
  alerts: 'at-once',
  hour: 6,
  timeZone: 'Pacific/Honolulu',
  place: 'after-joining',
}

const choicesOf = async (person: Person) =>
  (await app.as(person).inject({ url: '/api/mail/choices' })).json()

const choose = (person: Person, more: object = {}) =>
  app.as(person).inject({ method: 'PUT', url: '/api/mail/choices', payload: { ...wish, ...more } })

/** Follows the link of the newest mail that proves an inbox. */
async function proveByMail(person: Person) {
  await runJobs(app.ctx)
  const mails = (await readOutbox(app.ctx)).filter(({ to }) => to?.[0]?.address === person.email)
  const token = /confirm-inbox\?token=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  const proof = { method: 'POST', url: '/api/mail/inbox-proof', payload: { token } } as const
  return { mails, prove: () => app.inject(proof) }
}

async function tokenOf({ id }: Person, stream: 'edition' | 'alerts') {
  const row = await app.db
    .selectFrom('mailChoices')
    .select(['ref', 'linkKey'])
    .where('userId', '=', id)
    .executeTakeFirstOrThrow()
  return unsubscribeToken(row, stream)
}

const eventsOf = ({ id }: Person) =>
  app.db
    .selectFrom('mailEvents')
    .select(['kind', 'stream', 'toldBy'])
    .where('userId', '=', id)
    .orderBy('stream')
    .execute()

/** Sends the request of a mail program: without cookies and origin. */
const oneClick = (token: string, payload = 'List-Unsubscribe=One-Click', type = FORM) =>
  app.http.inject({
    method: 'POST',
    url: `/unsubscribe/${token}`,
    headers: { ...(type && { 'content-type': type }) },
    payload,
  })
const FORM = 'application/x-www-form-urlencoded'
const IN_PARTS = 'multipart/form-data; boundary=part'
const inParts = (value: string) =>
  `--part\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\n${value}\r\n--part--\r\n`

describe('what somebody takes by mail', () => {
  test('stands unanswered until they have chosen, and each yes is kept with its words', async () => {
    const person = await createPerson(app.ctx)
    expect(await choicesOf(person)).toMatchObject({ edition: null, alerts: null, timeZone: null })
    expect((await choose(person)).statusCode).toBe(200)
    expect(await choicesOf(person)).toMatchObject({
      edition: 'weekly',
      editionWeekday: 3,
      alerts: 'at-once',
      hour: 6,
      timeZone: 'Pacific/Honolulu',
    })
    await choose(person, { edition: 'never' })
    const consents = await app.db
      .selectFrom('mailConsents')
      .selectAll()
      .where('userId', '=', person.id)
      .orderBy('stream')
      .execute()
    expect(consents).toMatchObject([
      { stream: 'alerts', choice: 'at-once', place: 'after-joining' },
      { stream: 'edition', choice: 'weekly', place: 'after-joining' },
    ])
    // The text says what is for members only, so that a free account consents to the same words.
    expect(consents[0]?.wording).toContain('or, for members, something you follow comes in.')
    expect(consents[1]?.wording).toContain(
      'The edition: Once a week, Wednesday, at 6:00, Pacific/Honolulu',
    )
  })

  test.each([
    ['an hour past the day', { hour: 24 }],
    ['an edition that does not exist', { edition: 'hourly' }],
    ['a clock of another world', { timeZone: 'Mars/Phobos' }],
    ['a day past the week', { editionWeekday: 7 }],
    ['a place of its own', { place: 'nowhere' }],
  ])('is not %s', async (_, wrong) => {
    const person = await createPerson(app.ctx)
    expect((await choose(person, wrong)).statusCode).toBe(400)
    expect(await choicesOf(person)).toMatchObject({ edition: null })
  })

  test('goes to no inbox before a link that was mailed there was followed, once', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    expect(await streamChoices(app.ctx, person.id)).toMatchObject({ isReachable: false })
    const { mails, prove } = await proveByMail(person)
    expect(mails.map(({ subject }) => subject)).toEqual(['Is this your inbox?'])
    expect((await prove()).statusCode).toBe(200)
    expect((await prove()).json()).toMatchObject({ code: 'inbox-link-over' })
    expect(await streamChoices(app.ctx, person.id)).toMatchObject({ isReachable: true })
    // Neither paying with an address nor having it proves anything: another address must be proven anew.
    await app.db
      .updateTable('users')
      .set({ inboxProvenAt: null })
      .where('id', '=', person.id)
      .execute()
    await app.as(person).inject({ method: 'POST', url: '/api/mail/inbox-link' })
    const again = await proveByMail(person)
    await app.db
      .updateTable('users')
      .set({ email: `other-${person.email}` })
      .where('id', '=', person.id)
      .execute()
    expect((await again.prove()).statusCode).toBe(400)
  })

  test('goes to no address that its account has not confirmed, whatever inbox was proven', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    const { prove } = await proveByMail(person)
    expect((await prove()).statusCode).toBe(200)
    await app.db
      .updateTable('users')
      .set({ confirmedAt: null })
      .where('id', '=', person.id)
      .execute()
    expect(await streamChoices(app.ctx, person.id)).toMatchObject({ isReachable: false })
    expect((await choicesOf(person)).isInboxProven).toBe(false)
  })
})

describe('the link that proves an inbox', () => {
  const ask = (person: Person) =>
    app.as(person).inject({ method: 'POST', url: '/api/mail/inbox-link' })

  test('goes out a few times an hour, and what is chosen meanwhile is kept and said to be', async () => {
    const person = await createPerson(app.ctx)
    // No mail has left yet, as if the mail server were slow.
    for (let hour = 0; hour < 6; hour += 1) {
      expect((await choose(person, { hour })).statusCode).toBe(200)
    }
    expect(await choicesOf(person)).toMatchObject({ hour: 5, linkSentAt: null })
    expect((await ask(person)).statusCode).toBe(429)
    expect((await proveByMail(person)).mails).toHaveLength(4)
  })

  test('goes to no address that the account does not have any more', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    await app.db
      .updateTable('users')
      .set({ email: `moved-${person.email}` })
      .where('id', '=', person.id)
      .execute()
    expect((await proveByMail(person)).mails).toEqual([])
  })

  test('is sent anew with what is chosen once the one before has run out', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    expect((await proveByMail(person)).mails).toHaveLength(1)
    expect((await choicesOf(person)).linkSentAt).toEqual(expect.any(String))
    await choose(person)
    expect((await proveByMail(person)).mails).toHaveLength(1)
    const { createdAt, expiresAt } = await app.db
      .selectFrom('inboxLinks')
      .select(['createdAt', 'expiresAt'])
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    const lifetime = expiresAt.getTime() - createdAt.getTime()
    expect(lifetime).toBe(24 * 3_600_000)
    await app.db
      .updateTable('inboxLinks')
      .set({
        createdAt: new Date(createdAt.getTime() - lifetime),
        expiresAt: new Date(expiresAt.getTime() - lifetime),
      })
      .where('userId', '=', person.id)
      .execute()
    // The old link is no longer reported as sent.
    expect((await choicesOf(person)).linkSentAt).toBeNull()
    await choose(person)
    expect((await proveByMail(person)).mails).toHaveLength(2)
  })
})

describe('the link at the foot of a mail', () => {
  test('switches one stream off in one click, from anywhere, and nothing else', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    const token = await tokenOf(person, 'edition')
    const look = () => app.inject({ url: `/api/mail/unsubscribe/${token}` })
    // Mail scanners follow links: opening the page stops nothing.
    expect((await look()).json()).toEqual({ stream: 'edition', isOn: true })
    const answer = await oneClick(token)
    expect([answer.statusCode, answer.body]).toEqual([200, 'Stopped.\n'])
    expect(answer.cookies).toEqual([])
    expect(await choicesOf(person)).toMatchObject({ edition: 'never', alerts: 'at-once' })
    expect((await look()).body).toBe('{"stream":"edition","isOn":false}')
    expect((await oneClick(token)).statusCode).toBe(200)
    expect(await eventsOf(person)).toEqual([
      { kind: 'unsubscribe', stream: 'edition', toldBy: 'one click' },
    ])
  })

  test('is also pressed with a form in parts', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    const token = await tokenOf(person, 'edition')
    expect((await oneClick(token, inParts('One-Click'), IN_PARTS)).statusCode).toBe(200)
    expect(await choicesOf(person)).toMatchObject({ edition: 'never', alerts: 'at-once' })
  })

  test.each([
    ['nothing', '', '', 400],
    ['a form of nothing', '', FORM, 400],
    ['another form', 'List-Unsubscribe=Later', FORM, 400],
    ['another form in parts', inParts('Later'), IN_PARTS, 400],
    ['parts that are none', 'List-Unsubscribe=One-Click', IN_PARTS, 400],
    ['text', 'List-Unsubscribe=One-Click', 'text/plain', 415],
    ['JSON', '{"List-Unsubscribe":"One-Click"}', 'application/json', 415],
  ])('is not pressed by what sends %s', async (_case, payload, type, status) => {
    const person = await createPerson(app.ctx)
    await choose(person)
    const token = await tokenOf(person, 'edition')
    expect((await oneClick(token, payload, type)).statusCode).toBe(status)
    expect(await choicesOf(person)).toMatchObject({ edition: 'weekly' })
  })

  test('of the page’s own button leads back to the page, which says so of a link that is nobody’s', async () => {
    const wrong = await oneClick('x'.repeat(120), 'from=page')
    expect([wrong.statusCode, wrong.headers.location]).toEqual([
      303,
      `/unsubscribe/${'x'.repeat(120)}`,
    ])
    const person = await createPerson(app.ctx)
    await choose(person)
    const token = await tokenOf(person, 'alerts')
    const answer = await oneClick(token, 'from=page')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/unsubscribe/${token}`])
    expect(await choicesOf(person)).toMatchObject({ edition: 'weekly', alerts: 'never' })
    // Stored with where the choice was made.
    await choose(person, { place: 'account', edition: 'never', alerts: 'never' })
    expect(await eventsOf(person)).toEqual([
      { kind: 'unsubscribe', stream: 'alerts', toldBy: 'page' },
      { kind: 'unsubscribe', stream: 'edition', toldBy: 'account' },
    ])
  })

  test('works however many were used from the same network: only those that are nobody’s are counted', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    const token = await tokenOf(person, 'edition')
    const counted = () =>
      app.db.selectFrom('throttles').select('points').where('key', 'like', 'mail-links:%').execute()
    await app.db.deleteFrom('throttles').execute()
    expect((await oneClick(token)).statusCode).toBe(200)
    expect(await counted()).toEqual([])
    expect((await oneClick('nothing')).statusCode).toBe(404)
    expect(await counted()).toEqual([{ points: 1 }])
    await app.db.updateTable('throttles').set({ points: 600 }).execute()
    expect((await oneClick('nothing')).statusCode).toBe(429)
    await app.db.deleteFrom('throttles').execute()
  })

  test('is nobody’s when it is made up, changed, or its account is gone', async () => {
    const person = await createPerson(app.ctx)
    await choose(person)
    const token = await tokenOf(person, 'edition')
    const other = token.replace(/^(.{12})e/, '$1a')
    for (const wrong of [other, `${token.slice(0, -1)}x`, 'x'.repeat(56), 'nothing']) {
      expect((await oneClick(wrong)).statusCode).toBe(404)
    }
    expect(await choicesOf(person)).toMatchObject({ edition: 'weekly', alerts: 'at-once' })
    await app.db.deleteFrom('users').where('id', '=', person.id).execute()
    expect((await oneClick(token)).statusCode).toBe(404)
  })
})

describe('what came back', () => {
  const tell = (
    events: unknown,
    authorization = 'Bearer a-secret-of-the-mail-provider',
    { http } = app,
  ) =>
    http.inject({
      method: 'POST',
      url: '/api/mail/events',
      headers: { authorization },
      payload: { events } as object,
    })

  async function sendOne() {
    const person = await createPerson(app.ctx)
    await choose(person)
    const { prove } = await proveByMail(person)
    await prove()
    await app.db.transaction().execute((trx) =>
      sendStreamMail(trx, app.ctx, {
        userId: person.id,
        stream: 'alerts',
        key: 'a fact',
        template: 'edition',
        data: { day: '2026-11-23', since: new Date(0), through: new Date() },
      }),
    )
    const { id } = await app.db
      .selectFrom('mails')
      .select('id')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    return { person, messageId: `<${id}@localhost>` }
  }

  test.each(['bounce', 'complaint'] as const)(
    'as a %s ends the streams of that address',
    async (type) => {
      const { person, messageId } = await sendOne()
      expect((await tell([{ type, messageId }])).json()).toEqual({ taken: 1, unknown: 0 })
      expect((await tell([{ type, messageId }])).json()).toEqual({ taken: 0, unknown: 0 })
      expect(await choicesOf(person)).toMatchObject({ edition: 'weekly', stopped: { why: type } })
      expect(await streamChoices(app.ctx, person.id)).toMatchObject({ isReachable: false })
      // Choosing again lifts the stop and stores a new consent to each stream.
      await choose(person, { place: 'account', alerts: 'never' })
      expect(await choicesOf(person)).toMatchObject({ stopped: null })
      const yeses = await app.db
        .selectFrom('mailConsents')
        .select(['stream', 'choice', 'place'])
        .where('userId', '=', person.id)
        .where('place', '=', 'account')
        .execute()
      expect(yeses).toEqual([{ stream: 'edition', choice: 'weekly', place: 'account' }])
    },
  )

  test('says nothing of the address that somebody has by now, and what stopped one does not stop the next', async () => {
    const moveAway = ({ id, email }: Person) =>
      app.db
        .updateTable('users')
        .set({ email: `moved-${email}` })
        .where('id', '=', id)
        .execute()
    const early = await sendOne()
    await moveAway(early.person)
    const told = await tell([{ type: 'bounce', messageId: early.messageId }])
    expect(told.json()).toEqual({ taken: 1, unknown: 0 })
    expect(await choicesOf(early.person)).toMatchObject({ stopped: null })
    const late = await sendOne()
    await tell([{ type: 'bounce', messageId: late.messageId }])
    expect(await choicesOf(late.person)).toMatchObject({ stopped: { why: 'bounce' } })
    await moveAway(late.person)
    expect(await choicesOf(late.person)).toMatchObject({ stopped: null })
  })

  test('is believed with the secret alone, and only of mails of ours', async () => {
    const { person, messageId } = await sendOne()
    for (const wrong of ['', 'Bearer guess', 'Basic a-secret-of-the-mail-provider']) {
      expect((await tell([{ type: 'bounce', messageId }], wrong)).statusCode).toBe(403)
    }
    const strange = [
      { type: 'bounce', messageId: '<nothing@elsewhere.example>' },
      { type: 'bounce', messageId, isPermanent: false },
    ]
    expect((await tell(strange)).json()).toEqual({ taken: 0, unknown: 1 })
    expect((await tell([{ type: 'opened', messageId }])).statusCode).toBe(400)
    expect(await choicesOf(person)).toMatchObject({ stopped: null })
  })

  test('is believed of nobody where no secret is set', async () => {
    const { person, messageId } = await sendOne()
    const without = await app.another({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    for (const guess of ['', 'Bearer ', 'Bearer undefined']) {
      const told = await tell([{ type: 'bounce', messageId }], guess, without)
      expect(told.statusCode).toBe(403)
    }
    await without.close()
    expect(await choicesOf(person)).toMatchObject({ stopped: null })
  })
})
