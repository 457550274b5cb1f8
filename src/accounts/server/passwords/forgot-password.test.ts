import { beforeEach, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#test/support/factories.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { createPasswordReset } from './password-reset.ts'

const app = useUnthrottledApp({ environment: { TRUST_PROXY: '1' } })

let person: Person
beforeEach(async () => {
  person = await createPerson(app.ctx)
})

function forgot(email: unknown, { ip = '203.0.113.9', headers = {} } = {}) {
  return app.inject({
    method: 'POST',
    url: '/api/forgot-password',
    payload: { email },
    headers: { 'x-forwarded-for': ip, ...headers },
  })
}

describe('forgetting a password', () => {
  test('is answered alike for every address, with or without an account', async () => {
    const told = async (email: string, ip: string) => {
      const { statusCode, body, headers } = await forgot(email, { ip })
      const { date, ...others } = headers
      return { statusCode, body, headers: others }
    }
    const [mine, nobodys] = [
      await told(person.email, '192.0.2.1'),
      await told('nobody@example.com', '192.0.2.2'),
    ]
    expect([mine.statusCode, mine.body]).toEqual([200, '{"success":true}'])
    expect(nobodys).toEqual(mine)
  })

  // Whether the address has an account is only looked up when the mail is sent.
  test('does the same work for every address', async () => {
    await forgot(person.email)
    await forgot('nobody2@example.com')
    const promised = [
      ...(await mailsTo(app.ctx, person.email)),
      ...(await mailsTo(app.ctx, 'nobody2@example.com')),
    ].map(({ to: _, ...others }) => others)
    expect(promised).toEqual(Array(2).fill({ template: 'password-reset', data: {} }))
    expect(await createPasswordReset(app.ctx, 'nobody2@example.com')).toBeUndefined()
    expect(await app.db.selectFrom('passwordResets').selectAll().execute()).toEqual([])
  })

  test('brings three mails an hour to an address, and the answer stays the same', async () => {
    const answers = []
    for (let tries = 0; tries < 50; tries += 1) {
      const { statusCode, body } = await forgot(person.email, { ip: `10.1.${tries}.1` })
      answers.push(`${statusCode} ${body}`)
    }
    expect(new Set(answers)).toEqual(new Set(['200 {"success":true}']))
    expect(await mailsTo(app.ctx, person.email)).toHaveLength(3)
  })

  test('brings ten mails an hour from a network', async () => {
    const addresses = Array.from({ length: 15 }, (_, index) => `someone${index}@mails.test`)
    for (const address of addresses) expect((await forgot(address)).statusCode).toBe(200)
    const mails = await Promise.all(addresses.map((address) => mailsTo(app.ctx, address)))
    expect(mails.flat()).toHaveLength(10)
  })

  test('brings ten times as many from a whole /48, and no more', async () => {
    const [first, second, third] = ['w1@mails.test', 'w2@mails.test', 'w3@mails.test'] as const
    await forgot(first, { ip: '2001:db8:7:1::1' })
    await app.db
      .updateTable('throttles')
      .set({ points: 100 })
      .where('key', '=', 'reset-wider-network:2001:db8:7')
      .execute()
    await forgot(second, { ip: '2001:db8:7:2::1' })
    await forgot(third, { ip: '2001:db8:8:1::1' })
    const mails = [first, second, third].map(async (to) => (await mailsTo(app.ctx, to)).length)
    expect(await Promise.all(mails)).toEqual([1, 0, 1])
  })

  test('puts the mail to the one normal form of the address', async () => {
    await forgot(`  ${person.email.toUpperCase()} `)
    expect(await mailsTo(app.ctx, person.email)).toHaveLength(1)
  })

  test.each([
    'ada',
    '',
    undefined,
    'a@b.c\r\nBcc:x@example.com',
    'a@example.com,b@example.com',
    'Ada <ada@example.com>',
    `${'a'.repeat(250)}@example.com`,
    ['ada@example.com'],
  ])('%j is no address to write to', async (email) => {
    const response = await forgot(email)
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: 'Please enter a valid email address' },
    ])
  })

  test.each([
    { host: 'evil.example' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'http', forwarded: 'host=evil.example' },
    { origin: 'https://evil.example', referer: 'https://evil.example/x' },
  ])('nothing of the request with %j gets into the mail', async (headers) => {
    await forgot(person.email, { headers })
    const mails = await app.db.selectFrom('mails').selectAll().execute()
    expect(mails.length).toBeGreaterThan(0)
    expect(JSON.stringify(mails)).not.toContain('evil')
  })
})
