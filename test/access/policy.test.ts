import { readFileSync, writeFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp } from '#app/server/http/http.ts'
import { policyOf, type RoutePolicy } from '#app/server/http/policy.rules.ts'
import { createLog } from '#app/server/log.ts'
import { ADMIN_PASSWORD, openAdmin } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { allCalls, type Call, DEAL_ID, isChange, UNPUBLISHED_ID } from './all-calls.ts'
import { policyTable } from './policy-table.ts'

/** As in production: with pages and without sandboxes. */
const app = useTestApp({ hasPages: true, environment: { ADMIN_PASSWORD } })
const PAGE = 'docs/security.md'
const CLOSING = '/api/admin/session'
const [BEGIN, END] = ['<!-- routes -->', '<!-- /routes -->']

let admin: string
let calls: Array<Call & { policy: RoutePolicy }>
beforeAll(async () => {
  await createDeal(app.ctx, { id: DEAL_ID })
  await createDeal(app.ctx, { id: UNPUBLISHED_ID, isPublished: false })
  const policies = app.http.routeTable.map(policyOf)
  calls = allCalls(app.http).map((call, n) => ({ ...call, policy: policies[n] as RoutePolicy }))
  admin = (await openAdmin(app)).cookie
})

/** Returns a new member each time who has opened the back office and so may do everything. */
async function everything() {
  const { cookie } = await createMember(app.ctx)
  return { cookie: `${cookie}; ${admin}`, 'sec-fetch-site': 'same-origin' }
}

const send = ({ method, url }: Call, options: Pick<InjectOptions, 'headers' | 'payload'>) =>
  app.http.inject({ method: method as 'POST', url, ...options })

test('docs/security.md shows what is held against every route', () => {
  const table = policyTable(app.http.routeTable)
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(BEGIN)
  const [shown = '', after = ''] = rest.split(END)
  if (process.env.RENEW === '1') {
    writeFileSync(PAGE, `${before}${BEGIN}\n\n${table}\n\n${END}${after}`)
    return
  }
  expect(shown.trim(), 'Routes have changed: `RENEW=1 npm test -- access/policy`').toBe(table)
})

describe('an answer', () => {
  test('may be kept by others only where its route says so, whoever asks', async () => {
    for (const headers of [{}, await everything()]) {
      for (const call of calls.filter(({ method }) => ['GET', 'HEAD'].includes(method))) {
        const response = await send(call, { headers })
        const said = String(response.headers['cache-control'])
        if (call.policy.keeping === 'nobody' || response.statusCode >= 400) {
          expect(said, call.name).toMatch(/^private, no-(store|cache)/)
        } else expect(said, call.name).toMatch(/^public, max-age=\d+/)
      }
    }
  })

  test('that may be kept is the same for everybody, and gives nobody a cookie', async () => {
    const kept = calls.filter(({ policy, method }) => {
      return policy.keeping === 'everybody' && method === 'GET'
    })
    expect(kept.length).toBeGreaterThan(8)
    for (const call of kept) {
      const anybody = await send(call, {})
      if (anybody.statusCode >= 400) continue
      const member = await send(call, { headers: await everything() })
      expect(member.rawPayload.equals(anybody.rawPayload), call.name).toBe(true)
      expect(member.headers, call.name).not.toHaveProperty('set-cookie')
    }
  })

  test('of a route that does not say so is kept by nobody, whatever its handler says', async () => {
    const http = await createHttp(readConfig({}), createLog({ log: { level: 'silent' } }))
    const isPublic = { 'cache-control': 'public, max-age=600' }
    http.get('/a', { config: { access: 'everyone' } }, (_request, reply) =>
      reply.headers(isPublic).send('a'),
    )
    const config = { access: 'everyone', keeping: 'everybody' } as const
    http.get('/b', { config }, (_request, reply) => reply.headers(isPublic).send('b'))
    http.get('/c', { config }, (_request, reply) => reply.code(404).headers(isPublic).send('c'))
    const said = await Promise.all(
      ['/a', '/b', '/c'].map(async (url) => (await http.inject(url)).headers['cache-control']),
    )
    await http.close()
    expect(said).toEqual(['private, no-store', 'public, max-age=600', 'private, no-store'])
  })
})

describe('a change', () => {
  beforeEach(async () => {
    admin = (await openAdmin(app)).cookie
  })
  /** The call that closes the back office comes last. */
  const changes = () =>
    calls.filter(isChange).toSorted((a, b) => Number(a.url === CLOSING) - Number(b.url === CLOSING))

  test('needs the token of this browser exactly where its route says so', async () => {
    const asked: string[] = []
    for (const call of changes().filter(({ policy }) => policy.proof !== 'signature')) {
      const { headers, payload } = call.body
      const response = await send(call, {
        headers: { ...(await everything()), ...headers, 'x-csrf-token': 'x'.repeat(43) },
        ...(payload === undefined ? {} : { payload }),
      })
      const isRefused = response.statusCode === 403 && response.json().code === 'csrf'
      if (isRefused) asked.push(call.name)
    }
    const needing = changes().filter(({ policy }) => policy.proof === 'same origin, token')
    expect(asked).toEqual(needing.map(({ name }) => name))
    expect(asked.length).toBeGreaterThanOrEqual(5)
  })

  test('takes no more than its route says', async () => {
    const small = changes().filter(({ policy: { body } }) => body === 'JSON' || body === 'form')
    expect(small.length).toBeGreaterThan(40)
    for (const call of small) {
      const { body, bodyLimit } = call.policy
      const type = body === 'JSON' ? 'application/json' : 'application/x-www-form-urlencoded'
      const filled = (bytes: number) =>
        body === 'JSON' ? `{"x":"${'x'.repeat(bytes - 8)}"}` : `x=${'x'.repeat(bytes - 2)}`
      const response = await send(call, {
        headers: { ...(await everything()), 'content-type': type },
        payload: filled(bodyLimit + 1),
      })
      expect(response.statusCode, call.name).toBe(413)
    }
  })
})
