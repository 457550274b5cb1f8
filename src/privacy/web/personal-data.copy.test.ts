import { expect, test } from 'vitest'
import { DATA_KINDS, type PersonalDataCount } from '#app/privacy/privacy.contract.ts'
import { describeCount } from './personal-data.copy.ts'

const FIRST = '2026-11-21T17:00:00.000Z'
const LAST = '2027-03-03T17:00:00.000Z'
const kept = (draft: Partial<PersonalDataCount>): PersonalDataCount => ({
  kind: 'clicks',
  count: 1,
  firstAt: FIRST,
  lastAt: FIRST,
  ...draft,
})

test.each([
  [{ kind: 'account', lastAt: null }, 'Account: Your e-mail address since November 21, 2026'],
  [{ kind: 'sessions', count: 2, lastAt: LAST }, 'Signed in: 2 browsers last on March 3, 2027'],
  [{ kind: 'clicks' }, 'Ways out to retailers: 1 click on November 21, 2026'],
  [
    { kind: 'clicks', count: 4, uncounted: 1 },
    'Ways out to retailers: 3 clicks, and 1 more kept that does not count on November 21, 2026',
  ],
  [
    { kind: 'clicks', count: 1204, lastAt: LAST },
    'Ways out to retailers: 1,204 clicks November 21, 2026 to March 3, 2027',
  ],
] as const)('%j', (draft, words) => {
  const { label, amount, dates } = describeCount(kept(draft))
  expect(`${label}: ${amount} ${dates}`).toBe(words)
})

test('every kind has its own words', () => {
  const labels = DATA_KINDS.map((kind) => describeCount(kept({ kind })).label)
  expect(new Set(labels).size).toBe(DATA_KINDS.length)
})
