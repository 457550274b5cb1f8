import { expect, test } from 'vitest'
import { createLineReader, isLateFailure } from './upload-lines.rules.ts'

test('lines are read once, as soon as they are complete', () => {
  const reader = createLineReader()
  expect(reader.read('{"done":1}\n{"do')).toEqual([{ done: 1 }])
  expect(reader.read('{"done":1}\n{"done":2')).toEqual([])
  expect(reader.read('{"done":1}\n{"done":2}\n\n{"done":3}\n')).toEqual([{ done: 2 }, { done: 3 }])
})

test('the last line counts without a line break, and only once', () => {
  const reader = createLineReader()
  reader.read('{"done":1}\n{"done":2}')
  expect(reader.end('{"done":1}\n{"done":2}')).toEqual([{ done: 2 }])
  expect(reader.end('{"done":1}\n{"done":2}')).toEqual([])
})

test('a line that is no JSON is an error', () => {
  expect(() => createLineReader().read('<html>\n')).toThrow(SyntaxError)
})

test('a failure that comes after the answer has begun is told from progress', () => {
  expect(isLateFailure({ status: 507, error: 'The disk is full.', code: 'storage-full' })).toBe(
    true,
  )
  expect(isLateFailure({ stage: 'writing', done: 1, total: 2 })).toBe(false)
  expect(isLateFailure({ report: {} })).toBe(false)
  expect(isLateFailure(null)).toBe(false)
})
