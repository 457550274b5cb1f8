import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Http } from '#app/server/http/http.ts'
import { sendInProcess } from './api-in-process.ts'

/** Makes the same call twice to a server that gives this response. */
async function askTwice(payload: string, cookie?: string, statusCode = 200) {
  const inject = async () => ({ statusCode, payload, statusMessage: '', headers: {} })
  const send = sendInProcess({ inject } as unknown as Http, { headers: {} } as FastifyRequest, {
    cookie,
    onAnswer: () => {},
  })
  const ask = async () => (await send('/api/deals', {})).json()
  return [await ask(), await ask()]
}

test('what everybody is told in the same words is read once, and nobody can change it', async () => {
  const [first, second] = await askTwice('{"deals":[{"id":"one"}]}')
  expect(first).toEqual({ deals: [{ id: 'one' }] })
  expect(second).toBe(first)
  expect(() => first.deals.push({ id: 'two' })).toThrow(TypeError)
  expect(() => Object.assign(first.deals[0], { id: 'two' })).toThrow(TypeError)
  expect((await askTwice('{"deals":[]}'))[0]).toEqual({ deals: [] })
})

test('of what somebody is told nothing is kept, nor of what failed', async () => {
  for (const asked of [
    askTwice('{"email":"a"}', 'session=x'),
    askTwice('{"error":"b"}', '', 503),
  ]) {
    const [first, second] = await asked
    expect(second).toEqual(first)
    expect(second).not.toBe(first)
  }
  const [failed, again] = await askTwice('{"error":"c"}', undefined, 503)
  expect(again).not.toBe(failed)
})
