import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp, type Http } from '#app/server/http/http.ts'
import { createLog } from '#app/server/log.ts'
import { openStandIns, type StandIns } from '#app/stand-ins.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import {
  allCalls,
  askAs,
  type Call,
  DEAL_ID,
  isChange,
  outcomeOf,
  UNPUBLISHED_ID,
} from './all-calls.ts'
import { createRoles, openAs, type Role } from './people.ts'
import { readRecords } from './records.ts'

let standIns: StandIns | undefined
const app = useTestApp({
  hasPages: true,
  environment: { ADMIN_PASSWORD, DEMO: '1' },
  extend: (http, ctx) => {
    standIns = openStandIns(http, ctx)
    http.addHook('onClose', () => standIns?.stop())
  },
})
let calls: Call[]
let roles: Role[]
let since: Date
beforeAll(async () => {
  await createDeal(app.ctx, { id: DEAL_ID })
  await createDeal(app.ctx, { id: UNPUBLISHED_ID, isPublished: false })
  roles = await createRoles(app)
  since = new Date()
  calls = allCalls(app.http)
  expect(calls.length).toBeGreaterThan(150)
})

const role = (name: string) => roles.find((each) => each.name === name) as Role
const withAccess = (access: Call['access']) => calls.filter((call) => call.access === access)

const ask = (who: Role, call: Call, headers = {}) => askAs(app, who, call, headers)

describe('every route says for whom it is', () => {
  const silent = createLog({ log: { level: 'silent' } })
  const bare = () => createHttp(readConfig({ NODE_ENV: 'test' }), silent)

  test('and one that does not is refused when it is added', async () => {
    const http = await bare()
    expect(() => http.get('/planted', () => 'open')).toThrow('GET /planted does not say')
    const part = http.register(async (routes: Http) => {
      routes.post('/planted', () => 'open')
    })
    await expect(Promise.resolve(part)).rejects.toThrow('POST /planted does not say')
  })

  test('or its part does, for itself alone', async () => {
    const http = await bare()
    await http.register(async (files: Http) => {
      files.decorate('accessOfAll', 'everyone')
      files.get('/file', () => 'open')
    })
    expect(() => http.get('/planted', () => 'open')).toThrow('does not say')
    expect(http.routeTable).toContainEqual(
      expect.objectContaining({ method: 'GET', url: '/file', access: 'everyone' }),
    )
    await http.close()
  })

  test('what the back office reads and whatever changes a deal is for the administrator', () => {
    // Routes for getting in.
    const everyones = new Set([
      ...['GET', 'HEAD', 'POST'].map((method) => `${method} /api/admin/session`),
      ...['sign-in', 'sign-in/factor', 'invitation', 'invitation/take'].map(
        (call) => `POST /api/admin/${call}`,
      ),
    ])
    for (const { name, method, url, access } of calls) {
      const isOffice = url.startsWith('/api/admin/') && !everyones.has(name)
      const changesDeals = isChange({ method }) && url.startsWith('/api/deals')
      if (isOffice || changesDeals) expect(access, name).toBe('admin')
    }
    expect(withAccess('admin').length).toBeGreaterThanOrEqual(5)
  })

  test('only programs that prove themselves are not held to a browser’s rules', () => {
    const names = withAccess('machine').map(({ name }) => name)
    expect(names.filter((name) => !/ \/v1\//.test(name)).toSorted()).toEqual([
      'POST /api/mail/events',
      'POST /api/stripe/webhook',
      // Plays the browser makers' push services; its bodies are encrypted, so only a browser can open them.
      'POST /sandbox/push/send/:id',
      'POST /unsubscribe/:token',
    ])
  })
})

describe('a route for the administrator', () => {
  test('is refused to everybody else, whatever they send, and nothing changes', async () => {
    const before = await readRecords(app.db)
    for (const each of roles.filter(({ isAdmin }) => !isAdmin)) {
      for (const call of withAccess('admin')) {
        const response = await ask(each, call)
        const said = call.method === 'HEAD' ? '401' : '401 admin-required'
        expect(outcomeOf(response), `${each.name}: ${call.name}`).toBe(said)
        expect(response.headers).not.toHaveProperty('set-cookie')
      }
    }
    expect(await readRecords(app.db)).toEqual(before)
  })

  test('is refused before its body is read', async () => {
    for (const call of withAccess('admin').filter(isChange)) {
      const response = await app.inject({
        method: call.method as 'POST',
        url: call.url,
        headers: { 'content-type': 'application/json', 'content-length': '999999999' },
        payload: '{',
      })
      expect(outcomeOf(response), call.name).toBe('401 admin-required')
    }
  })

  test('is known as such however its address is written', async () => {
    for (const { method, url } of withAccess('admin').filter(({ url }) => !url.includes('?'))) {
      for (const address of [
        url.replace('/api/', '/%61pi/'),
        url.replace('/api/', '//api/'),
        url.replace('/api/', '/./api/'),
        url.replace('/api/', '/API/'),
        `${url}/`,
        `${url};x=1`,
        `${url}%00`,
        `http://localhost:3000${url}`,
      ]) {
        const response = await app.inject({ method: method as 'POST', url: address })
        expect([401, 404, 400, 405], `${method} ${address}`).toContain(response.statusCode)
      }
    }
  })

  test('answers the administrator', async () => {
    for (const call of withAccess('admin').filter(({ method }) => method === 'GET')) {
      const response = await ask(role('administrator'), call)
      expect([200, 404, 400], `${call.name}: ${response.body.slice(0, 200)}`).toContain(
        response.statusCode,
      )
      expect(response.headers['cache-control'], call.name).toMatch(/^private, no-(store|cache)$/)
    }
  })

  test('is there by its own methods only, whatever a header says', async () => {
    const before = await readRecords(app.db)
    const urls = new Set(withAccess('admin').map(({ url }) => url))
    for (const url of urls) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
        if (calls.some((call) => call.url === url && call.method === method)) continue
        const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
        const call = { name: '', method, url, access: 'admin' as const, roles: [], body: {} }
        const response = await ask(role('administrator'), call, headers)
        // By another method, `/api/admin/deals/filters` is a deal of that name.
        expect([400, 404, 405, 415], `${method} ${url}`).toContain(response.statusCode)
      }
    }
    expect(await readRecords(app.db)).toEqual(before)
  })
})

test('a route for whoever is signed in is for nobody else', async () => {
  const users = withAccess('user')
  expect(users.length).toBeGreaterThanOrEqual(8)
  for (const each of roles) {
    for (const call of users.filter(({ method }) => method !== 'HEAD')) {
      const said = outcomeOf(await ask(each, call))
      if (each.isSignedIn) expect(said, `${each.name}: ${call.name}`).not.toMatch(/^401/)
      else expect(said, `${each.name}: ${call.name}`).toBe('401 sign-in-required')
    }
  }
})

test('a route for everyone asks nobody who they are', async () => {
  for (const call of withAccess('everyone')) {
    // Who may call it depends on the deal.
    if (call.url.startsWith('/api/track/deal/')) continue
    const said = outcomeOf(await ask(role('visitor'), call))
    expect(said, call.name).not.toMatch(/admin-required|sign-in-required/)
  }
})

test('asking changes nothing, whoever asks', async () => {
  // Freezes the clock however long the run takes: a session stores the minute of its last use.
  app.setNow(since)
  const before = await readRecords(app.db)
  for (const each of [role('visitor'), role('member'), role('administrator')]) {
    for (const call of calls.filter((call) => ['GET', 'HEAD'].includes(call.method))) {
      // The way out to a retailer counts its own click.
      if (!call.url.startsWith('/api/track/') && call.access !== 'machine') await ask(each, call)
    }
  }
  expect(await readRecords(app.db)).toEqual(before)
  app.setNow(undefined)
})

test('no answer may be shown inside a page of somebody else', async () => {
  for (const each of [role('visitor'), role('administrator')]) {
    for (const call of calls.filter(({ url }) => !/^\/(v1|sandbox|ndc-images)\//.test(url))) {
      if (call.name === 'DELETE /api/admin/session' || isChange(call)) continue
      const { headers } = await ask(each, call)
      expect(headers['content-security-policy'], call.name).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options'], call.name).toBe('nosniff')
    }
  }
})

test('a route for the administrator is for the roles that it says, and for owners', async () => {
  for (const name of ['owner', 'curator', 'analyst'] as const) {
    for (const call of withAccess('admin')) {
      // One session per call, because one of the calls ends it.
      const person = await openAs(app, name)
      const response = await ask({ ...role('administrator'), ...person }, call)
      const isFor = name === 'owner' || call.roles.includes(name)
      const said = call.method === 'HEAD' ? '403' : '403 not-your-role'
      const what = `${name}: ${call.name} ${response.body.slice(0, 100)}`
      expect(outcomeOf(response) === said, what).toBe(!isFor)
    }
  }
})
