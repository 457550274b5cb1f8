import { connect } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person } from '#test/support/factories.ts'
import { hangUpAll, isAlive, listen, newAddress, portOf, refusal } from '#test/support/sockets.ts'
import { useTestApp } from '#test/support/test-app.ts'

// Behind one proxy of ours, so that a test can come from any address.
const app = useTestApp({ environment: { TRUST_PROXY: '1', PUBLIC_URL: 'http://club.test:8080' } })
afterEach(hangUpAll)

let person: Person
beforeAll(async () => {
  person = await createPerson(app.ctx)
})

describe('a handshake', () => {
  test.each([
    ['', 'no origin'],
    ['null', 'a sandboxed frame'],
    ['http://evil.test', 'another site'],
    ['http://club.test:8080.evil.test', 'a longer name'],
    ['http://club.test:808', 'a shorter name'],
    ['http://club.test', 'another port'],
    ['https://club.test:8080', 'another scheme'],
    ['http://shop.club.test:8080', 'a name below ours'],
    ['http://club.test:8080/', 'a path'],
    ['http://club.test:8080, http://evil.test', 'two at once'],
  ])('from %s, which is %s, is refused', async (origin) => {
    const { cookie } = person
    expect(await refusal(app, { cookie, origin, headers: newAddress() })).toBe(403)
  })

  test('is refused in words, with the headers of every answer', async () => {
    const socket = connect(await portOf(app), '127.0.0.1')
    socket.write(handshake('/ws?userId=1', 'http://evil.test'))
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/)
    expect(answer).toContain("default-src 'none'")
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'cross-site' })
  })

  test.each([
    ['GET /api/offers', 'http/1.1 404'],
    ['GET /ws/more', 'http/1.1 404'],
    ['GET /healthz', 'http/1.1 200'],
  ])('at %s is answered as if no socket had been asked for', async (line, status) => {
    const socket = connect(await portOf(app), '127.0.0.1')
    const [, path = ''] = line.split(' ')
    socket.write(handshake(path, 'http://club.test:8080'))
    const [first] = (await socket.take(1).toArray()) as Buffer[]
    expect(String(first).toLowerCase()).toContain(status)
  })

  test('that is broken harms nobody', async () => {
    for (const broken of [
      handshake('/ws', 'http://club.test:8080').replace('Version: 13', 'Version: 7'),
      handshake('/ws', 'http://club.test:8080').replace(/Sec-WebSocket-Key: .+/, 'X: y'),
    ]) {
      const socket = connect(await portOf(app), '127.0.0.1')
      socket.write(broken)
      const [first] = (await socket.take(1).toArray()) as Buffer[]
      expect(String(first)).toMatch(/^HTTP\/1\.1 4/)
    }
    const hasty = connect(await portOf(app), '127.0.0.1')
    hasty.write(handshake('/ws', 'http://club.test:8080'), () => hasty.resetAndDestroy())
    await new Promise((resolve) => hasty.once('close', resolve))
    expect(await isAlive(await listen(app, { cookie: person.cookie, headers: newAddress() }))).toBe(
      true,
    )
  })
})

function handshake(path: string, origin: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    'Host: club.test',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Origin: ${origin}`,
    '\r\n',
  ].join('\r\n')
}
