import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { CONNECTION_LIMITS } from './connections.ts'

let begun = 0
let answering = Promise.withResolvers<void>()
const app = useTestApp({
  extend: (http) => {
    http.get('/api/waiting', { config: { access: 'everyone' } }, async () => {
      begun += 1
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
  begun = 0
})

const WAITING = 'GET /api/waiting HTTP/1.1\r\nHost: localhost\r\n\r\n'

type Line = { socket: Socket; answer: () => string; closed: Promise<void> }

function open(): Line {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { socket, answer: () => answer, closed }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await turn()
}

describe('one connection', () => {
  test('that sends thousands of requests at once is closed, and hardly any of them was begun', async () => {
    const line = open()
    line.socket.write(WAITING.repeat(3000))
    await line.closed
    expect(line.answer()).toBe('')
    expect(begun).toBeLessThanOrEqual(CONNECTION_LIMITS.unanswered)
    expect(app.logLines.filter((each) => each.includes('unanswered requests'))).toHaveLength(1)
  })

  test('may have a few under way, and one more ends it', async () => {
    const line = open()
    line.socket.write(WAITING.repeat(CONNECTION_LIMITS.unanswered))
    await until(() => begun === CONNECTION_LIMITS.unanswered)
    line.socket.write(WAITING)
    await line.closed
    expect(begun).toBe(CONNECTION_LIMITS.unanswered)
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
