import { expect, test } from 'vitest'
import { VISIT_ENDS_AFTER_MS, visitNow } from './last-visit.rules.ts'

const [monday, tuesday] = ['2026-11-23T12:00:00.000Z', '2026-11-24T12:00:00.000Z']
const NOW = Date.parse('2026-11-24T18:00:00Z')
const LONG_AGO = NOW - VISIT_ENDS_AFTER_MS - 1

test.each([
  ['the first visit has nothing before it', undefined, { mark: null, newest: tuesday }],
  [
    'after a while it is a new visit, and what the last one saw is the mark',
    { mark: null, newest: monday, at: LONG_AGO },
    { mark: monday, newest: tuesday },
  ],
  [
    'until then it is the same one',
    { mark: null, newest: monday, at: NOW - VISIT_ENDS_AFTER_MS },
    { mark: null, newest: tuesday },
  ],
  [
    'a reload keeps the mark',
    { mark: monday, newest: tuesday, at: NOW - 1000 },
    { mark: monday, newest: tuesday },
  ],
  [
    'a clock that was put back does not make a visit last',
    { mark: null, newest: monday, at: NOW + VISIT_ENDS_AFTER_MS + 1 },
    { mark: monday, newest: tuesday },
  ],
  [
    'a newest deal that was taken away does not bring back what was seen',
    { mark: monday, newest: '2026-11-25T12:00:00.000Z', at: NOW - 1000 },
    { mark: monday, newest: '2026-11-25T12:00:00.000Z' },
  ],
])('%s', (_what, known, visit) => {
  expect(visitNow(known, tuesday, NOW)).toEqual({ ...visit, at: NOW })
})

const nonsense: unknown[] = [
  ...[null, 7, 'x', [], {}],
  { mark: 1, newest: monday, at: 1 },
  { mark: null, newest: '<b>', at: 1 },
]

test.each(nonsense.map((known) => [known] as [unknown]))(
  'what somebody else has written is no visit: %j',
  (known) => {
    expect(visitNow(known, tuesday, NOW)).toEqual({ mark: null, newest: tuesday, at: NOW })
  },
)
