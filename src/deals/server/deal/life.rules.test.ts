import { describe, expect, test } from 'vitest'
import { LIFE_STATES, type LifeState } from '#app/deals/life.facts.ts'
import {
  freeDealsOf,
  type LifeStep,
  lifeState,
  stateAfter,
  timeFaults,
  wantedState,
  whyNot,
} from './life.rules.ts'

const now = new Date('2026-11-20T15:00:00Z')
const before = new Date('2026-11-20T14:59:00Z')
const later = new Date('2026-11-20T15:01:00Z')
const latest = new Date('2026-11-20T15:02:00Z')

const ROWS: Record<LifeState, Parameters<typeof lifeState>[0]> = {
  draft: { isPublished: false, isScheduled: false, endedAt: null },
  scheduled: { isPublished: false, isScheduled: true, endedAt: null },
  live: { isPublished: true, isScheduled: false, endedAt: null },
  ended: { isPublished: true, isScheduled: false, endedAt: before },
}

describe('the steps of a life', () => {
  test.each(LIFE_STATES)('a row says that it is %s', (state) => {
    expect(lifeState(ROWS[state])).toBe(state)
  })

  const NOWHERE = { draft: undefined, scheduled: undefined, live: undefined, ended: undefined }
  test.each<[LifeStep, Date | null, Record<LifeState, LifeState | undefined>]>([
    ['go-out', null, { ...NOWHERE, draft: 'live', scheduled: 'live' }],
    ['go-out', before, { ...NOWHERE, draft: 'live', scheduled: 'live' }],
    ['go-out', now, { ...NOWHERE, draft: 'live', scheduled: 'live' }],
    ['go-out', later, { ...NOWHERE, draft: 'scheduled' }],
    ['take-off', null, { ...NOWHERE, scheduled: 'draft', live: 'draft', ended: 'draft' }],
    ['take-off', later, { ...NOWHERE, scheduled: 'draft', live: 'draft', ended: 'draft' }],
    ['end', null, { ...NOWHERE, live: 'ended' }],
    ['bring-back', null, { ...NOWHERE, ended: 'live' }],
  ])('%s with a start of %s leads where it must and nowhere else', (step, startsAt, expected) => {
    for (const state of LIFE_STATES) {
      expect(stateAfter(state, step, startsAt, now)).toBe(expected[state])
      if (!expected[state]) expect(whyNot(state, step)).toMatch(/^[A-Z].*\.$/)
    }
  })
})

test.each<[LifeState, boolean | undefined, Date | null, LifeState]>([
  ['draft', undefined, null, 'draft'],
  ['draft', undefined, later, 'draft'],
  ['draft', true, null, 'live'],
  ['draft', true, later, 'scheduled'],
  ['draft', true, before, 'live'],
  ['scheduled', undefined, later, 'scheduled'],
  ['scheduled', undefined, null, 'draft'],
  ['scheduled', true, null, 'live'],
  ['scheduled', false, later, 'draft'],
  ['live', undefined, null, 'live'],
  ['live', true, before, 'live'],
  ['live', false, null, 'draft'],
  ['ended', undefined, null, 'ended'],
  ['ended', true, null, 'ended'],
  ['ended', false, null, 'draft'],
])('a form of a %s deal, published %s, starting %s: %s', (state, isPublished, startsAt, wanted) => {
  expect(wantedState(ROWS[state], { isPublished, startsAt, now })).toBe(wanted)
})

test.each<[string, LifeState, LifeState, Date | null, Date | null, Date | null, object]>([
  ['neither', 'draft', 'draft', null, null, null, {}],
  ['both to come', 'draft', 'scheduled', later, latest, null, {}],
  ['an end at its start', 'draft', 'draft', later, later, null, { endsAt: 'is not after' }],
  ['an end before its start', 'draft', 'draft', latest, later, null, { endsAt: 'is not after' }],
  ['a new end that has passed', 'live', 'live', null, now, null, { endsAt: 'has passed' }],
  ['an old end that has passed', 'ended', 'ended', null, before, before, {}],
  ['publishing past its end', 'draft', 'live', null, before, before, { endsAt: 'has passed' }],
  ['a draft past its end', 'draft', 'draft', null, before, before, {}],
  ['a start after it is out', 'live', 'live', later, null, null, { startsAt: 'is out already' }],
])('times: %s', (_, from, wanted, startsAt, endsAt, endsBefore, faults) => {
  const stored = { ...ROWS[from], startsAt: null, endsAt: endsBefore }
  const found = timeFaults({ startsAt, endsAt }, { before: stored, wanted, now })
  expect(found).toEqual(
    Object.fromEntries(
      Object.entries(faults).map(([field, part]) => [field, expect.stringContaining(part)]),
    ),
  )
})

/** Parses candidates: `a` is live, `A` has ended, `!` was open before. */
const candidates = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((each) => ({
      id: each.charAt(0).toLowerCase(),
      isLiving: /^[a-z]/.test(each),
      wasFree: each.endsWith('!'),
    }))

test.each([
  ['', '', ''],
  ['a b', 'ab', 'ab'],
  ['a b c d', 'abc', 'abc'],
  ['A! b c d e', 'bcd', 'abcd'],
  ['A! B! C! d', 'd', 'abcd'],
  ['A b c d', 'bcd', 'bcd'],
  ['A! b c', 'bc', 'abc'],
  ['A! B! C! D! E! F! g', '', 'abcdef'],
  ['A! B! C! D! e f g', 'ef', 'abcdef'],
  ['a! b! c! d! e', 'abc', 'abcd'],
])('of the preview deals %j open are %j, readable %j', (all, open, readable) => {
  const free = freeDealsOf(candidates(all), { aDay: 3, most: 6 })
  expect([free.open.join(''), [...free.readable].toSorted().join('')]).toEqual([open, readable])
})
