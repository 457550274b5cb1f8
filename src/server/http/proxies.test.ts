import { expect, test } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createLog } from '#app/server/log.ts'
import { createHttp } from './http.ts'

async function warnings(config: ReturnType<typeof readConfig>, headers: Record<string, string>) {
  const lines: string[] = []
  const log = createLog({ log: { level: 'info' } }, { write: (line) => void lines.push(line) })
  const http = await createHttp(config, log)
  http.get('/', { config: { access: 'everyone' } }, () => 'here')
  for (let times = 0; times < 3; times += 1) await http.inject({ url: '/', headers })
  await http.close()
  return lines.filter((line) => line.includes('TRUST_PROXY'))
}

const config = (trustedProxies: number, isProduction = true) => {
  const read = readConfig({})
  return { ...read, isProduction, http: { ...read.http, trustedProxies } }
}

test('a proxy that nobody has told of is spoken of, once, where people are served', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const [warning = '', ...more] = await warnings(config(0), headers)
  expect(JSON.parse(warning)).toMatchObject({ level: 'warn' })
  expect(warning).not.toContain('192.0.2.1')
  expect(more).toEqual([])
  expect(await warnings(config(0), {})).toEqual([])
  expect(await warnings(config(1), headers)).toEqual([])
  expect(await warnings(config(0, false), headers)).toEqual([])
})
