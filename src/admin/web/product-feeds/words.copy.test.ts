import { expect, test } from 'vitest'
import type { ProductFeedRun } from '#app/product-feeds/product-feeds.contract.ts'
import { feedStepInWords, rulesInWords, runInWords } from './words.copy.ts'

const RUN: ProductFeedRun = {
  ...{ id: 1, state: 'done', askedBy: null, fileName: null, problem: null, refused: [] },
  ...{ startedAt: '2026-11-23T14:00:00.000Z', endedAt: '2026-11-23T14:05:00.000Z' },
  ...{ bytes: 3_400_000, bytesTotal: null, rowsRead: 200_000, rowsKept: 1204, rowsRefused: 1 },
  ...{ rowsLeftOut: 198_795, pieces: 1204, added: 12, changed: 30, cheaper: 3, gone: 0 },
}

test('a feed says what becomes of it, in whole sentences', () => {
  expect(runInWords(RUN)).toMatch(
    /^Read .+: 1,204 pieces of 200,000 rows fit its rules; 12 new, 3 cheaper\.$/,
  )
  expect(
    runInWords({ ...RUN, rowsLeftOut: 0, pieces: 1, rowsRead: 1, added: 0, cheaper: 0 }),
  ).toMatch(/: 1 piece of 1 row\.$/)
  expect(runInWords({ ...RUN, state: 'same' })).toMatch(/: the same as before\.$/)
  expect(runInWords({ ...RUN, state: 'failed', problem: 'It stops.' })).toMatch(
    /^Failed .+: It stops\.$/,
  )
  expect(feedStepInWords({ ...RUN, state: 'fetching' })).toBe('Being fetched: 3.2 MB so far')
  expect(feedStepInWords({ ...RUN, state: 'reading' })).toBe('Being read: 200,000 rows so far')
})

test('rules are told in a line', () => {
  const rules = { brands: [], categories: [], minPercentOff: null, isInStockOnly: false }
  expect(rulesInWords(rules)).toBe('Everything in it')
  expect(
    rulesInWords({
      brands: ['A', 'B', 'C', 'D', 'E', 'F'],
      categories: ['bags'],
      minPercentOff: 40,
      isInStockOnly: true,
    }),
  ).toBe('A, B, C, D, 2 more · Bags · at least 40% off · in stock')
})
