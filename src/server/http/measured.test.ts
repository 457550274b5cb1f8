import { expect, test } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createLog } from '#app/server/log.ts'
import { createHttp } from './http.ts'

/** The ids of requests with these headers, behind this many trusted proxies. */
async function idsOf(trustedProxies: number, given: string[]) {
  const read = readConfig({})
  const config = { ...read, http: { ...read.http, trustedProxies } }
  const http = await createHttp(config, createLog({ log: { level: 'silent' } }))
  http.get('/id', { config: { access: 'everyone' } }, async (request) => {
    // As a page requests its data.
    const inside = await http.inject('/inside')
    return { id: request.id, inside: inside.body }
  })
  http.get('/inside', { config: { access: 'everyone' } }, (request) => request.id)
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  const answers: Array<{ id: string; inside: string }> = []
  for (const id of given) {
    const response = await fetch(`${origin}/id`, { headers: id ? { 'x-request-id': id } : {} })
    answers.push((await response.json()) as { id: string; inside: string })
  }
  await http.close()
  return answers
}

const WELL_FORMED = ['0af7651916cd43dd8448eb211c80319c', 'F2C4:9A1E_AC11-0002.1F:90']
const BADLY_FORMED = [
  'short',
  'with a space in it',
  '{"level":"error"}',
  'x'.repeat(81),
  'a/b?c=ddd',
]

test('a request’s id is the proxy’s own where it is ours and the id is well formed', async () => {
  const answers = await idsOf(1, [...WELL_FORMED, ...BADLY_FORMED])
  expect(answers.slice(0, 2).map(({ id }) => id)).toEqual(WELL_FORMED)
  for (const { id } of answers.slice(2)) expect(id).toMatch(/^[\da-f]{20}$/)
})

test('what a stranger calls a request is passed over', async () => {
  for (const { id } of await idsOf(0, WELL_FORMED)) expect(id).toMatch(/^[\da-f]{20}$/)
})

test('what a page asks of us has the id of the page, and every request one of its own', async () => {
  const answers = await idsOf(0, ['', ''])
  for (const { id, inside } of answers) expect(inside).toBe(id)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(2)
})
