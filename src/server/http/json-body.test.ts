import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { parseJsonBody } from './json-body.ts'

const app = useTestApp()

function post(payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/login') {
  const sent = { 'content-type': 'application/json', ...headers }
  return app.inject({ method: 'POST', url, headers: sent, payload })
}

/** What a route would get, or undefined when the body is refused. */
function read(text: string): unknown {
  let result: unknown
  parseJsonBody({} as never, Buffer.from(text), (error, body) => {
    result = error ? undefined : body
  })
  return result
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
    ['with a key twice', `{${login},"email":"c@d.example"}`],
    ['with a key twice, once in disguise', `{${login},"\\u0065mail":"c@d.example"}`],
    ['with a key twice further down', `{${login},"a":[{"b":1,"c":{"b":2},"b":3}]}`],
    ['with a byte order mark', `\ufeff{${login}}`],
    ['nested 21 deep', `{${login},"a":${nested(20)}}`],
    ['nested 15,000 deep', nested(15_000)],
    ['opened 30,000 times', '['.repeat(30_000)],
    ['of quotes', '\\"'.repeat(16_000)],
    ['with a prototype', `{${login},"__proto__":{"isAdmin":true}}`],
    ['with a prototype in disguise', `{${login},"\\u005f_proto__":{"isAdmin":true}}`],
    ['with NUL in a text', `{"email":"a@b.example","password":"x\\u0000"}`],
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
  test('may be nested 20 deep, repeat a key in another object and hold any letter', () => {
    const text = `{"a":${nested(19)},"b":[{"a":1},{"a":2}],"c":"{\\"c\\":1,\\"c\\":2}","d":"😀\\u00e9"}`
    expect(read(text)).toEqual(JSON.parse(text))
  })

  test('that we would write ourselves is read as it was meant', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value)
        const isOdd =
          text.includes('\\u0000') || text.includes('"__proto__"') || !text.isWellFormed()
        if (!isOdd) expect(read(text)).toEqual(JSON.parse(text))
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

  test('may have 32 KB and not a byte more, packed or not', async () => {
    const full = (bytes: number) => `{${login},"x":"${'x'.repeat(bytes - 45)}"}`
    expect([full(32_768).length, (await post(full(32_768))).statusCode]).toEqual([32_768, 401])
    expect((await post(full(32_769))).json()).toMatchObject({ error: 'The request is too large.' })
    expect((await post(full(32_769))).statusCode).toBe(413)
    const bomb = gzipSync(full(10_000_000))
    expect(bomb.length).toBeLessThan(20_000)
    const packed = await post(bomb, { 'content-encoding': 'gzip' })
    expect([413, 415]).toContain(packed.statusCode)
    expect([400, 415]).toContain((await post('x', { 'content-encoding': 'gzip' })).statusCode)
    expect([400, 415]).toContain(
      (await post(`{${login}}`, { 'content-encoding': 'zip' })).statusCode,
    )
  })

  test('has no field that the call does not name: it can make nobody an administrator', async () => {
    const extra =
      '"isAdmin":true,"id":"x","userId":"y","createdAt":"2020-01-01","constructor":{"a":1}'
    const response = await post(`{${login},${extra}}`)
    expect(response.statusCode).toBe(401)
  })
})
