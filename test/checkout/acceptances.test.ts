import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createConfirmationLink } from '#app/accounts/server/sign-up/sign-up.ts'
import { splitStatements } from '#app/db/split-statements.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken } from '#app/server/tokens.ts'
import { businessDay } from '#app/shared/dates.ts'
import { LATER_VERSIONS } from '#app/shared/legal-versions.ts'
import { leave } from '#test/privacy/leaving.ts'
import { openAdmin } from '#test/support/admin.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson } from '#test/support/factories.ts'
import { complete } from '#test/support/paying/completing.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp({ hasPayments: true })
beforeEach(() => app.setNow(undefined))
afterEach(() => Object.assign(LATER_VERSIONS, { terms: [], policy: [] }))

const acceptedBy = (userId: string) =>
  app.db
    .selectFrom('acceptances')
    .select(['document', 'version', 'place', 'acceptedAt'])
    .where('userId', '=', userId)
    .orderBy('document')
    .execute()
const idOf = async (email: string) =>
  (
    await app.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).id

describe('who has accepted which version is kept', () => {
  test('by signing up: once the address is confirmed, of the sign-up whose link it was', async () => {
    const browser = openBrowser(app)
    const email = 'accepts@mails.test'
    const asked = new Date('2026-11-20T12:00:00Z')
    app.setNow(asked)
    await browser.post('/api/sign-up', { email, password: 'a-new-password-of-mine' })
    const id = await idOf(email)
    expect(await acceptedBy(id)).toEqual([])
    app.setNow(new Date('2026-11-20T12:30:00Z'))
    const { id: signUpId } = await app.db
      .selectFrom('signUps')
      .select('id')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
    await browser.post('/api/confirm-email', {
      token: await createConfirmationLink(app.ctx, signUpId),
    })
    const accepted = { version: 1, place: 'sign-up', acceptedAt: asked }
    expect(await acceptedBy(id)).toEqual([
      { document: 'policy', ...accepted },
      { document: 'terms', ...accepted },
    ])
  })

  test('by joining: at the press for whoever is signed in, else with the account; the first time of a version stays', async () => {
    const person = await createPerson(app.ctx)
    const browser = openBrowser(app, person.cookie)
    const opened = await browser.post('/api/create-checkout-session', { priceId: 'annual' })
    expect(opened.statusCode).toBe(200)
    const [first] = await acceptedBy(person.id)
    expect(first).toMatchObject({ document: 'terms', version: 1, place: 'joining' })
    await browser.post('/api/create-checkout-session', { priceId: 'annual' })
    expect(await acceptedBy(person.id)).toEqual([first])

    const visitor = openBrowser(app)
    await visitor.post('/api/create-checkout-session', { priceId: 'annual' })
    const { rows } = await sql<{ version: number }>`
      select terms_version as version from checkouts where user_id is null`.execute(app.db)
    expect(rows).toEqual([{ version: 1 }])

    // The checkout was opened by an older version that kept no acceptance: none is made up.
    const checkout = await createPaidCheckout(app.ctx)
    const buyer = openBrowser(app, `${checkout.cookie}; pending_session=${checkout.sessionId}`)
    expect((await complete(buyer, checkout)).statusCode).toBe(200)
    expect(await acceptedBy(await idOf(checkout.email))).toMatchObject([
      { document: 'terms', version: null, place: 'joining' },
    ])
  })

  test('a second version holds from its day on: it is accepted anew, beside the first, and stands on the page of a member', async () => {
    const from = '2026-12-24'
    Object.assign(LATER_VERSIONS, { terms: [from] })
    // Still the evening before in Toronto.
    const before = `${from}T04:30:00.000Z`
    const after = `${from}T05:30:00.000Z`
    app.setNow(new Date(before))
    const person = await createPerson(app.ctx)
    const join = async (at: string) => {
      app.setNow(new Date(at))
      const opened = await openBrowser(app, person.cookie).post('/api/create-checkout-session', {
        priceId: 'annual',
      })
      expect(opened.statusCode).toBe(200)
    }
    await join(before)
    await join(after)
    await join(`${from}T06:30:00.000Z`)
    const { accepted } = (
      await app.as(await openAdmin(app)).inject({ url: `/api/admin/members/${person.id}` })
    ).json()
    expect(accepted).toHaveLength(2)
    expect(accepted).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ document: 'terms', version: 1, at: before }),
        expect.objectContaining({ document: 'terms', version: 2, at: after }),
      ]),
    )
  })

  test('whoever is here is asked once about a new version: accepted or put off, with its time; nothing is closed', async () => {
    app.setNow(new Date('2026-12-22T12:00:00Z'))
    const person = await createPerson(app.ctx)
    const browser = openBrowser(app, person.cookie)
    const asked = async () => {
      const answer = await browser.get('/api/account/terms')
      return answer.json().documents.filter((each: { isAsked: boolean }) => each.isAsked)
    }
    const say = async (body: object) => (await browser.post('/api/account/terms', body)).statusCode
    const seen = async () =>
      (await app.as(await openAdmin(app)).inject({ url: `/api/admin/members/${person.id}` })).json()
        .accepted
    const counted = async () => {
      const { versions } = (
        await app.as(await openAdmin(app)).inject({ url: '/api/admin/letters' })
      ).json()
      return versions.find(
        (each: { document: string; version: number }) =>
          each.document === 'policy' && each.version === 2,
      )
    }
    expect(await asked()).toEqual([])

    Object.assign(LATER_VERSIONS, { policy: ['2026-12-24'] })
    const policy = { document: 'policy', version: 2 }
    expect(await asked()).toMatchObject([{ ...policy, from: '2026-12-24', since: 1 }])
    expect(await say({ ...policy, version: 1, answer: 'accept' })).toBe(409)
    expect(await say({ ...policy, version: 3, answer: 'accept' })).toBe(404)
    expect(await asked()).toHaveLength(1)

    const putOff = '2026-12-22T13:00:00.000Z'
    app.setNow(new Date(putOff))
    expect(await say({ ...policy, answer: 'later' })).toBe(200)
    // Asked once only: neither now nor when the terms take effect.
    expect(await asked()).toEqual([])
    app.setNow(new Date('2026-12-26T12:00:00.000Z'))
    expect(await asked()).toEqual([])
    expect(await seen()).toMatchObject([{ ...policy, at: putOff, isPutOff: true }])
    expect(await counted()).toMatchObject({ accepted: 0, putOff: 1 })
    for (const url of ['/api/account/settings', '/api/privacy', '/api/subscription']) {
      expect((await browser.get(url)).statusCode, url).toBe(200)
    }

    expect(await say({ ...policy, answer: 'accept' })).toBe(200)
    const accepted = { ...policy, place: 'asked', at: '2026-12-26T12:00:00.000Z', isPutOff: false }
    expect(await seen()).toMatchObject([accepted])
    app.setNow(new Date('2026-12-27T12:00:00.000Z'))
    expect(await say({ ...policy, answer: 'later' })).toBe(200)
    expect(await say({ ...policy, answer: 'accept' })).toBe(200)
    expect(await seen()).toMatchObject([accepted])
    expect(await counted()).toMatchObject({ accepted: 1, putOff: 0 })
  })

  test('it is on the page of a member, and outlives the account without a name', async () => {
    const office = await openAdmin(app)
    const person = await createPerson(app.ctx)
    await openBrowser(app, person.cookie).post('/api/create-checkout-session', {
      priceId: 'annual',
    })
    const read = async (url: string) => (await app.as(office).inject({ url })).json()
    const { accepted } = await read(`/api/admin/members/${person.id}`)
    expect(accepted).toMatchObject([{ document: 'terms', version: 1, place: 'joining' }])
    Object.assign(LATER_VERSIONS, { policy: [businessDay(app.ctx.now())] })
    const later = { document: 'policy', version: 2, answer: 'later' }
    const answer = await openBrowser(app, person.cookie).post('/api/account/terms', later)
    expect(answer.statusCode).toBe(200)
    // Terms that were put off are accepted by nobody and removed.
    const before = (await read('/api/admin/members')).outlived.acceptances
    expect((await leave(app, person)).statusCode).toBe(200)
    expect((await read('/api/admin/members')).outlived.acceptances).toBe(before + 1)
  })
})

test('of people from before, what is known is written down, and no version made up', async () => {
  const [signedUp, joined, neither] = [
    await createPerson(app.ctx),
    await createPerson(app.ctx),
    await createPerson(app.ctx),
  ]
  const moment = new Date('2026-10-01T12:00:00Z')
  for (const { id, isUsed } of [
    { id: signedUp.id, isUsed: true },
    { id: neither.id, isUsed: false },
  ]) {
    const signUp = { id: newId(), userId: id, passwordHash: null, bindingHash: newId() }
    await app.db
      .insertInto('signUps')
      .values({ ...signUp, returnTo: null, createdAt: moment })
      .execute()
    const link = { tokenHash: hashToken(newId()), signUpId: signUp.id, expiresAt: moment }
    await app.db
      .insertInto('confirmationLinks')
      .values({ ...link, createdAt: moment, usedAt: isUsed ? moment : null })
      .execute()
  }
  await createPaidCheckout(app.ctx, { buyer: joined, completedAt: moment })
  const folder = new URL('../../src/db/migrations/', import.meta.url)
  const file = readFileSync(new URL('20261123_45_acceptances.sql', folder), 'utf8')
  const statements = splitStatements(file).filter((each) => /^\s*(--.*\n)*\s*insert/.test(each))
  expect(statements).toHaveLength(2)
  await app.db.deleteFrom('acceptances').execute()
  for (const statement of statements) await sql.raw(statement).execute(app.db)
  const known = { version: null, acceptedAt: moment }
  expect(await acceptedBy(signedUp.id)).toEqual([
    { document: 'policy', place: 'sign-up', ...known },
    { document: 'terms', place: 'sign-up', ...known },
  ])
  expect(await acceptedBy(joined.id)).toEqual([{ document: 'terms', place: 'joining', ...known }])
  expect(await acceptedBy(neither.id)).toEqual([])
})
