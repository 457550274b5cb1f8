import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/server/config/config.ts'
import { openAdmin } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createHttp, type Http, PUBLIC_BODY_LIMIT_BYTES } from './http.ts'

const app = useTestApp()

/** A server with a route that returns what it was sent. */
let echo: Http
beforeAll(async () => {
  echo = await createHttp(readConfig({}), pino({ level: 'silent' }))
  const schema = { body: z.unknown() }
  echo.post('/api/echo', { config: { access: 'machine' }, schema }, ({ body }, reply) =>
    reply.type('application/json').serializer(JSON.stringify).send(body),
  )
})
afterAll(() => echo.close())

function post(payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/login') {
  const sent = { 'content-type': 'application/json', ...headers }
  return app.inject({ method: 'POST', url, headers: sent, payload })
}

/** What a route receives, or undefined when the body is refused. */
async function read(text: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  const answer = await echo.inject({ method: 'POST', url: '/api/echo', headers, payload: text })
  return answer.statusCode === 200 ? answer.json() : undefined
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const login = '"email":"a@b.example","password":"x"'

describe('a body that is not plain JSON is refused at once', () => {
  test.each<[string, string | Buffer]>([
    ['cut short', `{${login}`],
    ['text', 'email=a@b.example'],
    ['with a comma too many', `{${login},}`],
    ['with single quotes', "{'email':'a'}"],
    ['with something after it', `{${login}} {}`],
    ['opened 4,000 times', '['.repeat(4000)],
    ['of quotes', '\\"'.repeat(2000)],
    ['with a prototype', `{${login},"__proto__":{"isAdmin":true}}`],
    ['with a prototype in disguise', `{${login},"\\u005f_proto__":{"isAdmin":true}}`],
    ['with NUL in a text', `{"email":"a@b.example","password":"x\\u0000"}`],
    ['with NUL in a key', `{${login},"a\\u0000":1}`],
    ['with NUL far inside', `{${login},"a":${'['.repeat(1900)}"\\u0000"${']'.repeat(1900)}}`],
    ['with half a letter', `{"email":"a@b.example","password":"\\ud83d"}`],
    ['not in UTF-8', Buffer.from(`{"email":"a@b.example","password":"\xff"}`, 'latin1')],
    ['in UTF-16', Buffer.from(`{${login}}`, 'utf16le')],
  ])('%s', async (_, payload) => {
    const response = await post(payload)
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        error: 'The request is not valid JSON.',
        code: 'bad-request',
        requestId: expect.any(String),
      },
    ])
  })
})

describe('a body', () => {
  test('may be nested deep, and hold any letter and a key again', async () => {
    const text = `{"a":${nested(1000)},"b":[{"a":1},{"a":2}],"c":"{\\"c\\":1}","d":"😀\\u00e9","e":1,"e":2}`
    expect(await read(text)).toEqual(JSON.parse(text))
  })

  test.each([
    ['with a key twice', `{${login},"email":"c@d.example"}`],
    ['with a byte order mark', `\ufeff{${login}}`],
    ['nested 2,000 deep', `{${login},"a":${nested(2000)}}`],
  ])('%s is read as any program reads it', async (_, payload) => {
    expect((await post(payload)).statusCode).toBe(401)
  })

  test('that is no object is refused as what the call does not take', async () => {
    expect((await post(nested(2000))).json()).toMatchObject({ error: 'body: must be an object' })
  })

  test('that we would write ourselves is read as it was meant', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        const text = JSON.stringify(value)
        const isOdd =
          text.includes('\\u0000') ||
          text.includes('"__proto__"') ||
          !text.isWellFormed() ||
          /\\ud[89a-f]/.test(text)
        if (!isOdd) expect(await read(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('can be missing where none is needed', async () => {
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const request = { method: 'POST' as const, url: '/api/logout', headers }
      expect((await app.inject(request)).statusCode).toBe(200)
    }
    expect((await app.inject({ method: 'POST', url: '/api/login' })).statusCode).toBe(400)
  })

  test('may have 4 KB and not a byte more, packed or not', async () => {
    const full = (bytes: number) => `{${login},"x":"${'x'.repeat(bytes - 45)}"}`
    expect([full(4096).length, (await post(full(4096))).statusCode]).toEqual([4096, 401])
    expect((await post(full(4097))).json()).toMatchObject({ error: 'The request is too large.' })
    expect((await post(full(4097))).statusCode).toBe(413)
    const bomb = gzipSync(full(1_000_000))
    expect(bomb.length).toBeLessThan(4096)
    const packed = await post(bomb, { 'content-encoding': 'gzip' })
    expect([413, 415]).toContain(packed.statusCode)
    expect([400, 415]).toContain((await post('x', { 'content-encoding': 'gzip' })).statusCode)
    expect([400, 415]).toContain(
      (await post(`{${login}}`, { 'content-encoding': 'zip' })).statusCode,
    )
  })

  test('is no longer than that on any call that is for everyone or for a user', () => {
    const longer = app.http.routeTable.filter(
      ({ access, bodyLimit }) => bodyLimit > PUBLIC_BODY_LIMIT_BYTES && access !== 'admin',
    )
    expect(longer.map(({ url, access }) => [url, access])).toEqual([
      ['/api/mail/events', 'machine'],
      ['/api/stripe/webhook', 'machine'],
    ])
  })

  test('may have 32 KB where the back office is open, and is not read where it is not', async () => {
    const url = '/api/admin/deals/publish'
    const body = (bytes: number) =>
      `{"ids":["x"],"isPublished":true,"x":"${'x'.repeat(bytes - 45)}"}`
    const { cookie } = await openAdmin(app)
    const statusOf = async (bytes: number, headers = {}) =>
      (await post(body(bytes), headers, url)).statusCode
    expect(await statusOf(32_000, { cookie })).not.toBe(413)
    expect(await statusOf(33_000, { cookie })).toBe(413)
    expect(await statusOf(33_000)).toBe(401)
  })

  test('has no field that the call does not name: it can make nobody an administrator', async () => {
    const extra =
      '"isAdmin":true,"id":"x","userId":"y","createdAt":"2020-01-01","constructor":{"prototype":{"a":1}}'
    const response = await post(`{${login},${extra}}`)
    expect(response.statusCode).toBe(401)
  })
})
