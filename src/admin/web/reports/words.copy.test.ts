import { expect, test } from 'vitest'
import type { ToldReport } from '#app/reports/reports-desk.contract.ts'
import {
  answeredInWords,
  DECISION_WORDS,
  decisionOfKey,
  detailInWords,
  kindsInWords,
  minutesInWords,
  teller,
} from './words.copy.ts'

const REPORT: ToldReport = {
  ...{ id: 1, kind: 'gone', words: null, size: null, seenPrice: null, shownPrice: null },
  ...{ isEvidence: true, reportedAt: '', answeredAt: null, outcome: null, answered: 0, right: 0 },
}

test('what was told is said in a line, each kind once', () => {
  const reports = [REPORT, { ...REPORT, kind: 'price' as const }, REPORT]
  expect(kindsInWords({ reports })).toBe('It is gone, the price is different')
  expect(kindsInWords({ reports: [] })).toBe('Said to be gone')
})

test('a price says what was seen and what we said, a size which one', () => {
  expect(detailInWords({ ...REPORT, seenPrice: 455.5, shownPrice: 420 })).toBe(
    'saw $455.50; we said $420.00',
  )
  expect(detailInWords({ ...REPORT, size: 'IT 40' })).toBe('IT 40')
  expect(detailInWords(REPORT)).toBe('')
})

test('who told is a member or not, and was right so often', () => {
  expect(teller(REPORT)).toBe('Member')
  expect(teller({ ...REPORT, isEvidence: false, answered: 4, right: 3 })).toBe(
    'Free account, no evidence, right 3 of 4 times before',
  )
})

test.each([
  [0, '1 minute'],
  [61, '61 minutes'],
  [180, '3 hours'],
  [4320, '3 days'],
])('%i minutes are %s', (minutes, words) => expect(minutesInWords(minutes)).toBe(words))

test('what came of it is said with what was left, and each decision has a key of its own', () => {
  expect(answeredInWords({ answered: ['a'], left: [] })).toMatch(/^1 deal answered\./)
  expect(
    answeredInWords({ answered: [], left: [{ id: 'a', reason: 'It has ended already.' }] }),
  ).toBe('1 deal left: It has ended already.')
  expect(new Set(DECISION_WORDS.map(({ key }) => key)).size).toBe(DECISION_WORDS.length)
  expect([decisionOfKey('g'), decisionOfKey('q')]).toEqual(['gone', undefined])
})
