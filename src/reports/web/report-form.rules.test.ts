import { expect, test } from 'vitest'
import { readReportForm } from './report-form.rules.ts'

const LONG = 'x'.repeat(201)
type Case = [name: string, fields: Record<string, string>, expected: object]

test.each<Case>([
  ['nothing', {}, { field: 'kind' }],
  ['a kind there is not', { kind: 'late' }, { field: 'kind' }],
  ['that it is gone', { kind: 'gone', words: 'more' }, { report: { kind: 'gone' } }],
  ['a broken link', { kind: 'link' }, { report: { kind: 'link' } }],
  ['a price', { kind: 'price', seenPrice: ' $1,419.50 ' }, { report: { seenPrice: 1419.5 } }],
  ['a price of another currency', { kind: 'price', seenPrice: '€400' }, { field: 'seenPrice' }],
  ['no price', { kind: 'price', seenPrice: '' }, { field: 'seenPrice' }],
  ['a price in words', { kind: 'price', seenPrice: 'less' }, { field: 'seenPrice' }],
  ['a size', { kind: 'size', size: 'IT 40' }, { report: { kind: 'size', size: 'IT 40' } }],
  ['no size', { kind: 'size', size: ' ' }, { field: 'size' }],
  ['a size that is a novel', { kind: 'size', size: LONG }, { field: 'size' }],
  ['something else', { kind: 'other', words: ' a\r\nb ' }, { report: { words: 'a\nb' } }],
  ['nothing else', { kind: 'other', words: '' }, { field: 'words' }],
  ['something else at length', { kind: 'other', words: LONG }, { field: 'words' }],
])('%s', (_, fields, expected) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  expect(readReportForm(form)).toMatchObject(expected)
})
