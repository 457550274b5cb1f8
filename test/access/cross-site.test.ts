import { beforeAll, describe, expect, test } from 'vitest'
import { openStandIns } from '#app/stand-ins.ts'
import { ADMIN_PASSWORD, openAdmin } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { allCalls, type Call, DEAL_ID, isChange, UNPUBLISHED_ID } from './all-calls.ts'
import { readRecords } from './records.ts'

const app = useTestApp({
  hasPages: true,
  environment: { ADMIN_PASSWORD, DEMO: '1' },
  extend: (http, ctx) => {
    const standIns = openStandIns(http, ctx)
    http.addHook('onClose', () => standIns.stop())
  },
})
const OWN = 'http://localhost:3000'
let changes: Call[]
/** The cookies of somebody who may do everything: a member who has opened the back office. */
let everything: Record<string, string>
beforeAll(async () => {
  await createDeal(app.ctx, { id: DEAL_ID })
  await createDeal(app.ctx, { id: UNPUBLISHED_ID, isPublished: false })
  changes = allCalls(app.http).filter((call) => isChange(call) && call.access !== 'machine')
  expect(changes.length).toBeGreaterThan(20)
  const [admin, member] = [await openAdmin(app), await createMember(app.ctx)]
  everything = { cookie: `${member.cookie}; ${admin.cookie}`, ...admin.csrf }
})

/** Sends the call without the headers that the test browser adds by itself. */
function send({ method, url, body }: Call, headers: Record<string, string>, payload?: string) {
  const sent = payload ?? body.payload
  return app.http.inject({
    method: method as 'POST',
    url,
    headers: { ...everything, ...body.headers, ...headers },
    ...(sent === undefined ? {} : { payload: sent }),
  })
}

describe('a change', () => {
  test.each<[string, Record<string, string>]>([
    ['that does not say where it comes from', {}],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sister site', { 'sec-fetch-site': 'same-site' }],
    ['typed in by hand', { 'sec-fetch-site': 'none' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from a sandboxed page', { origin: 'null' }],
    ['from an origin that starts like ours', { origin: `${OWN}.evil.example` }],
    [
      'from elsewhere, by the better of two witnesses',
      { 'sec-fetch-site': 'cross-site', origin: OWN },
    ],
  ])('%s is refused with every cookie there is, and nothing is changed', async (_, headers) => {
    const before = await readRecords(app.db)
    for (const call of changes) {
      const response = await send(call, headers)
      expect([response.statusCode, response.json().code], call.name).toEqual([403, 'cross-site'])
      expect(response.headers, call.name).not.toHaveProperty('set-cookie')
    }
    expect(await readRecords(app.db)).toEqual(before)
  })

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('that came as %s, as a form on any page can send it, is not taken', async (type) => {
    const before = await readRecords(app.db)
    // Pages and the sandboxes accept plain forms, so that they work before scripts have loaded.
    for (const call of changes.filter(({ url }) => url.startsWith('/api/'))) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type, 'x-csrf-token': '' }
      const response = await send(call, headers, '{"password":"the-back-office-1","name":"x"}')
      const said = [response.statusCode, response.json().code].join(' ')
      // Routes that accept files need the token, which no other site can know.
      expect(said, call.name).toMatch(/^(415 |403 csrf$)/)
    }
    expect(await readRecords(app.db)).toEqual(before)
  })

  test('that brings files needs the token of this very browser', async () => {
    const other = await openAdmin(app)
    const before = await readRecords(app.db)
    const files = changes.filter(({ body }) => JSON.stringify(body.headers)?.includes('multipart'))
    for (const token of ['', 'x', 'a'.repeat(43), other.csrf['x-csrf-token'] ?? '']) {
      for (const call of files) {
        const headers = { 'sec-fetch-site': 'same-origin', 'x-csrf-token': token }
        const response = await send(call, headers)
        expect([response.statusCode, response.json().code], call.name).toEqual([403, 'csrf'])
      }
    }
    expect(await readRecords(app.db)).toEqual(before)
  })
})
