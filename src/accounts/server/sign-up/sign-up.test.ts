import { beforeEach, describe, expect, test } from 'vitest'
import { cleanUp } from '#app/clean-up.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { openBrowser } from '#test/support/browser.ts'
import {
  announceDeals,
  createDeal,
  createPerson,
  PASSWORD,
  type Person,
} from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp({ environment: { TRUST_PROXY: '1' } })

let person: Person
let stranger: string
let count = 0
beforeEach(async () => {
  app.setNow(undefined)
  person = await createPerson(app.ctx)
  count += 1
  stranger = `stranger${count}@mails.test`
})

const CHOSEN = 'a-new-password-of-mine'

function signUp(email: unknown, { ip = '203.0.113.9', ...more }: Record<string, unknown> = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/sign-up',
    payload: { email, password: CHOSEN, ...more },
    headers: { 'x-forwarded-for': String(ip) },
  })
}

const findUser = (email: string) =>
  app.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

describe('asking for a free account', () => {
  test('is answered alike for every address, with or without an account', async () => {
    const told = async (email: string, ip: string) => {
      const { statusCode, body, headers, cookies } = await signUp(email, { ip })
      const { date, 'set-cookie': _, ...others } = headers
      const set = cookies.map(({ value, ...cookie }) => ({ ...cookie, length: value.length }))
      return { statusCode, body, headers: others, set }
    }
    const [mine, nobodys] = [
      await told(person.email, '192.0.2.1'),
      await told(stranger, '192.0.2.2'),
    ]
    expect([mine.statusCode, mine.body]).toEqual([200, '{"success":true}'])
    expect(nobodys).toEqual(mine)
    expect(mine.set).toMatchObject([{ name: 'sign-up', httpOnly: true, sameSite: 'Lax' }])
  })

  // What the mail says, and to whom, is only decided when it is sent.
  test('does the same work for every address', async () => {
    const workFor = async (email: string) => {
      await signUp(email)
      const { id } = (await findUser(email)) as { id: string }
      const rows = await app.db.selectFrom('signUps').selectAll().where('userId', '=', id).execute()
      const mails = await mailsTo(app.ctx, email)
      return {
        rows: rows.length,
        mails: mails.map(({ template, data }) => [template, Object.keys(data)]),
      }
    }
    const work = { rows: 1, mails: [['sign-up', ['signUpId']]] }
    expect([await workFor(person.email), await workFor(stranger)]).toEqual([work, work])
  })

  test('changes nothing about an account that is there, and keeps no password of it', async () => {
    const before = await findUser(person.email)
    await signUp(person.email)
    expect(await findUser(person.email)).toEqual(before)
    const rows = await app.db
      .selectFrom('signUps')
      .selectAll()
      .where('userId', '=', person.id)
      .execute()
    expect(rows).toMatchObject([{ passwordHash: null }])
  })

  test('writes neither password nor secret down', async () => {
    const answer = await signUp(stranger)
    const secret = answer.cookies[0]?.value ?? 'none'
    const all = JSON.stringify([
      await app.db.selectFrom('signUps').selectAll().execute(),
      await app.db.selectFrom('users').selectAll().execute(),
      await app.db.selectFrom('mails').selectAll().execute(),
    ])
    expect(all).toContain(stranger)
    expect(all.includes(CHOSEN) || all.includes(secret)).toBe(false)
  })

  test('twice at once makes one account', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(stranger)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(200))
    const users = await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', stranger)
      .execute()
    expect(users).toHaveLength(1)
  })

  test.each([
    [{ email: 'ada' }, 'email', 'Please enter a valid email address'],
    [{ password: 'seven77' }, 'password', 'Password must be at least 8 characters'],
    [
      { password: 'password1' },
      'password',
      'This password is easy to guess. Please choose another one.',
    ],
    [{ password: { length: 9 } }, 'password', 'Password must be at least 8 characters'],
  ])('%j is answered with what is wrong, and nothing is made', async (typed, field, text) => {
    const answer = await signUp(stranger, typed)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { fields: { [field]: text } }])
    expect(await findUser(stranger)).toBeUndefined()
  })

  test('brings five mails an hour to an address, known or not, and says when there are more', async () => {
    for (const email of [person.email, stranger]) {
      const said = []
      for (let tries = 0; tries < 7; tries += 1) {
        const answer = await signUp(email, { ip: `10.1.${tries}.1` })
        said.push([answer.statusCode, answer.headers['retry-after'] !== undefined])
      }
      expect(said).toEqual([...Array(5).fill([200, false]), [429, true], [429, true]])
      expect(await mailsTo(app.ctx, email)).toHaveLength(5)
    }
  })

  test('brings no more mails to an address by asking for the same one again', async () => {
    const browser = openBrowser(app)
    await browser.post('/api/sign-up', { email: stranger, password: CHOSEN })
    const said = []
    for (let tries = 0; tries < 5; tries += 1) {
      said.push((await browser.post('/api/confirmation-link')).statusCode)
    }
    expect(said).toEqual([200, 200, 200, 200, 429])
    expect(await mailsTo(app.ctx, stranger)).toHaveLength(5)
  })

  test('brings twenty mails an hour from a network', async () => {
    const said = []
    for (let tries = 0; tries < 22; tries += 1) {
      said.push((await signUp(`many${tries}@mails.test`)).statusCode)
    }
    expect(said).toEqual([...Array(20).fill(200), 429, 429])
  })

  test('brings ten times as many from a whole /48, and no more', async () => {
    const from = async (ip: string) =>
      (await signUp(`from-${ip}@mails.test`.replaceAll(':', '.').replace('..', '.'), { ip }))
        .statusCode
    expect(await from('2001:db8:7:1::1')).toBe(200)
    await app.db
      .updateTable('throttles')
      .set({ points: 200 })
      .where('key', '=', 'sign-up-wider-network:2001:db8:7')
      .execute()
    expect([await from('2001:db8:7:2::1'), await from('2001:db8:8:1::1')]).toEqual([429, 200])
  })

  test.each([
    ['/deal/wanted000001', '/deal/wanted000001'],
    ['//evil.test', null],
    [7, null],
  ])('from %j it is kept where to go back to: %j', async (next, kept) => {
    await signUp(stranger, { next })
    const row = await app.db
      .selectFrom('signUps')
      .select('returnTo')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    expect(row?.returnTo).toBe(kept)
  })
})

describe('until the address is confirmed', () => {
  test('the account signs in and sees what a visitor sees', async () => {
    await createDeal(app.ctx, { isPreview: true })
    await announceDeals(app.ctx)
    await signUp(stranger)
    const browser = openBrowser(app)
    const signedIn = await browser.post('/api/login', { email: stranger, password: CHOSEN })
    expect(signedIn.json()).toMatchObject({ email: stranger, isUnconfirmed: true })
    expect((await browser.get('/api/user')).json()).toMatchObject({ isUnconfirmed: true })
    const [theirs, visitors] = [
      await browser.get('/api/deals'),
      await app.inject({ url: '/api/deals' }),
    ]
    expect(theirs.body).toBe(visitors.body)
  })

  test('its mail is sent again to whoever is signed in, and to the browser that signed up', async () => {
    const browser = openBrowser(app)
    await browser.post('/api/sign-up', { email: stranger, password: CHOSEN })
    expect((await browser.post('/api/confirmation-link')).json()).toEqual({ success: true })
    const other = openBrowser(app)
    await other.post('/api/login', { email: stranger, password: CHOSEN })
    await other.post('/api/confirmation-link')
    expect(await mailsTo(app.ctx, stranger)).toHaveLength(3)
    // Anybody else gets the same answer, and nothing follows from it.
    const nobody = await openBrowser(app).post('/api/confirmation-link', { token: 'x'.repeat(43) })
    expect(nobody.json()).toEqual({ success: true })
    expect(await mailsTo(app.ctx, stranger)).toHaveLength(3)
  })

  test('it is kept for a week after it was last asked for, and then it is gone with all of it', async () => {
    await signUp(stranger)
    await signUp(person.email)
    const { id } = (await findUser(stranger)) as { id: string }
    const start = Date.now()
    app.setNow(new Date(start + 7 * DAY_MS - 60_000))
    await cleanUp(app.ctx)
    expect(await findUser(stranger)).toBeDefined()
    await signUp(stranger)
    app.setNow(new Date(start + 14 * DAY_MS - 120_000))
    await cleanUp(app.ctx)
    expect(await findUser(stranger)).toBeDefined()

    app.setNow(new Date(start + 14 * DAY_MS))
    await cleanUp(app.ctx)
    expect(await findUser(stranger)).toBeUndefined()
    expect(await findUser(person.email)).toBeDefined()
    const left = await app.db
      .selectFrom('signUps')
      .select('id')
      .where('userId', 'in', [id, person.id])
      .execute()
    expect(left).toEqual([])
  })
})

test('a mail that is written when everything is gone is dropped', async () => {
  await signUp(stranger)
  await app.db.deleteFrom('users').where('email', '=', stranger).execute()
  await runJobs(app.ctx)
  expect(await mailsTo(app.ctx, stranger)).toMatchObject([{ template: 'sign-up' }])
  const { state } = await app.db
    .selectFrom('mails')
    .select('state')
    .where('recipient', '=', stranger)
    .executeTakeFirstOrThrow()
  expect(state).toBe('dropped')
})

test('whoever signs in with a password that an account has is not asked to confirm it', async () => {
  const payload = { email: person.email, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/login', payload })
  expect(answer.json()).toEqual({ id: person.id, email: person.email })
})
