import { expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({
  environment: { SUPPORT_EMAIL: 'safe@club.example', PUBLIC_URL: 'https://club.example' },
})

async function read() {
  const { statusCode, headers, body } = await app.inject({ url: '/.well-known/security.txt' })
  const fields = body
    .trimEnd()
    .split('\n')
    .map((line) => /^([\w-]+): (\S+)$/.exec(line)?.slice(1) ?? [line, ''])
  return { statusCode, headers, fields: Object.fromEntries(fields), count: fields.length }
}

test('whoever finds a hole is told where to say so, as RFC 9116 has it', async () => {
  const { statusCode, headers, fields, count } = await read()
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(fields).toMatchObject({
    Contact: 'mailto:safe@club.example',
    Canonical: 'https://club.example/.well-known/security.txt',
    Policy: 'https://club.example/.well-known/security-policy.txt',
    'Preferred-Languages': 'en',
  })
  // Every field once, and no others.
  expect(count).toBe(5)
})

test('it never runs out, however long the server is not built anew', async () => {
  for (const at of ['2026-11-22T23:59:59Z', '2029-02-28T12:00:00Z']) {
    app.setNow(new Date(at))
    const { Expires } = (await read()).fields
    const left = Date.parse(Expires ?? '') - Date.parse(at)
    // RFC 9116 recommends less than a year.
    expect(left / DAY_MS).toBeGreaterThan(90)
    expect(left / DAY_MS).toBeLessThan(365)
  }
  app.setNow(undefined)
})

test('the policy says whom to write to, and what they may expect', async () => {
  const { statusCode, headers, body } = await app.inject({
    url: '/.well-known/security-policy.txt',
  })
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=86400'])
  expect(body).toContain('safe@club.example')
  expect(body).toContain('within three working days')
})
