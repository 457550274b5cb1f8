import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { untilTold } from '#test/support/live-changes.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp({ environment: { TRUST_PROXY: '1' } })
const CHOSEN = 'a-new-password-of-mine'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let person: Person
let here: Browser
let there: Browser
beforeEach(async () => {
  person = await createPerson(app.ctx)
  await app.db.deleteFrom('sessions').where('userId', '=', person.id).execute()
  here = openBrowser(app)
  there = openBrowser(app)
  for (const browser of [here, there]) await signIn(browser)
})

function signIn(browser: Browser, password = PASSWORD) {
  const headers = browser === there ? { headers: { 'user-agent': PHONE } } : {}
  return browser.post('/api/login', { email: person.email, password }, headers)
}

const settings = async (browser = here) => (await browser.get('/api/account/settings')).json()
const isSignedIn = async (browser: Browser) => (await browser.get('/api/user')).statusCode === 200

async function subjects(): Promise<string[]> {
  await runJobs(app.ctx)
  const mails = await readOutbox(app.ctx)
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === person.email))
    .map(({ subject }) => subject ?? '')
}

describe('the browsers that are signed in', () => {
  test('are told in words, this one first, with the day each was last seen', async () => {
    const { browsers } = await settings()
    expect(browsers).toMatchObject([
      { browser: 'Firefox', system: 'Linux', isThis: true },
      { browser: 'Safari', system: 'iPhone', isThis: false },
    ])
    expect(JSON.stringify(browsers)).not.toMatch(/token|hash|Mozilla|127\.0/i)
    expect((await settings(there)).browsers[0]).toMatchObject({ system: 'iPhone', isThis: true })
  })

  test('are those whose session is not over', async () => {
    await app.db
      .updateTable('sessions')
      .set({ lastSeenAt: new Date(Date.now() - 15 * DAY_MS) })
      .where('userId', '=', person.id)
      .where('system', '=', 'iPhone')
      .execute()
    expect((await settings()).browsers).toHaveLength(1)
  })

  test('are ended one by one, at once, and then are strangers', async () => {
    const [, phone] = (await settings()).browsers
    const heard = untilTold(app.ctx, 'sessions', person.id)
    const ended = await here.post('/api/account/browsers/end', { id: phone.id })
    expect(ended.statusCode).toBe(200)
    await heard
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    await signIn(there)
    // A mail told about this browser when it first signed in, and now again.
    expect((await subjects()).filter((subject) => /new browser/i.test(subject))).toHaveLength(2)
  })

  test('are ended all but this one', async () => {
    await here.post('/api/account/browsers/end-others', {})
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect((await settings()).browsers).toHaveLength(1)
  })

  test('of somebody else are none', async () => {
    const stranger = await createPerson(app.ctx)
    const [own] = (await settings()).browsers
    const other = await app.as(stranger).inject({
      method: 'POST',
      url: '/api/account/browsers/end',
      payload: { id: own.id },
    })
    expect(other.statusCode).toBe(404)
    expect(await isSignedIn(here)).toBe(true)
  })
})

describe('a new password', () => {
  const change = (currentPassword: string, password = CHOSEN) =>
    here.post('/api/account/password', { currentPassword, password })

  test('asks for the one before, signs the others out and says so by mail', async () => {
    expect((await change(PASSWORD)).statusCode).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect((await signIn(openBrowser(app))).statusCode).toBe(401)
    expect((await signIn(openBrowser(app), CHOSEN)).statusCode).toBe(200)
    expect(await subjects()).toContain('Your password was changed')
    expect((await settings()).passwordChangedAt).not.toBeNull()
  })

  test('leaves nobody signed in who knows the old one, also at the same moment', async () => {
    const racing = [openBrowser(app), openBrowser(app), openBrowser(app)]
    await Promise.all([change(PASSWORD), ...racing.map((browser) => signIn(browser))])
    for (const browser of racing) expect(await isSignedIn(browser)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
  })

  test.each([
    ['with a wrong one before', 'not-the-password', CHOSEN, 403, 'password'],
    ['that is too short', PASSWORD, 'short', 400, 'password'],
    ['that is easy to guess', PASSWORD, 'password123', 400, 'password'],
  ])('%s changes nothing', async (_, before, password, status, field) => {
    const refused = await change(before, password)
    expect(refused.statusCode).toBe(status)
    expect(refused.json().fields).toHaveProperty(field)
    expect(await isSignedIn(there)).toBe(true)
    expect((await signIn(openBrowser(app))).statusCode).toBe(200)
  })

  test('of two at one moment is one of the two', async () => {
    const answers = await Promise.all([
      change(PASSWORD, 'my-own-password-1'),
      change(PASSWORD, 'my-own-password-2'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  })
})

describe('a mail tells of a new browser', () => {
  test('with its name and no place, and not of the first after signing up', async () => {
    const mails = async () => {
      await runJobs(app.ctx)
      return (await readOutbox(app.ctx)).filter(
        ({ to, subject }) =>
          /new browser/i.test(subject ?? '') && to?.some(({ address }) => address === person.email),
      )
    }
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail?.text).toContain('Safari on iPhone')
    expect(mail?.text).not.toMatch(/127\.0\.0\.1|203\.0\.113|near/)
    await signIn(there)
    expect(await mails()).toHaveLength(1)
  })

  test('also when all known browsers of an old account were forgotten', async () => {
    await app.db.deleteFrom('knownDevices').where('userId', '=', person.id).execute()
    await app.db
      .updateTable('users')
      .set({ createdAt: new Date(Date.now() - 400 * DAY_MS) })
      .where('id', '=', person.id)
      .execute()
    const before = (await subjects()).length
    await signIn(openBrowser(app))
    expect(await subjects()).toHaveLength(before + 1)
  })
})
