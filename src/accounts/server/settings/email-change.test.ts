import { beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import { newId } from '#app/server/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { askMeanwhile } from '#test/support/databases/lock-waits.ts'
import { createPerson, createSubscription, PASSWORD, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { untilTold } from '#test/support/live-changes.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp({ environment: { TRUST_PROXY: '1' }, hasPayments: true })

let person: Person
let browser: Browser
let next: string
beforeEach(async () => {
  person = await createPerson(app.ctx)
  next = `${newId()}@new.test`.toLowerCase()
  browser = openBrowser(app)
  await browser.post('/api/login', { email: person.email, password: PASSWORD })
})

const ask = (email = next, password = PASSWORD) =>
  browser.post('/api/account/email', { email, password })

/** The mails that were delivered to an address, newest last. */
async function mailsTo(email: string) {
  await runJobs(app.ctx)
  const mails = await readOutbox(app.ctx)
  return mails.filter(({ to }) => to?.some(({ address }) => address === email))
}

async function linkTo(email: string, purpose: 'confirm' | 'stop'): Promise<string> {
  const text = (await mailsTo(email)).map((mail) => mail.text ?? '').join('\n')
  const links = [...text.matchAll(new RegExp(`/email-change\\?${purpose}=([\\w-]{43})`, 'g'))]
  return links.at(-1)?.[1] ?? 'none'
}

const confirm = async (token: string) =>
  openBrowser(app).post('/api/account/email/confirm', { token })
const stop = async (token: string) => openBrowser(app).post('/api/account/email/stop', { token })
const settings = async () => (await browser.get('/api/account/settings')).json()

async function signsIn(email: string, password = PASSWORD): Promise<boolean> {
  return (await openBrowser(app).post('/api/login', { email, password })).statusCode === 200
}

describe('another address', () => {
  test('counts when it is confirmed at its own inbox, and the one before is told', async () => {
    expect((await ask()).json()).toEqual({ success: true })
    expect(await settings()).toMatchObject({ email: person.email, nextEmail: { email: next } })
    expect(await signsIn(next)).toBe(false)
    const [told] = await mailsTo(person.email)
    expect(told?.subject).toBe('Somebody asked for another address')
    expect(told?.text).toContain(next)

    const confirmed = await confirm(await linkTo(next, 'confirm'))
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { success: true, email: next }])
    expect(await settings()).toMatchObject({ email: next, nextEmail: null })
    expect([await signsIn(next), await signsIn(person.email)]).toEqual([true, false])
    const subjects = (await mailsTo(person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your account has another address')
  })

  test('is announced, so that open pages read again whose they are', async () => {
    await ask()
    const token = await linkTo(next, 'confirm')
    const told = JSON.stringify({ userId: person.id })
    const heard = untilTold(app.ctx, 'accounts', told)
    await confirm(token)
    await heard
  })

  test('is told to the payment provider', async () => {
    const { id: customer } = await app.ctx.payments.stripe.customers.create({ email: person.email })
    const { id } = await createSubscription(app.ctx, person)
    await app.db
      .updateTable('subscriptions')
      .set({ customerId: customer })
      .where('id', '=', id)
      .execute()
    await ask()
    await confirm(await linkTo(next, 'confirm'))
    await runJobs(app.ctx)
    expect(await app.ctx.payments.stripe.customers.retrieve(customer)).toMatchObject({
      email: next,
    })
  })

  test('needs the password, and the address of nobody else', async () => {
    const wrong = await ask(next, 'not-the-password')
    expect([wrong.statusCode, wrong.json()]).toMatchObject([
      403,
      { code: 'wrong-password', fields: { password: expect.any(String) } },
    ])
    expect((await ask(person.email)).json()).toMatchObject({
      fields: { email: 'This is the address you have already.' },
    })
    expect((await settings()).nextEmail).toBeNull()
    expect(await mailsTo(next)).toEqual([])
  })

  test('asked for with a password that is another one by then is refused', async () => {
    const passwordHash = await hashPassword('another-password-1')
    const asked = await askMeanwhile(
      app.db,
      (trx) => trx.updateTable('users').set({ passwordHash }).where('id', '=', person.id).execute(),
      () => ask(),
    )
    expect(asked.json()).toMatchObject({ code: 'wrong-password' })
    expect((await settings()).nextEmail).toBeNull()
  })

  test('with an account of its own answers the same, is told so itself, and is not taken', async () => {
    const other = await createPerson(app.ctx, next)
    expect((await ask()).json()).toEqual({ success: true })
    expect(await settings()).toMatchObject({ nextEmail: { email: next } })
    const [mail] = await mailsTo(other.email)
    expect(mail?.subject).toBe('This address has an account already')
    expect(await linkTo(next, 'confirm')).toBe('none')
    expect(await app.as(other).inject({ url: '/api/user' })).toMatchObject({ statusCode: 200 })
  })

  test('that has got an account meanwhile is refused, and nothing changes', async () => {
    await ask()
    const token = await linkTo(next, 'confirm')
    await createPerson(app.ctx, next)
    const late = await confirm(token)
    expect([late.statusCode, late.json().code]).toEqual([409, 'address-taken'])
    expect((await settings()).email).toBe(person.email)
  })

  test('is not held back by an account that nobody has proven', async () => {
    const squatter = await createPerson(app.ctx, next)
    await app.db
      .updateTable('users')
      .set({ confirmedAt: null })
      .where('id', '=', squatter.id)
      .execute()
    await ask()
    expect((await confirm(await linkTo(next, 'confirm'))).statusCode).toBe(200)
    expect((await app.as(squatter).inject({ url: '/api/user' })).statusCode).toBe(401)
    expect(await signsIn(next)).toBe(true)
  })

  test('of two accounts at one moment is given to one', async () => {
    const rival = await createPerson(app.ctx)
    const rivals = openBrowser(app)
    await rivals.post('/api/login', { email: rival.email, password: PASSWORD })
    await ask()
    await rivals.post('/api/account/email', { email: next, password: PASSWORD })
    const text = (await mailsTo(next)).map((mail) => mail.text ?? '').join('\n')
    const tokens = [...text.matchAll(/confirm=([\w-]{43})/g)].map(([, token]) => token ?? '')
    const answers = await Promise.all(tokens.map((token) => confirm(token)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('is confirmed once, within an hour, by the newest wish, and by looking at it never', async () => {
    await ask()
    const first = await linkTo(next, 'confirm')
    await openBrowser(app).get(`/email-change?confirm=${first}`)
    const second = `second-${next}`
    await ask(second)
    expect((await confirm(first)).json().code).toBe('email-link-invalid')
    const token = await linkTo(second, 'confirm')
    app.setNow(new Date(Date.now() + HOUR_MS + MINUTE_MS))
    expect((await confirm(token)).statusCode).toBe(400)
    app.setNow(new Date(Date.now() + HOUR_MS - MINUTE_MS))
    expect((await confirm(token)).statusCode).toBe(200)
    app.setNow(undefined)
    expect((await confirm(token)).statusCode).toBe(400)
    for (const none of ['', 'x', 'x'.repeat(43)]) expect((await confirm(none)).statusCode).toBe(400)
  })

  test('closes what the one before could open', async () => {
    await openBrowser(app).post('/api/forgot-password', { email: person.email })
    const mails = (await mailsTo(person.email)).map(({ text }) => text ?? '').join('\n')
    const reset = /password-reset\?token=([\w-]{43})/.exec(mails)?.[1]
    await ask()
    await confirm(await linkTo(next, 'confirm'))
    const password = 'a-password-of-a-stranger'
    const late = await openBrowser(app).post('/api/reset-password', { token: reset, password })
    expect(late.statusCode).toBe(400)
  })

  test('is stopped where it was asked for, and by a new password that was mailed', async () => {
    await ask()
    const token = await linkTo(next, 'confirm')
    await browser.post('/api/account/email/cancel', {})
    expect((await settings()).nextEmail).toBeNull()
    expect((await confirm(token)).statusCode).toBe(400)

    await ask()
    const again = await linkTo(next, 'confirm')
    await openBrowser(app).post('/api/forgot-password', { email: person.email })
    const mails = (await mailsTo(person.email)).map(({ text }) => text ?? '').join('\n')
    const reset = [...mails.matchAll(/password-reset\?token=([\w-]{43})/g)].at(-1)?.[1]
    const password = 'a-new-password-of-mine'
    await openBrowser(app).post('/api/reset-password', { token: reset, password })
    expect((await confirm(again)).statusCode).toBe(400)
  })

  test('is asked for three times an hour at most, and mailed to one inbox six times', async () => {
    const times = async (who: Browser, count: number) => {
      const answers = []
      for (let time = 0; time < count; time += 1) {
        const wish = { email: next, password: PASSWORD }
        answers.push((await who.post('/api/account/email', wish)).statusCode)
      }
      return answers
    }
    expect(await times(browser, 4)).toEqual([200, 200, 200, 429])
    for (let other = 0; other < 2; other += 1) {
      const { email } = await createPerson(app.ctx)
      const others = openBrowser(app)
      await others.post('/api/login', { email, password: PASSWORD })
      expect(await times(others, 3)).toEqual([200, 200, 200])
    }
    const mails = await app.db
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', next)
      .execute()
    expect(mails).toHaveLength(6)
  })
})

describe('the address before', () => {
  test('stops a change that is not confirmed, as often as it likes', async () => {
    await ask()
    const token = await linkTo(person.email, 'stop')
    const confirming = await linkTo(next, 'confirm')
    for (const _ of [1, 2]) {
      expect((await stop(token)).json()).toEqual({ success: true, isPutBack: false })
    }
    expect((await confirm(confirming)).statusCode).toBe(400)
    expect(await settings()).toMatchObject({ email: person.email, nextEmail: null })
  })

  test('takes back one that was confirmed: every browser is out, and the password is none', async () => {
    await ask()
    await confirm(await linkTo(next, 'confirm'))
    // Whoever took over the account moves it to yet another address.
    const third = `third-${next}`
    await ask(third)
    await confirm(await linkTo(third, 'confirm'))
    const token = await linkTo(person.email, 'stop')
    expect((await stop(token)).json()).toEqual({ success: true, isPutBack: true })
    expect((await browser.get('/api/user')).statusCode).toBe(401)
    for (const email of [person.email, next, third]) expect(await signsIn(email)).toBe(false)
    expect((await stop(await linkTo(next, 'stop'))).statusCode).toBe(200)

    const mails = (await mailsTo(person.email)).map(({ text }) => text ?? '').join('\n')
    const reset = /password-reset\?token=([\w-]{43})/.exec(mails)?.[1]
    const password = 'a-new-password-of-mine'
    const back = await openBrowser(app).post('/api/reset-password', { token: reset, password })
    expect(back.statusCode).toBe(200)
    expect(await signsIn(person.email, password)).toBe(true)
  })

  test('can do so for a week', async () => {
    await ask()
    await confirm(await linkTo(next, 'confirm'))
    const token = await linkTo(person.email, 'stop')
    app.setNow(new Date(Date.now() + 7 * DAY_MS + MINUTE_MS))
    expect((await stop(token)).statusCode).toBe(400)
    app.setNow(new Date(Date.now() + 6 * DAY_MS))
    expect((await stop(token)).json()).toMatchObject({ isPutBack: true })
  })

  test('of somebody who has it now is not taken from them', async () => {
    await ask()
    await confirm(await linkTo(next, 'confirm'))
    const token = await linkTo(person.email, 'stop')
    await createPerson(app.ctx, person.email)
    expect((await stop(token)).json().code).toBe('address-taken')
    expect(await settings()).toMatchObject({ email: next })
  })

  test('keeps the mails that were its own, in the export and for who comes after', async () => {
    await ask()
    await confirm(await linkTo(next, 'confirm'))
    await mailsTo(person.email)
    const after = await createPerson(app.ctx, person.email)
    const exported = async (who: { cookie: string }) =>
      (await app.as(who).inject({ url: '/api/privacy/download' })).json()
    const own = await browser.get('/api/privacy/download')
    expect(own.json().emailChanges).toMatchObject([{ oldEmail: person.email, newEmail: next }])
    expect(own.json().mails.map(({ template }: { template: string }) => template)).toContain(
      'email-change-asked',
    )
    expect((await exported(after)).mails).toEqual([])
  })
})
