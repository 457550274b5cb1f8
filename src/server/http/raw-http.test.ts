import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

let port: number
beforeAll(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
})

/** Sends bytes as they are and returns everything that came back until the connection was closed. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += chunk
  return answer
}

const HOST = 'Host: localhost\r\nConnection: close\r\n'

describe('bytes that are not a proper request', () => {
  test.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    [
      'two lengths',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
    ],
    [
      'a length and chunks, by which one request can hide in another',
      `POST /api/login HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'a header with a line of its own',
      `GET /api/deals HTTP/1.1\r\n${HOST}X: a\r\n b: c\0\r\n\r\n`,
      400,
    ],
    [
      'a header of 100 KB',
      `GET /api/deals HTTP/1.1\r\n${HOST}X: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
    ],
    ['no host', 'GET /api/deals HTTP/1.1\r\n\r\n', 400],
    ['two hosts', `GET /api/deals HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`, 400],
    ['the same host twice', `GET / HTTP/1.1\r\n${HOST}host: localhost\r\n\r\n`, 400],
    ...['evil.example', 'localhost.evil.example', 'localhost@evil.example', '', ' '].map(
      (name): [string, string, number] => [
        `the host ${JSON.stringify(name)}`,
        `GET /api/deals HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
        421,
      ],
    ),
    ['a method of their own', `BREW /api/deals HTTP/1.1\r\n${HOST}\r\n`, 400],
  ])('%s is refused', async (_, text, status) => {
    const answer = await sendRaw(text)
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(answer).not.toMatch(/node_modules|HPE_|Parse Error|at .+:\d+/)
  })

  test('gets the same kind of answer as everything else', async () => {
    const [head = '', body = ''] = (await sendRaw('nonsense\r\n\r\n')).split('\r\n\r\n')
    expect(head).toContain('content-type: application/json; charset=utf-8')
    expect(head).toContain("default-src 'none'")
    expect(JSON.parse(body)).toEqual({
      error: 'The request is not valid.',
      code: 'bad-request',
      requestId: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })
})

test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:3000', '[::1]:3000', '192.0.2.7'])(
  'the host %s is one of ours',
  async (name) => {
    const text = `GET /api/deals HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`
    expect(await sendRaw(text)).toMatch(/^HTTP\/1\.1 200/)
  },
)

test('whoever watches the process may call it what they like', async () => {
  const text = 'GET /healthz HTTP/1.1\r\nHost: pod-7\r\nConnection: close\r\n\r\n'
  expect(await sendRaw(text)).toMatch(/^HTTP\/1\.1 200/)
})

describe('methods that nobody needs', () => {
  test.each(['TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'QUERY', 'LINK'])(
    '%s does nothing',
    async (method) => {
      const answer = await sendRaw(
        `${method} /api/deals HTTP/1.1\r\n${HOST}Sec-Fetch-Site: same-origin\r\nX: canary\r\n\r\n`,
      )
      expect(answer).not.toContain('canary')
      if (answer !== '') expect(['400', '403', '404', '405', '501']).toContain(answer.slice(9, 12))
    },
  )
})

describe('an address with a host in it', () => {
  const ask = (target: string, headers = '') =>
    sendRaw(`GET ${target} HTTP/1.1\r\n${HOST}${headers}\r\n`)

  test('leads to the same call and through the same guard', async () => {
    expect(await ask('http://evil.example/api/deals')).toMatch(/^HTTP\/1\.1 200/)
    const foreign = await ask('http://evil.example/api/deals', 'Sec-Fetch-Site: cross-site\r\n')
    expect(foreign).toMatch(/^HTTP\/1\.1 403/)
    expect(foreign).not.toContain('evil.example')
  })

  test.each([
    'http://[/',
    '//',
    '//evil.example',
    '/\\evil.example',
    '*',
    'http://',
    '/api/deals#x',
    '/?%',
  ])('%s is never a bug of ours', async (target) => {
    const answer = await ask(target)
    expect(answer).toMatch(/^HTTP\/1\.1 [24]\d\d/)
    expect(answer).not.toContain('evil')
  })
})
