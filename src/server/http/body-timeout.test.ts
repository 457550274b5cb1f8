import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BodyTimes, limitBodyTime } from './body-timeout.ts'

const TIMES: BodyTimes = {
  ordinaryMs: 300,
  uploadMs: 1500,
  stallMs: 200,
  leastBytes: 10,
  graceMs: 150,
}

let http: FastifyInstance
let port: number
let endArrivals: () => void
/** Requests that got as far as their handler with a whole body. */
let handled = 0

beforeAll(async () => {
  http = fastify()
  endArrivals = limitBodyTime(http, { 'x-frame-options': 'DENY' }, TIMES)
  http.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  const answer = () => {
    handled += 1
    return { isWhole: true }
  }
  http.post('/ordinary', { config: { access: 'everyone' } }, answer)
  http.post('/upload', { config: { access: 'everyone', isUpload: true } }, answer)
  const refuse = async (_request: unknown, reply: FastifyReply) => reply.code(401).send('no')
  const config = { access: 'everyone' as const, isUpload: true }
  http.post('/refused', { config, onRequest: refuse }, answer)
  port = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => http.close())

/** Sends a body piece by piece; answers what came back until the line was closed or all was said. */
async function sendSlowly(url: string, pieces: number, everyMs: number, bytes = 20) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${pieces * bytes}\r\n\r\n`,
  )
  for (let sent = 0; sent < pieces && !isClosed; sent += 1) {
    await delay(everyMs)
    if (!isClosed) socket.write('x'.repeat(bytes))
  }
  for (let tries = 0; tries < 200 && !isClosed && answer === ''; tries += 1) await delay(10)
  socket.destroy()
  return { answer, isClosed }
}

describe('a body that arrives slowly', () => {
  test('is cut off with an answer on an ordinary call', async () => {
    const { answer, isClosed } = await sendSlowly('/ordinary', 100, 50)
    expect(answer).toMatch(/^HTTP\/1.1 408 .*x-frame-options: DENY.*took too long to arrive/s)
    expect(isClosed).toBe(true)
  })

  test('of an upload is waited for as long as it goes on', async () => {
    expect((await sendSlowly('/upload', 10, 60)).answer).toMatch(/^HTTP\/1.1 200/)
  })

  test('of an upload is cut off when it stalls', async () => {
    expect((await sendSlowly('/upload', 100, 90, 1)).answer).toMatch(/^HTTP\/1.1 408/)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nx',
    )
    let answer = ''
    for await (const chunk of socket) answer += chunk
    expect(answer).toMatch(/^HTTP\/1.1 408/)
  })

  test('of an upload is cut off when it takes for ever', async () => {
    expect((await sendSlowly('/upload', 200, 50)).answer).toMatch(/^HTTP\/1.1 408/)
  })

  test('keeps no connection after it was answered', async () => {
    const { answer, isClosed } = await sendSlowly('/refused', 100, 50, 1)
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401'])
    expect(isClosed).toBe(true)
  })
})

test('a body that is there in time is left alone, also by the time its answer takes', async () => {
  handled = 0
  const answers = await Promise.all(['/ordinary', '/upload'].map((url) => sendSlowly(url, 2, 20)))
  expect(answers.map(({ answer }) => answer.slice(0, 12))).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(handled).toBe(2)
})

test('once the process stops a body has a short grace, also one that comes only then', async () => {
  handled = 0
  const onItsWay = ['/ordinary', '/upload', '/refused'].map((url) => sendSlowly(url, 40, 50))
  const nearlyThere = sendSlowly('/upload', 2, 60)
  await delay(90)
  endArrivals()
  for (const { answer } of await Promise.all(onItsWay.slice(0, 2))) {
    expect(answer).toMatch(/^HTTP\/1.1 503 .*retry-after: 5.*again in a moment/s)
  }
  expect(await onItsWay[2]).toMatchObject({ isClosed: true })
  expect((await nearlyThere).answer).toMatch(/^HTTP\/1.1 200/)
  expect((await sendSlowly('/upload', 40, 50)).answer).toMatch(/^HTTP\/1.1 503/)
  expect((await sendSlowly('/upload', 1, 10)).answer).toMatch(/^HTTP\/1.1 200/)
  expect(handled).toBe(2)
})
