import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#app/server/ids.ts'
import { type Planted, payUnclaimed, plantPerson } from '#test/privacy/planted-person.ts'
import { findTraces, readEverything } from '#test/privacy/traces.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let person: Planted
let file: string
beforeAll(async () => {
  person = await plantPerson(app)
  await createMember(app.ctx)
  file = (await app.as(person).inject({ url: '/api/privacy/download' })).body
})

/** Columns that are not exported, and why; any other column that is ever added must be exported. */
const LEFT_OUT: Record<string, string> = {
  passwordHash: 'a secret',
  tokenHash: 'a secret',
  deviceHash: 'a secret',
  bindingHash: 'a secret',
  keyHash: 'a hash of what is in there as it is',
  idempotencyKey: 'ours, against double clicks',
  url: 'where one could pay',
  readNumber: 'ours, for the order of readings',
  refundReadNumber: 'ours, for the order of readings',
  key: 'ours, against telling twice',
  attempts: 'ours, of the mail server',
  lastError: 'ours, of the mail server',
  endpoint: 'a secret of the browser',
  p256dh: 'a secret of the browser',
  auth: 'a secret of the browser',
  sessionId: 'ours, so that it ends with the session',
  ref: 'ours, for links in mails',
  linkKey: 'a secret',
  stoppedAddressHash: 'a hash of what is in there as it is',
  askedBy: 'one of us',
  auditHandle: 'ours, so that the audit names nobody',
  retailerId: 'whose it is, which is for members: on /savings',
}
const ID_IS_OURS = new Set([
  'clicks',
  'email_changes',
  'events',
  'guarantee_changes',
  'acceptances',
  'mail_consents',
  'mail_events',
  'mails',
  'marketing_events',
  'notices',
  'push_devices',
  'reports',
  'sessions',
  'sign_ups',
])

test('everything that is stored about somebody is in the file, column by column', async () => {
  const sections: Record<string, Row | Row[]> = JSON.parse(file)
  const { id, email, checkout, refused, consentId } = person
  const words = [id, email, consentId, ...[checkout, refused].flatMap(idsOf)]
  const missing: string[] = []
  const seen = new Set<string>()
  for (const [table, rows] of await readEverything(app.db)) {
    if (table === 'throttles' || table.startsWith('pgboss.')) continue
    const told = [sections[SECTIONS[table] ?? camelCase(table)] ?? []].flat()
    for (const row of rows.filter((each) =>
      words.some((it) => JSON.stringify(each).includes(it)),
    )) {
      seen.add(table)
      const kept = Object.entries(JSON.parse(JSON.stringify(row)) as Row).filter(
        ([column, value]) =>
          value !== null &&
          !(column in LEFT_OUT) &&
          !(column === 'id' && ID_IS_OURS.has(table)) &&
          // The account's own id: the whole file is about this account.
          !(/^(claimedU|u)serId$/.test(column) && value === id),
      )
      // The exported row that matches best.
      const [least] = told
        .map((each) => kept.filter(([column, value]) => !isDeepStrictEqual(each[column], value)))
        .toSorted((one, other) => one.length - other.length)
      missing.push(...(least ?? kept).map(([column, value]) => `${table}.${column} ${value}`))
    }
  }
  expect(missing).toEqual([])
  expect([...seen].toSorted()).toEqual([
    'acceptances',
    'checkout_links',
    'checkouts',
    'clicks',
    'declined_deals',
    'email_changes',
    'events',
    'follows',
    'for_you_setups',
    'guarantee_changes',
    'guarantee_payments',
    'guarantees',
    'inbox_links',
    'known_devices',
    'ledger_rows',
    'mail_choices',
    'mail_consents',
    'mail_events',
    'mails',
    'marketing_events',
    'membership_acts',
    'notices',
    'owner_reasons',
    'password_resets',
    'payments',
    'push_devices',
    'reports',
    'saved_deals',
    'saved_feeds',
    'sessions',
    'sign_ups',
    'subscriptions',
    'told_deals',
    'trials',
    'trips',
    'users',
    'waiting_alerts',
  ])
})

type Row = Record<string, unknown>

/** Tables whose section of the file has another name. */
const SECTIONS: Record<string, string> = {
  users: 'account',
  known_devices: 'browsers',
  marketing_events: 'marketing',
}
const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())
const idsOf = ({ id, subscriptionId }: Planted['checkout']) => [id, subscriptionId]

describe('the file', () => {
  test('is handed over as one, to be read by people too', async () => {
    const response = await app.as(person).inject({ url: '/api/privacy/download' })
    expect(response.headers['content-disposition']).toMatch(
      /^attachment; filename="nouveau-data-\d{4}-\d\d-\d\d\.json"$/,
    )
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.body).toContain('\n  "account": {\n')
  })

  test('holds no secret, no hash, and of a deal no more than a visitor sees', async () => {
    expect(JSON.parse(file).clicks).toMatchObject([
      { dealId: person.dealId, brand: 'Maison Visible' },
    ])
    expect(file).not.toMatch(
      /Locked Coat|locked-shop|Locked Shop|argon2|Hash|https:\/\/pay\.example\/page/,
    )
    const token = person.cookie.replace('session=', '')
    expect(file).not.toContain(token)
  })

  test('holds nothing of anybody else', async () => {
    const other = await plantPerson(app)
    const { body } = await app.as(person).inject({ url: '/api/privacy/download' })
    for (const word of [other.id, other.email, other.checkout.id, other.checkout.subscriptionId]) {
      expect(body).not.toContain(word)
    }
  })
})

test('a payment from the same address that nobody has claimed is told of to nobody', async () => {
  const { email, cookie } = await createPerson(app.ctx)
  const unclaimed = await payUnclaimed(app, email)
  const { body } = await app.as({ cookie }).inject({ url: '/api/privacy/download' })
  for (const id of Object.values(unclaimed)) expect(body).not.toContain(id)
  expect(JSON.parse(body)).toMatchObject({ mails: [], trials: [], checkoutLinks: [] })
  const { kept } = (await app.as({ cookie }).inject({ url: '/api/privacy' })).json()
  expect(kept.map(({ kind }: { kind: string }) => kind)).toEqual(['account', 'sessions'])
})

test('the page is told how much there is of each kind, and nothing of what there is not', async () => {
  // The other mail stays queued.
  await app.db
    .updateTable('mails')
    .set({ state: 'sent', finishedAt: new Date() })
    .where('key', '=', `welcome:${person.id}`)
    .execute()
  const { kept } = (await app.as(person).inject({ url: '/api/privacy' })).json()
  expect(
    kept.map(({ kind, count }: { kind: string; count: number }) => `${count} ${kind}`),
  ).toEqual([
    '1 account',
    '1 sessions',
    '1 browsers',
    '1 passwordResets',
    '1 emailChanges',
    '1 signUps',
    '1 confirmationLinks',
    '2 acceptances',
    '2 subscriptions',
    '2 payments',
    '1 membershipActs',
    '1 ownerReasons',
    '2 checkouts',
    '1 checkoutLinks',
    '1 trials',
    '1 clicks',
    '1 trips',
    '1 ledgerRows',
    '1 guarantees',
    '1 guaranteePayments',
    '1 guaranteeClaims',
    '1 guaranteeRefunds',
    '1 guaranteeKeys',
    '1 savedDeals',
    '1 savedFeeds',
    '1 follows',
    '1 forYouSetups',
    '1 declinedDeals',
    '1 mailChoices',
    '1 mailConsents',
    '1 mailEvents',
    '1 inboxLinks',
    '1 reports',
    '1 notices',
    '1 toldDeals',
    '1 waitingAlerts',
    '1 pushDevices',
    '1 events',
    '2 marketing',
    '1 mails',
  ])
  const nobody = await createPerson(app.ctx)
  const little = (await app.as(nobody).inject({ url: '/api/privacy' })).json()
  expect(little.kept.map(({ kind }: { kind: string }) => kind)).toEqual(['account', 'sessions'])
})

test('the same deal again at once is kept, and told apart from the ways out', async () => {
  const member = await createMember(app.ctx)
  const [one, two] = [await createDeal(app.ctx), await createDeal(app.ctx)]
  for (const { id } of [one, one, one, two]) {
    await app.as(member).inject({ url: `/api/track/deal/${id}` })
  }
  const { kept } = (await app.as(member).inject({ url: '/api/privacy' })).json()
  expect(kept.find(({ kind }: { kind: string }) => kind === 'clicks')).toMatchObject({
    count: 4,
    uncounted: 2,
  })
})

test('the page is told since when mail does not arrive, until some does', async () => {
  const { email, cookie } = await createPerson(app.ctx)
  const note = (state: 'sent' | 'refused', finishedAt: string) =>
    app.db
      .insertInto('mails')
      .values({ id: newId(), key: newId(), template: 'x', recipient: email, data: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) =>
        app.db
          .updateTable('mails')
          .set({ state, finishedAt: new Date(finishedAt) })
          .where('id', '=', id)
          .execute(),
      )
  const told = async () =>
    (await app.as({ cookie }).inject({ url: '/api/privacy' })).json().mailRefusedAt
  expect(await told()).toBeNull()
  await note('refused', '2026-11-20T10:00:00.000Z')
  expect(await told()).toBe('2026-11-20T10:00:00.000Z')
  await note('sent', '2026-11-21T10:00:00.000Z')
  expect(await told()).toBeNull()
})

test('what is read often is read no more for a while', async () => {
  const eager = await createPerson(app.ctx)
  let last = 200
  for (let asked = 0; asked < 30 && last === 200; asked += 1) {
    last = (await app.as(eager).inject({ url: '/api/privacy/download' })).statusCode
  }
  expect(last).toBe(429)
  expect(await findTraces(app.db, [eager.id])).toContain('throttles.key')
})
