import { describe, expect, test } from 'vitest'
import {
  HELD_MS,
  METERED_STATES,
  TOLD_AT_MONTHS,
  whyNoFee,
} from '#app/guarantee/guarantee.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import {
  couldCostCents,
  type DuePayment,
  disputeState,
  type Facts,
  isWatched,
  judgeYear,
} from './claim.rules.ts'

const START = new Date('2026-03-03T15:00:00Z')
const END = new Date('2027-03-03T15:00:00Z')
const days = (many: number) => new Date(END.getTime() + many * DAY_MS)
const PAID: DuePayment = { feeCents: 9700, dueCents: 9700, dispute: null, wonAt: null }

const facts = (more: Partial<Facts> = {}): Facts => ({
  now: days(1),
  year: { startsAt: START, endsAt: END, paidMonths: 12, isWhole: true },
  going: 'on',
  savings: { recordedCents: 6400, confirmedCents: 0, waitingCents: 0 },
  payments: [PAID],
  decided: null,
  hadBefore: false,
  ...more,
})
const saved = (recordedCents: number, confirmedCents = 0, waitingCents = 0) => ({
  savings: { recordedCents, confirmedCents, waitingCents },
})
const disputed = (dispute: DuePayment['dispute'], wonAt: Date | null = null) => ({
  payments: [PAID, { ...PAID, dispute, wonAt }],
})
const part = { startsAt: START, endsAt: END, paidMonths: 3, isWhole: false }

describe('a guarantee', () => {
  test.each<[name: string, more: Partial<Facts>, state: string, refusal?: string]>([
    ['of nobody who has paid', { year: undefined }, 'none'],
    ['runs before the end', { now: new Date(END.getTime() - 1) }, 'running'],
    ['runs whatever is saved', { now: days(-1), ...saved(50_000) }, 'running'],
    ['of a year, for who stops the renewal', { now: days(-90), going: 'ending' }, 'running'],
    ['of a year, for whose membership has ended', { now: days(-90), going: 'ended' }, 'running'],
    ['opens with the end', { now: END }, 'open'],
    ['of who has had one before', { hadBefore: true }, 'had'],
    [
      'of who has had one before, while theirs is paid',
      { hadBefore: true, decided: 'paying' },
      'paying',
    ],
    ['opens for ex-members as well', { going: 'ended' }, 'open'],
    ['opens with nothing saved', saved(0), 'open'],
    ['opens a cent below', saved(9_999), 'open'],
    ['does not at the goal', saved(10_000), 'saved'],
    ['counts both', saved(5_000, 5_000), 'saved'],
    ['is open on the sixtieth day', { now: new Date(days(60).getTime() - 1) }, 'open'],
    ['is over after it', { now: days(60) }, 'over'],
    ['is over after it whatever was saved', { now: days(60), ...saved(20_000) }, 'over'],
    ['goes on for months that are not twelve yet', { year: part, now: days(9) }, 'running'],
    ['of months, for who leaves before', { year: part, going: 'ending' }, 'leaving'],
    ['of months, for who has left before', { year: part, going: 'ended' }, 'stopped'],
    ['is refused by a chargeback that is open', disputed('open'), 'refused', 'chargeback-open'],
    ['also after sixty days', { ...disputed('open'), now: days(90) }, 'refused', 'chargeback-open'],
    ['is refused by one that is lost', disputed('lost'), 'refused', 'chargeback-lost'],
    ['is over after it', { ...disputed('lost'), now: days(60) }, 'over'],
    ['is not by one that is won', disputed('won', days(-9)), 'open'],
    ['opens again when it is won', { ...disputed('won', days(80)), now: days(139) }, 'open'],
    ['for sixty days', { ...disputed('won', days(80)), now: days(140) }, 'over'],
    [
      'is not refused by one of another year',
      { payments: [PAID, { ...PAID, feeCents: 0, dueCents: 0, dispute: 'lost' }] },
      'open',
    ],
    [
      'is refused when all was paid back',
      { payments: [{ ...PAID, dueCents: 0 }] },
      'refused',
      'paid-back',
    ],
    ['is not when a part was', { payments: [{ ...PAID, dueCents: 1 }] }, 'open'],
    ['is refused by confirmed savings', saved(0, 10_000), 'refused', 'confirmed'],
    ['is by what is confirmed without what waits', saved(0, 12_000, 2_000), 'refused', 'confirmed'],
    ['is not by what waits', saved(0, 12_000, 2_001), 'open'],
    ['is not by what is recorded', saved(10_000, 9_999), 'saved'],
    ['may be corrected where what waits is not needed', saved(10_000, 5_000, 5_000), 'saved'],
    ['that is being paid is', { decided: 'paying', ...disputed('open') }, 'paying'],
    ['that is paid stays so', { decided: 'paid', ...saved(0, 50_000), now: days(400) }, 'paid'],
    ['that waits is for a person', { decided: 'waiting', ...saved(0, 50_000) }, 'waiting'],
    ['that is held stays so', { decided: 'held', now: days(70) }, 'held'],
  ])('%s', (_name, more, state, refusal) => {
    expect(judgeYear(facts(more))).toMatchObject({ state, refusal: refusal ?? null })
  })

  test('says until when, and what a person has to look at', () => {
    expect(judgeYear(facts())).toMatchObject({ until: days(60), isForPerson: false })
    expect(judgeYear(facts(saved(0, 12_000, 5_000)))).toMatchObject({ isForPerson: true })
    expect(judgeYear(facts({ ...disputed('won', days(30)), now: days(31) }))).toMatchObject({
      until: days(90),
    })
  })
})

test('who has left before twelve paid months has no meter, which would run until another day each day', () => {
  const { state } = judgeYear(facts({ year: part, going: 'ended' }))
  expect(METERED_STATES).not.toContain(state)
  expect(METERED_STATES).toContain(judgeYear(facts({ year: part, now: days(9) })).state)
})

test('a year that runs says why it will have no fee to give back', () => {
  const paid = { due: 1200, dispute: null }
  expect(whyNoFee([paid], false)).toBeUndefined()
  expect(whyNoFee([paid, { due: 0, dispute: null }], true)).toBeUndefined()
  expect(whyNoFee([paid, { ...paid, dispute: 'won' }], true)).toBeUndefined()
  expect(whyNoFee([{ due: 0, dispute: null }], true)).toBe('paid-back')
  // Further of the twelve months are still to come.
  expect(whyNoFee([{ due: 0, dispute: null }], false)).toBeUndefined()
  expect(whyNoFee([paid, { ...paid, dispute: 'lost' }], false)).toBe('chargeback-lost')
  expect(
    whyNoFee(
      [
        { ...paid, dispute: 'lost' },
        { ...paid, dispute: 'open' },
      ],
      true,
    ),
  ).toBe('chargeback-open')
})

test('what the provider says of chargebacks', () => {
  const said = {
    needs_response: 'open',
    under_review: 'open',
    lost: 'lost',
    prevented: 'lost',
    won: 'won',
    warning_needs_response: null,
    warning_closed: null,
    'invented later': null,
  }
  for (const [status, state] of Object.entries(said)) expect(disputeState(status)).toBe(state)
})

test('a refund that has arrived is looked at daily for thirty days', () => {
  const refund = { state: 'paid', refundId: 're_1', paidAt: END }
  expect(isWatched(refund, new Date(days(30).getTime() - 1))).toBe(true)
  expect(isWatched(refund, days(30))).toBe(false)
  expect(isWatched({ ...refund, state: 'stuck' }, days(1))).toBe(false)
  expect(isWatched({ ...refund, refundId: null }, days(1))).toBe(false)
})

test('people are told at nine months and at eleven, and wait for 72 hours at most', () => {
  expect([...TOLD_AT_MONTHS, HELD_MS]).toEqual([9, 11, 72 * 3_600_000])
})

describe('what a year could cost at its end', () => {
  const month = (more: Partial<DuePayment> = {}): DuePayment => ({
    ...{ feeCents: 1200, dueCents: 1200, dispute: null, wonAt: null },
    ...more,
  })
  const whole = { startsAt: START, endsAt: END, paidMonths: 12, isWhole: true }
  test.each<[name: string, known: Parameters<typeof couldCostCents>[0], cents: number]>([
    ['nothing paid, nothing', { year: undefined, payments: [] }, 0],
    ['paid at once, its fee', { year: whole, payments: [PAID] }, 9700],
    [
      'three months of twelve, twelve',
      { year: part, payments: [month(), month(), month()] },
      12 * 1200,
    ],
    [
      'less what went back',
      { year: part, payments: [month(), month({ dueCents: 0 }), month()] },
      13_200,
    ],
    [
      'what is for the time after it, not',
      { year: whole, payments: [PAID, { ...PAID, feeCents: 0, dueCents: 0, dispute: 'lost' }] },
      9700,
    ],
    ['a chargeback, nothing', { year: part, payments: [month(), month({ dispute: 'open' })] }, 0],
  ])('%s', (_name, known, cents) => {
    expect(couldCostCents(known)).toBe(cents)
  })
})
