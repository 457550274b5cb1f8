import { afterAll, describe, expect, test } from 'vitest'
import { createDeal, createMember, PASSWORD } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { TRUST_PROXY: '1' } })
const IP = '203.0.113.77'
const secrets: string[] = [IP, PASSWORD, 'Canary']

/** Everything that happens on a busy day: successful, refused and failing requests. */
async function useTheClub() {
  const member = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx, { productName: 'Canary clutch' })
  const headers = { 'x-forwarded-for': IP, referer: 'https://canary-referer.example/Canary' }
  const as = (cookie: string, method: 'GET' | 'POST' | 'HEAD', url: string, payload?: object) =>
    app.as({ cookie }).inject({
      method,
      url,
      headers,
      remoteAddress: '198.51.100.8',
      ...(payload ? { payload } : {}),
    })

  const { email } = member
  const login = await as('', 'POST', '/api/login', { email, password: PASSWORD })
  const tokens = login.cookies.map((cookie) => cookie.value)
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  secrets.push(email, ...tokens, member.cookie.slice('session='.length))
  for (let tries = 0; tries < 7; tries += 1) {
    await as('', 'POST', '/api/login', { email, password: 'Canary-wrong' })
  }
  await as('', 'POST', '/api/login', { email: 'Canary', password: 'Canary' })
  await as('', 'POST', '/api/login?token=Canary', { email: 'Canary@' })
  for (const url of [
    '/api/user',
    '/api/deals?q=Canary',
    `/api/deals/${id}?token=Canary`,
    `/api/track/deal/${id}`,
  ]) {
    for (const method of ['GET', 'HEAD'] as const) await as(cookie, method, url)
  }
  for (const url of [
    '/Canary',
    '/api/Canary?a=Canary',
    '/%/Canary',
    `/api/deals/${'Canary'.repeat(50)}`,
  ]) {
    await as(cookie, 'GET', url)
  }
  await as(cookie, 'POST', '/api/log-event', {
    eventType: 'sign-in',
    eventData: { path: '/Canary' },
  })
  await as(cookie, 'POST', '/api/log-event', { eventType: 'Canary' })
  await as(cookie, 'POST', '/api/logout')
  return id
}

describe('the log', () => {
  const used = { id: '' }
  test('names neither people nor what they sent, asked for or may see', async () => {
    used.id = await useTheClub()
    expect(app.logLines.length).toBeGreaterThan(20)
    const log = app.logLines.join('')
    expect(secrets.filter((secret) => log.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
    expect(log).not.toMatch(/@|cookie|authorization|user-agent|Firefox|198\.51\.100\.8|\?/i)
  })

  test('names the route, not the address, and is one JSON object a line with each name once', async () => {
    expect(app.logLines.join('')).not.toContain(used.id)
    for (const line of app.logLines) {
      const names = [...line.matchAll(/[{,]"(\w+)":/g)].map(([, name]) => name)
      expect(new Set(names).size, line).toBe(names.length)
      expect(JSON.parse(line), line).toMatchObject({
        level: expect.any(String),
        time: expect.any(String),
      })
    }
    const answered = app.logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'answered')
    expect(answered).toContainEqual(
      expect.objectContaining({ level: 'info', method: 'POST', route: '/api/login', status: 401 }),
    )
    expect(answered).toContainEqual(
      expect.objectContaining({
        level: 'debug',
        method: 'GET',
        route: '/api/deals/:dealId',
        status: 200,
      }),
    )
  })

  test('has no line that a line break in an address could forge', async () => {
    const before = app.logLines.length
    await app.inject({ url: '/api/deals/%0a{"level":"error","msg":"forged"}' })
    await app.inject({ url: '/api/deals', headers: { 'user-agent': 'a\n{"msg":"forged"}' } })
    const lines = app.logLines.slice(before)
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
    expect(lines.join('')).not.toContain('forged')
  })
})

afterAll(() => expect(new Set(secrets).size).toBeGreaterThanOrEqual(6))
