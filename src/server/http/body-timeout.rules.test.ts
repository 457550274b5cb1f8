import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BodyTimes, limitBodyTime } from './body-timeout.ts'

const TIMES: BodyTimes = {
  ordinaryMs: 300,
  uploadMs: 1500,
  stallMs: 200,
  leastBytes: 10,
  lingerMs: 50,
  graceMs: 150,
}

let http: FastifyInstance
let port: number
let endArrivals: () => void
/** Requests that have reached their handler with a whole body. */
let handled = 0
/** How long the handlers take. */
let answering: Promise<void> = Promise.resolve()

beforeAll(async () => {
  http = fastify()
  endArrivals = limitBodyTime(http, { 'x-frame-options': 'DENY' }, TIMES)
  http.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  const answer = async () => {
    handled += 1
    await answering
    return { isWhole: true }
  }
  http.post('/ordinary', { config: { access: 'everyone' } }, answer)
  http.post('/upload', { config: { access: 'everyone', isUpload: true } }, answer)
  const refuse = async (_request: unknown, reply: FastifyReply) => reply.code(401).send('no')
  const config = { access: 'everyone' as const, isUpload: true }
  http.post('/refused', { config, onRequest: refuse }, answer)
  port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
  // From here on time passes only when a test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterAll(() => {
  vi.useRealTimers()
  return http.close()
})
beforeEach(() => {
  handled = 0
})

const pass = (ms: number) => vi.advanceTimersByTime(ms)

async function until(isSo: () => boolean) {
  while (!isSo()) await turn()
}

/** A request whose body has `length` bytes and arrives as the test sends it. */
async function begin(url: string, length: number) {
  const accepted = new Promise<Socket>((resolve) => http.server.once('connection', resolve))
  const begun = new Promise((resolve) => http.server.once('request', resolve))
  const socket = connect(port, '127.0.0.1')
  const line = { answer: '', isClosed: false }
  socket.on('data', (chunk) => {
    line.answer += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    line.isClosed = true
  })
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`,
  )
  const server = await accepted
  await begun
  return {
    line,
    socket,
    /** Resolves when the bytes have arrived. */
    send: async (bytes: number) => {
      const before = server.bytesRead
      socket.write('x'.repeat(bytes))
      await until(() => line.isClosed || server.bytesRead >= before + bytes)
    },
    answered: async () => {
      await until(() => line.isClosed || line.answer !== '')
      return line.answer
    },
    closed: () => until(() => line.isClosed),
  }
}
type Sending = Awaited<ReturnType<typeof begin>>

/** Sends this many bytes at a time until an answer comes; returns how many milliseconds passed. */
async function sendOn({ send, line }: Sending, bytes: number, everyMs: number, limitMs: number) {
  let passed = 0
  for (; passed < limitMs && line.answer === '' && !line.isClosed; passed += everyMs) {
    await send(bytes)
    pass(everyMs)
    // What the passing of time has caused is on its way back.
    await turn()
    await turn()
  }
  return passed
}

describe('a body that arrives slowly', () => {
  test('is cut off with an answer on an ordinary call', async () => {
    const sending = await begin('/ordinary', 100_000)
    await sendOn(sending, 20, 50, TIMES.ordinaryMs - 50)
    expect(sending.line.answer).toBe('')
    pass(50)
    expect(await sending.answered()).toMatch(
      /^HTTP\/1.1 408 .*x-frame-options: DENY.*took too long to arrive/s,
    )
    await sending.closed()
  })

  test('of an upload is waited for as long as it goes on', async () => {
    const sending = await begin('/upload', 200)
    for (let sent = 0; sent < 10; sent += 1) {
      pass(60)
      await sending.send(20)
    }
    expect(await sending.answered()).toMatch(/^HTTP\/1.1 200/)
    sending.socket.destroy()
  })

  test('of an upload is cut off when it stalls', async () => {
    const sending = await begin('/upload', 100)
    expect(await sendOn(sending, 1, 90, 10_000)).toBeLessThan(3 * TIMES.stallMs)
    expect(await sending.answered()).toMatch(/^HTTP\/1.1 408/)
    const silent = await begin('/upload', 9)
    await silent.send(1)
    pass(TIMES.stallMs)
    expect(await silent.answered()).toMatch(/^HTTP\/1.1 408/)
    await silent.closed()
  })

  test('of an upload is cut off when it takes for ever', async () => {
    const sending = await begin('/upload', 100_000)
    expect(await sendOn(sending, 20, 50, 10_000)).toBeGreaterThanOrEqual(TIMES.uploadMs)
    expect(await sending.answered()).toMatch(/^HTTP\/1.1 408/)
  })

  test('of an upload that was refused is heard out for a moment, however much of it comes', async () => {
    const sending = await begin('/refused', 100_000)
    expect(await sending.answered()).toMatch(/^HTTP\/1.1 401/)
    await sending.send(1000)
    pass(TIMES.lingerMs - 1)
    await sending.send(1000)
    expect(sending.line.isClosed).toBe(false)
    pass(1)
    await sending.closed()
    expect(sending.line.answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401'])
  })
})

test('a body that is there in time is left alone, also by the time its answer takes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answering = promise
  const both = [await begin('/ordinary', 40), await begin('/upload', 40)]
  for (const { send } of both) {
    await send(20)
    pass(20)
    await send(20)
  }
  await until(() => handled === 2)
  pass(10 * TIMES.uploadMs)
  resolve()
  for (const { answered, line, socket } of both) {
    expect(await answered()).toMatch(/^HTTP\/1.1 200/)
    expect(line.isClosed).toBe(false)
    socket.destroy()
  }
})

test('once the process stops a body has a short grace, also one that comes only then', async () => {
  const onItsWay = [await begin('/ordinary', 2000), await begin('/upload', 2000)]
  const refused = await begin('/refused', 2000)
  const nearlyThere = await begin('/upload', 40)
  for (const { send } of [...onItsWay, refused, nearlyThere]) await send(20)
  endArrivals()
  pass(TIMES.graceMs - 1)
  await nearlyThere.send(20)
  expect(await nearlyThere.answered()).toMatch(/^HTTP\/1.1 200/)
  expect(onItsWay.map(({ line }) => line.answer)).toEqual(['', ''])
  pass(1)
  for (const { answered } of onItsWay) {
    expect(await answered()).toMatch(/^HTTP\/1.1 503 .*retry-after: [5-9].*again in a moment/s)
  }
  await refused.closed()

  const late = await begin('/upload', 2000)
  await late.send(20)
  pass(TIMES.graceMs)
  expect(await late.answered()).toMatch(/^HTTP\/1.1 503/)
  const inTime = await begin('/upload', 20)
  await inTime.send(20)
  expect(await inTime.answered()).toMatch(/^HTTP\/1.1 200/)
  expect(handled).toBe(2)
  for (const { socket } of [nearlyThere, inTime]) socket.destroy()
})
