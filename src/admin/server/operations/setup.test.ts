import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import type { SetupPart } from '#app/admin/operations/setup.facts.ts'
import { EVENTS_WE_HEAR } from '#app/membership/server/webhooks/webhook.rules.ts'
import { readConfig } from '#app/server/config/config.ts'
import { MailNotSent } from '#app/server/mail/transport.ts'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import { demoClub } from '#app/shared/site.ts'
import { openAs } from '#test/access/people.ts'
import { startSlowProvider } from '#test/payments/slow-provider.ts'
import { openAdmin } from '#test/support/admin.ts'
import { CLUB } from '#test/support/club.ts'
import { readOutbox } from '#test/support/jobs.ts'
import { withTrouble } from '#test/support/paying/payer.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { demoDetailsOf } from './setup.ts'

const app = useUnthrottledApp({ hasPayments: true })
let owner: { cookie: string }
beforeEach(async () => {
  owner = await openAs(app, 'owner')
  await app.db.deleteFrom('setupMarks').execute()
})

async function setup(as = owner): Promise<SetupCheck> {
  const answer = await app.as(as).inject({ url: '/api/admin/setup' })
  expect(answer.statusCode, answer.body).toBe(200)
  // Secrets are never shown, not even in part.
  const { secretKey, webhookSecrets } = app.ctx.config.payments
  for (const secret of [secretKey, ...webhookSecrets]) expect(answer.body).not.toContain(secret)
  return answer.json()
}
const stands = async (part: SetupPart) =>
  (await setup()).lines.find((line) => line.part === part) ?? { state: 'none', says: '', todo: '' }
const tell = (secret: string, at = app.ctx.now()) => {
  const payload = JSON.stringify({
    id: `evt_${at.getTime()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(at.getTime() / 1000),
    livemode: false,
    type: 'product.created',
    data: { object: { id: 'prod_1' } },
  })
  const seconds = Math.floor(at.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return app.inject({
    method: 'POST',
    url: WEBHOOK_PATH,
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` },
  })
}

test('what only the demo may say is named; a law that is the demo’s too is one’s own', () => {
  const own = readConfig({ ...CLUB, GOVERNING_LAW: demoClub.governingLaw }).club
  expect(demoDetailsOf(own)).toEqual([])
  expect(demoDetailsOf({ ...own, postalAddress: demoClub.postalAddress })).toEqual([
    'COMPANY_ADDRESS',
  ])
})

describe('the setup check', () => {
  test('asks the provider, and says what is green', async () => {
    const { lines } = await setup()
    const states = Object.fromEntries(lines.map(({ part, state }) => [part, state]))
    expect(states).toEqual({
      'payment-key': 'note',
      webhook: 'note',
      prices: 'note',
      portal: 'good',
      mail: 'note',
      storage: 'good',
      backup: 'note',
      clock: 'good',
      company: 'note',
      jobs: 'good',
    })
    const takenAt = app.ctx.now()
    await app.db
      .insertInto('backups')
      .values({
        id: 'b1',
        takenAt,
        finishedAt: takenAt,
        place: '/b',
        rowCount: 1,
        pictureFiles: 0,
        bytes: 1,
      })
      .execute()
    expect(await stands('backup')).toMatchObject({ state: 'good' })
    app.setNow(new Date(takenAt.getTime() + 27 * 60 * 60 * 1000))
    owner = await openAs(app, 'owner')
    expect(await stands('backup')).toMatchObject({ state: 'bad' })
    expect(await stands('clock')).toMatchObject({ state: 'bad' })
  })

  test('names a refused signature with its cause, until an event comes rightly signed', async () => {
    const start = app.ctx.now()
    const [secret = ''] = app.ctx.config.payments.webhookSecrets
    expect((await tell('whsec_of_somebody_else')).statusCode).toBe(400)
    await expect
      .poll(() => stands('webhook'))
      .toMatchObject({
        state: 'bad',
        says: expect.stringContaining('no secret of STRIPE_WEBHOOK_SECRET signed it'),
      })
    // Correctly signed, but far from this server’s clock.
    expect((await tell(secret, new Date(start.getTime() - 10 * 60_000))).statusCode).toBe(400)
    await expect
      .poll(() => stands('webhook'))
      .toMatchObject({
        state: 'bad',
        says: expect.stringContaining('far from this server’s clock'),
      })
    app.setNow(new Date(start.getTime() + 2000))
    const rightly = await tell(secret)
    expect(rightly.statusCode, rightly.body).toBe(200)
    expect(await stands('webhook')).toMatchObject({
      state: 'good',
      says: expect.stringContaining('rightly signed'),
    })
  })

  test('names an unreachable provider and a key that is not accepted', async () => {
    await withTrouble(app, { isDown: true }, async () => {
      const key = await stands('payment-key')
      expect(key).toMatchObject({
        state: 'bad',
        todo: expect.stringContaining('STRIPE_SECRET_KEY'),
      })
      expect(key.says).toContain('the payment provider cannot be reached, or fails')
      expect(await stands('portal')).toMatchObject({ state: 'bad' })
    })
    // Another process, with an outdated key in its settings.
    const stale = 'sk_test_of_the_year_before_1234'
    const other = await app.another({
      environment: {
        STRIPE_SECRET_KEY: stale,
        STRIPE_WEBHOOK_SECRET: 'whsec_of_the_year_before',
        STRIPE_API_BASE: app.ctx.config.http.ownOrigin,
      },
    })
    try {
      const answer = await other.as(owner).inject({ url: '/api/admin/setup' })
      expect(answer.statusCode, answer.body).toBe(200)
      const key = (answer.json() as SetupCheck).lines.find(({ part }) => part === 'payment-key')
      expect(key).toMatchObject({
        state: 'bad',
        says: expect.stringContaining('does not accept STRIPE_SECRET_KEY (401'),
        todo: expect.stringContaining('not an old one'),
      })
      for (const part of [stale, stale.slice(-4), stale.slice(0, 11)]) {
        expect(answer.body).not.toContain(part)
      }
    } finally {
      await other.close()
    }
  })

  test('sends a letter to oneself, and tells what became of it', async () => {
    const before = (await readOutbox(app.ctx)).length
    const send = (as: { cookie: string }, payload = {}) =>
      app.as(as).inject({ method: 'POST', url: '/api/admin/setup/letter', payload })
    const mailOf = (answer: { json: () => SetupCheck }) =>
      answer.json().lines.find(({ part }) => part === 'mail')
    const sent = await send(owner, { to: 'somebody@else.test' })
    expect(sent.statusCode, sent.body).toBe(200)
    const outbox = await readOutbox(app.ctx)
    expect(outbox).toHaveLength(before + 1)
    // Always sent to oneself, whatever the request says.
    expect(outbox.at(-1)?.to?.[0]?.address).toBe('owner@club.example')
    expect(mailOf(sent)?.says).toContain('was taken')
    // A session by the shared password has no address.
    const shared = await openAdmin(app)
    expect((await send(shared)).json()).toMatchObject({ fields: { to: 'is missing' } })
    const { send: deliver } = app.ctx.mail
    app.ctx.mail.send = () =>
      Promise.reject(new MailNotSent('EENVELOPE 550 at MAIL FROM', { isFinal: false }))
    const refused = await send(shared, { to: 'me@club.example' })
    app.ctx.mail.send = deliver
    expect(mailOf(refused)).toMatchObject({
      state: 'bad',
      says: expect.stringContaining('EENVELOPE 550'),
    })
  })
})

describe('where the provider is no sandbox of ours, the setup check', () => {
  let provider: Awaited<ReturnType<typeof startSlowProvider>>
  let other: TestApp
  beforeAll(async () => {
    provider = await startSlowProvider()
    const { http, payments } = app.ctx.config
    provider.pointTo(http.ownOrigin)
    other = await app.another({
      environment: {
        STRIPE_SECRET_KEY: payments.secretKey,
        STRIPE_WEBHOOK_SECRET: payments.webhookSecrets.join(),
        STRIPE_API_BASE: provider.origin,
      },
    })
  })
  afterAll(async () => {
    await other?.close()
    await provider?.close()
  })
  const standsThere = async (part: SetupPart) => {
    const answer = await other.as(owner).inject({ url: '/api/admin/setup' })
    return (answer.json() as SetupCheck).lines.find((line) => line.part === part)
  }

  test('looks at the endpoint of this address, at one that is on rather than one that is off', async () => {
    const endpoint = (more: object = {}) => ({
      ...{ id: 'we_1', object: 'webhook_endpoint', api_version: null, status: 'enabled' },
      ...{ url: other.ctx.config.http.publicUrl + WEBHOOK_PATH, enabled_events: ['*'] },
      ...more,
    })
    const whereThereAre = (...data: object[]) => {
      provider.changeNext('GET /v1/webhook_endpoints', (list) => ({ ...list, data }))
      return standsThere('webhook')
    }
    const off = endpoint({ status: 'disabled' })
    expect(await whereThereAre(endpoint({ url: `https://else.example${WEBHOOK_PATH}` }))).toEqual(
      expect.objectContaining({
        state: 'bad',
        says: 'The provider has no endpoint for this server.',
      }),
    )
    expect(await whereThereAre(off)).toMatchObject({
      state: 'bad',
      says: 'The endpoint is there, and turned off.',
    })
    for (const both of [
      [off, endpoint()],
      [endpoint(), off],
    ]) {
      expect((await whereThereAre(...both))?.state).toMatch(/good|note/)
    }
    const [first, ...rest] = EVENTS_WE_HEAR
    expect(await whereThereAre(endpoint({ enabled_events: rest }), off)).toMatchObject({
      state: 'bad',
      says: `The endpoint is not told of ${first}.`,
    })
  })

  test('compares this server’s clock with the provider’s, if that answers', async () => {
    expect(await standsThere('clock')).toMatchObject({ state: 'good' })
    app.payments.processor.advance(120)
    expect(await standsThere('clock')).toMatchObject({
      state: 'bad',
      says: expect.stringMatching(/^This server’s clock is 2 minutes from the payment provider’s;/),
    })
    expect((await stands('clock')).state).toBe('note')
    await provider.close()
    expect(await standsThere('clock')).toMatchObject({
      state: 'good',
      says: 'The clock agrees with the database’s. The provider could not be asked.',
    })
  })
})
