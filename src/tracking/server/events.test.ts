import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { STORED_EVENTS } from '#app/tracking/tracking.contract.ts'
import { createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { askInTurn } from '#test/tracking/use-measured-app.ts'
import { purgeOldEvents } from './tracking.ts'

const app = useTestApp()

beforeEach(async () => {
  await app.db.deleteFrom('events').execute()
  await app.db.deleteFrom('throttles').execute()
})

function report(payload: unknown, { cookie = '', ip = '203.0.113.1' } = {}) {
  const request = { method: 'POST' as const, url: '/api/log-event', remoteAddress: ip }
  const headers = { 'content-type': 'application/json' }
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return app.as({ cookie }).inject({ ...request, headers, payload: text })
}

const events = () => app.db.selectFrom('events').select(['type', 'data', 'userId']).execute()

describe('an event that a page reports', () => {
  test.each(STORED_EVENTS)('%s is kept', async (eventType) => {
    const response = await report({ eventType, eventData: { dealId: 'abc', path: '/sign-in' } })
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    expect(await events()).toEqual([
      { type: eventType, data: { dealId: 'abc', path: '/sign-in' }, userId: null },
    ])
  })

  test.each(['visit-home', 'visit-daily-deals', 'visit-account', 'visit-forgot-password'])(
    '%s is taken and not kept',
    async (eventType) => {
      expect((await report({ eventType })).json()).toEqual({ success: true })
      expect(await events()).toEqual([])
    },
  )

  test('is linked to the session, not to whom the page names', async () => {
    const { id, cookie } = await createPerson(app.ctx)
    const named = { userId: 'somebody', eventData: { userId: 'somebody', email: 'a@b.example' } }
    await report({ eventType: 'logout', ...named }, { cookie })
    expect(await events()).toEqual([{ type: 'logout', data: {}, userId: id }])
  })

  test.each([
    { eventType: 'purchase' },
    { eventType: 'VISIT-SIGN-IN' },
    { eventType: ['sign-in'] },
    { eventType: '__proto__' },
    { eventType: 'sign-in', eventData: 'text' },
    { eventType: 'sign-in', eventData: { path: 1 } },
    { eventType: 'sign-in', eventData: { path: 'x'.repeat(201) } },
    { eventType: 'sign-in', eventData: { dealId: 'nul \0 in it' } },
    { eventType: 'sign-in', eventData: { dealId: 'half a pair \ud83d' } },
    {},
    [],
    null,
    'sign-in',
  ])('is refused as %j', async (payload) => {
    const response = await report(payload)
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad-request'])
    expect(await events()).toEqual([])
  })

  test('is refused beyond 4 KB', async () => {
    const event = (length: number) => `{"eventType":"logout","x":"${'x'.repeat(length - 29)}"}`
    expect(event(4096)).toHaveLength(4096)
    expect((await report(event(4096))).statusCode).toBe(200)
    const response = await report(event(4097))
    expect([response.statusCode, response.json().error]).toEqual([413, 'The request is too large.'])
    expect(await events()).toHaveLength(1)
  })

  test('is refused past sixty a minute from one network, and taken again after it', async () => {
    const answers = await askInTurn(app, 70, () => report({ eventType: 'sign-in' }))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect([refused.length, (await events()).length]).toEqual([10, 60])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await report({ eventType: 'sign-in' }, { ip: '203.0.113.2' })).statusCode).toBe(200)

    await sql`update throttles set expire = expire - 60000`.execute(app.db)
    expect((await report({ eventType: 'sign-in' })).statusCode).toBe(200)
  })

  test('is forgotten after ninety days', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    for (const days of [0, 89, 91]) {
      app.setNow(new Date(now - days * 86_400_000))
      await report({ eventType: 'sign-in', eventData: { path: `${days}` } })
    }
    app.setNow(new Date(now))
    await purgeOldEvents(app.ctx)
    app.setNow(undefined)
    expect((await events()).map(({ data }) => data.path)).toEqual(['0', '89'])
  })
})
