import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPerson, type Person } from '#test/support/factories.ts'
import {
  hangUpAll,
  isAlive,
  type Line,
  listen,
  newAddress,
  refusal,
} from '#test/support/sockets.ts'
import { createTestApp, type TestApp, useTestApp } from '#test/support/test-app.ts'
import {
  LONGEST_MESSAGE_BYTES,
  MOST_CONTROL_FRAMES,
  MOST_FRAGMENTS,
  MOST_PER_NETWORK,
  MOST_PER_OWNER,
  PING_EVERY_MS,
  shareOfSockets,
} from './sockets.rules.ts'

// Behind one proxy of ours, so that a test can come from any address.
const app = useTestApp({ environment: { TRUST_PROXY: '1', PUBLIC_URL: 'http://club.test:8080' } })
afterEach(hangUpAll)

let person: Person
beforeAll(async () => {
  person = await createPerson(app.ctx)
})

const open = (who: Pick<Person, 'cookie'> = person) =>
  listen(app, { cookie: who.cookie, headers: newAddress() })

describe('one person', () => {
  test('has so many lines and no more: a further one takes the place of the oldest', async () => {
    const owner = await createPerson(app.ctx)
    const lines: Line[] = []
    for (let count = 0; count < MOST_PER_OWNER + 2; count += 1) lines.push(await open(owner))

    expect(await Promise.all(lines.slice(0, 2).map(({ closed }) => closed))).toEqual([1000, 1000])
    expect(await Promise.all(lines.slice(2).map(isAlive))).toEqual(Array(MOST_PER_OWNER).fill(true))
  })
})

describe('one network', () => {
  test('has so many lines and no more; one that is closed makes room', async () => {
    const headers = newAddress()
    const lines: Line[] = []
    for (let count = 0; count < MOST_PER_NETWORK; count += 1) {
      if (count % MOST_PER_OWNER === 0) person = await createPerson(app.ctx)
      lines.push(await listen(app, { cookie: person.cookie, headers }))
    }
    expect(await refusal(app, { cookie: person.cookie, headers })).toBe(429)
    expect(await isAlive(await open())).toBe(true)

    lines[0]?.socket.terminate()
    await vi.waitFor(() => listen(app, { cookie: person.cookie, headers }), 60_000)
  })

  test('knocks only so often', async () => {
    const headers = newAddress()
    for (let count = 0; count < shareOfSockets(1).handshakes; count += 1) {
      const nobody = await listen(app, { headers })
      expect(await nobody.closed).toBe(1000)
    }
    expect(await refusal(app, { headers })).toBe(429)
  })
})

describe('a browser that does what browsers do not', () => {
  test.each([
    ['speaks', 'hello', 1008],
    ['sends bytes', Buffer.from([1, 2, 3]), 1008],
    ['says nothing at length', '', 1008],
    ['speaks as long as it may', 'x'.repeat(LONGEST_MESSAGE_BYTES), 1008],
    ['speaks too long', 'x'.repeat(LONGEST_MESSAGE_BYTES + 1), 1009],
  ])('%s is closed', async (_, data, code) => {
    const line = await open()
    line.socket.send(data)
    expect(await line.closed).toBe(code)
  })

  test('sends a message in endless pieces is closed, and nobody else notices', async () => {
    const other = await open()
    const lines = await Promise.all(Array.from({ length: 5 }, () => open()))
    for (const { socket } of lines) {
      socket.on('error', () => {})
      for (let piece = 0; piece < 20_000 && socket.readyState === socket.OPEN; piece += 1) {
        socket.send('x', { fin: false })
      }
    }
    for (const { closed } of lines) expect([1006, 1008]).toContain(await closed)
    expect(await isAlive(other)).toBe(true)
  })

  test(`sends ${MOST_FRAGMENTS} pieces of a message that never ends keeps nothing but these`, async () => {
    const line = await open()
    for (let piece = 0; piece < MOST_FRAGMENTS; piece += 1) line.socket.send('x', { fin: false })
    expect(await isAlive(line)).toBe(true)
    line.socket.send('x', { fin: false })
    expect(await line.closed).toBe(1008)
  })

  test('pings without end is cut off', async () => {
    const line = await open()
    for (let count = 0; count <= MOST_CONTROL_FRAMES; count += 1) line.socket.ping()
    expect(await line.closed).toBe(1006)
  })

  test('talks on after it was told to go is cut off', async () => {
    const line = await open()
    // The client never acknowledges that it was told to go.
    const raw = (line.socket as unknown as { _socket: { write: (bytes: Buffer) => void } })._socket
    for (let count = 0; count < 3; count += 1) {
      raw.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]))
    }
    expect([1006, 1008]).toContain(await line.closed)
  })
})

describe('as time goes by', () => {
  let timed: TestApp
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    timed = await createTestApp()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await timed.close()
  })

  test('a line whose other end is dead is cut, and one that answers is kept', async () => {
    const { cookie } = await createPerson(timed.ctx)
    const [dead, alive] = [await listen(timed, { cookie }), await listen(timed, { cookie })]
    dead.socket.pause()
    const pinged = new Promise((resolve) => alive.socket.once('ping', resolve))
    vi.advanceTimersByTime(PING_EVERY_MS)
    await pinged
    expect(await isAlive(alive)).toBe(true)
    vi.advanceTimersByTime(PING_EVERY_MS)

    dead.socket.resume()
    expect(await dead.closed).toBe(1006)
    expect(await isAlive(alive)).toBe(true)
  })

  test('a session that nobody has used for weeks closes its line for good', async () => {
    const { cookie } = await createPerson(timed.ctx)
    const line = await listen(timed, { cookie })
    timed.setNow(new Date(Date.now() + 15 * 24 * 60 * 60 * 1000))
    for (let pings = 0; pings < 2; pings += 1) {
      vi.advanceTimersByTime(PING_EVERY_MS)
      await isAlive(line)
    }
    expect(await line.closed).toBe(1000)
    timed.setNow(undefined)
  })
})
