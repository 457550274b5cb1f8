import type { RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { boundConnections, CONNECTION_LIMITS, type ConnectionLimits } from './connections.ts'

/** Requests begun, by the port of their connection: one from a closed connection may begin later. */
const begunOf = new Map<number | undefined, number>()
let answering = Promise.withResolvers<void>()
const app = useTestApp({
  extend: (http) => {
    http.get('/api/waiting', { config: { access: 'everyone' } }, async ({ socket }) => {
      const { remotePort } = socket
      begunOf.set(remotePort, (begunOf.get(remotePort) ?? 0) + 1)
      await answering.promise
      return { isDone: true }
    })
  },
})

let port: number
beforeAll(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  answering.resolve()
  answering = Promise.withResolvers()
})

const WAITING = 'GET /api/waiting HTTP/1.1\r\nHost: localhost\r\n\r\n'

type Line = {
  socket: Socket
  answer: () => string
  begun: () => number
  closed: Promise<void>
}

function open(to = port): Line {
  const socket = connect(to, '127.0.0.1').on('error', () => {})
  let answer = ''
  let ours: number | undefined
  socket.once('connect', () => {
    ours = socket.localPort
  })
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, answer: () => answer, begun: () => begunOf.get(ours) ?? 0, closed }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await delay(1)
}

describe('one connection', () => {
  test('that sends thousands of requests at once is closed, and hardly any of them was begun', async () => {
    const line = open()
    line.socket.write(WAITING.repeat(3000))
    await line.closed
    expect(line.answer()).toBe('')
    expect(line.begun()).toBeLessThanOrEqual(CONNECTION_LIMITS.unanswered)
    expect(app.logLines.filter((each) => each.includes('unanswered requests'))).toHaveLength(1)
  })

  test('may have a few under way, and one more ends it', async () => {
    const line = open()
    line.socket.write(WAITING.repeat(CONNECTION_LIMITS.unanswered))
    await until(() => line.begun() === CONNECTION_LIMITS.unanswered)
    line.socket.write(WAITING)
    await line.closed
    expect(line.begun()).toBe(CONNECTION_LIMITS.unanswered)
  })

  test('carries as many as it likes one after the other', async () => {
    answering.resolve()
    const line = open()
    for (let sent = 1; sent <= 3 * CONNECTION_LIMITS.unanswered; sent += 1) {
      line.socket.write(WAITING)
      await until(() => line.answer().match(/isDone/g)?.length === sent)
    }
    line.socket.destroy()
  })
})

test('an ordinary connection on which nothing happens is closed, and there is an end to how many there are', () => {
  const { timeout, keepAliveTimeout, maxConnections } = app.http.server
  expect([timeout, keepAliveTimeout, maxConnections]).toEqual([30_000, 72_000, 12_000])
})

describe('a server with limits of its own', () => {
  const closers: Array<() => void> = []
  afterAll(() => {
    vi.useRealTimers()
    for (const close of closers) close()
  })

  /** Serves `handle` with limits that a test can override, so that none has to wait for half a minute. */
  async function serve(handle: RequestListener, limits: Partial<ConnectionLimits> = {}) {
    const own = { ...CONNECTION_LIMITS, perNetwork: undefined, ...limits }
    const connections = boundConnections({}, own, app.http.log)
    const server = connections.serve(handle)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { ...connections, server, port: (server.address() as { port: number }).port }
  }
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  /** More than all the buffers on the way hold. */
  const ENDLESS = Buffer.alloc(64 * 1024 * 1024)

  test('closes the connection of who asks and does not read, and of who says nothing', async () => {
    const { port, server } = await serve((_request, response) => response.end(ENDLESS), {
      silenceMs: 300,
    })
    const deaf = connect(port, '127.0.0.1').on('error', () => {})
    deaf.pause()
    deaf.write(GET)
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    await new Promise((resolve) => server.once('connection', resolve))
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)))
    while ((await count()) > 0) await delay(1)
    silent.destroy()
    deaf.destroy()
  })

  test('lets whoever is in the back office wait', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { port, allowLong } = await serve(
      async (request, response) => {
        allowLong(request.socket)
        expect(request.socket.timeout).toBe(0)
        await promise
        response.end('done')
      },
      { silenceMs: 100 },
    )
    const line = open(port)
    const other = open(port)
    line.socket.write(GET)
    // By then the other connection, which had the same time, is gone.
    await other.closed
    resolve()
    await until(() => line.answer().endsWith('done'))
    line.socket.destroy()
  })

  test('has so many connections of one network and no more; one that is closed makes room', async () => {
    const { port } = await serve((_request, response) => response.end('done'), { perNetwork: 3 })
    const ask = async () => {
      const line = open(port)
      line.socket.write(GET)
      await Promise.race([line.closed, until(() => line.answer() !== '')])
      return line
    }
    const lines = [await ask(), await ask(), await ask()]
    expect(lines.map((line) => line.answer().includes('done'))).toEqual([true, true, true])
    expect((await ask()).answer()).toBe('')
    lines[0]?.socket.destroy()
    await expect.poll(async () => (await ask()).answer()).toContain('done')
    for (const { socket } of lines) socket.destroy()
  })

  test('does not listen for long to a body whose answer is there', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { port } = await serve((_request, response) => response.end('done'))
    const line = open(port)
    line.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nx')
    await until(() => line.answer().endsWith('done'))
    vi.advanceTimersByTime(30_000)
    await line.closed
    vi.useRealTimers()
  })

  test('does not wait for ever for an answer to be taken, however busily it is', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { port, allowLong } = await serve((request, response) => {
      if (request.url === '/long') allowLong(request.socket)
      response.write('drop')
    })
    const [slow, long] = [open(port), open(port)]
    slow.socket.write(GET)
    long.socket.write(GET.replace('/', '/long'))
    for (const line of [slow, long]) await until(() => line.answer().endsWith('drop\r\n'))
    vi.advanceTimersByTime(CONNECTION_LIMITS.longestAnswerMs)
    await delay(1)
    expect(slow.socket.closed).toBe(false)
    vi.advanceTimersByTime(30_000)
    await slow.closed
    expect(long.socket.closed).toBe(false)
    long.socket.destroy()
  })
})
