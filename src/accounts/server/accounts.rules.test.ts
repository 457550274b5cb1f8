import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Credentials } from '#app/accounts/accounts.contract.ts'
import { networkOf } from '#app/server/network.ts'
import { waitSeconds } from '#app/server/rate-limits/login-backoff.ts'
import { isSessionOver } from './accounts.rules.ts'

const start = new Date('2026-11-01T12:00:00Z')
const later = (days: number, ms = 0) => new Date(start.getTime() + days * 86_400_000 + ms)

describe('a session', () => {
  test.each([
    ['in use a moment ago', start, start, later(0, 1), false],
    ['idle for exactly 14 days', start, start, later(14), false],
    ['idle for a moment more than 14 days', start, start, later(14, 1), true],
    ['in daily use for exactly 90 days', start, later(89), later(90), false],
    ['in daily use for a moment more than 90 days', start, later(90), later(90, 1), true],
  ])('%s', (_, createdAt, lastSeenAt, now, isOver) => {
    expect(isSessionOver({ createdAt, lastSeenAt }, now)).toBe(isOver)
  })
})

test('the wait doubles from half a minute and never exceeds an hour', () => {
  expect([1, 2, 3, 4].map(waitSeconds)).toEqual([30, 60, 120, 240])
  expect([8, 20, 2000].map(waitSeconds)).toEqual([3600, 3600, 3600])
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['what a proxy was told', 'unknown'],
  ['1'.repeat(5000), 'unknown'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

describe('an address', () => {
  const normal = (email: string) => Credentials.shape.email.parse(email)

  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada@example.com\t', 'ada@example.com'],
    // An accented letter as two code points and as one.
    ['Zoe\u0301@example.com', 'zo\u00e9@example.com'],
    ['ZO\u00c9@example.com', 'zo\u00e9@example.com'],
  ])('%j is kept as %s', (typed, kept) => {
    expect(normal(typed)).toBe(kept)
  })

  test('has one normal form: bringing it there twice changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        const once = Credentials.shape.email.safeParse(`${name}@example.com`)
        if (once.success) expect(normal(once.data)).toBe(once.data)
      }),
    )
    for (let code = 0x80; code < 0x30000; code += 1) {
      const once = Credentials.shape.email.safeParse(`${String.fromCodePoint(code)}@example.com`)
      if (once.success && normal(once.data) !== once.data) expect.fail(code.toString(16))
    }
  })

  test.each([
    'ada',
    'ada@example',
    'ada@@example.com',
    'ada@example..com',
    'ada@.example.com',
    'ada@example.com, bob@example.com',
    'ada@example.com\r\nBcc: bob@example.com',
    'Ada <ada@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(250)}.com`,
    'ada\0@example.com',
    '',
  ])('%j is refused', (typed) => {
    expect(Credentials.shape.email.safeParse(typed).success).toBe(false)
  })

  test('however long and odd it is, it is judged at once', () => {
    for (const piece of ['a', '@', '.a', '@a.', 'a@a.']) {
      const typed = piece.repeat(100_000 / piece.length)
      expect(Credentials.shape.email.safeParse(typed).success).toBe(false)
    }
  })
})

test('a password is measured in bytes, of which there may be 256', () => {
  const isFine = (password: string) => Credentials.shape.password.safeParse(password).success
  expect([isFine('é'.repeat(128)), isFine('é'.repeat(129)), isFine('')]).toEqual([
    true,
    false,
    false,
  ])
})
