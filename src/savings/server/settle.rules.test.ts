import { describe, expect, test } from 'vitest'
import { countedCents, type Decision, type ReportLine, type Said, settle } from './settle.rules.ts'

const TRIP = {
  ...{ day: '2026-11-10', wasCents: 40_000, nowCents: 25_000 },
  ...{ basis: 'retailer' as const, isProven: true },
}
const said = (what: Said['what'], paidCents: number | null = 25_000): Said => ({
  ...{ what, paidCents, on: '2026-11-11' },
})
const line = (state: ReportLine['state'], more: Partial<ReportLine> = {}): ReportLine => ({
  ...{ orderNumber: 'A', soldOn: '2026-11-12', valueCents: 30_000, itemCents: null, reason: null },
  isPart: false,
  state,
  ...more,
})
/** A partial return of the order, which is worth $300. */
const part = (valueCents: number, more: Partial<ReportLine> = {}) =>
  line('returned', { valueCents, isPart: true, ...more })
const decided = (what: Decision['what'], paidCents: number | null = null): Decision => ({
  ...{ what, paidCents, why: 'Seen' },
})
const settled = (known: Partial<Parameters<typeof settle>[0]>) =>
  settle({
    ...{ trip: TRIP, said: undefined, lines: [], decision: undefined, today: '2026-11-20' },
    ...known,
  })

describe('what became of a purchase', () => {
  test.each<[name: string, known: Parameters<typeof settled>[0], becomes: object]>([
    ['nothing is said', {}, { state: 'open', savingCents: 0 }],
    ['not bought', { said: said('not-bought') }, { state: 'not-bought', savingCents: 0 }],
    ['bought', { said: said('bought') }, { state: 'recorded', savingCents: 15_000 }],
    [
      'bought for the price before',
      { said: said('bought', 40_000) },
      { savingCents: 0, noughtWhy: null },
    ],
    [
      'for a cent more than it',
      { said: said('bought', 40_001) },
      { savingCents: 0, noughtWhy: 'above-was' },
    ],
    ['reported', { lines: [line('confirmed')] }, { state: 'confirmed', boughtOn: '2026-11-12' }],
    [
      'reported without a price: as shown, for a person to look at',
      { lines: [line('confirmed')] },
      { paidCents: 25_000, waitsFor: 'price' },
    ],
    [
      'reported without a price: as its owner says, before what was shown',
      { said: said('bought', 27_000), lines: [line('confirmed')] },
      { paidCents: 27_000, savingCents: 13_000, waitsFor: null },
    ],
    [
      'and at most the value of the order',
      { said: said('bought', 35_000), lines: [line('confirmed')] },
      { paidCents: 30_000, savingCents: 10_000 },
    ],
    [
      'where it counts nought nobody has to look',
      { lines: [line('confirmed')], trip: { ...TRIP, isProven: false } },
      { savingCents: 0, noughtWhy: 'as-stated', waitsFor: null },
    ],
    [
      'reported, and said to have gone back: a person looks',
      { said: said('returned'), lines: [line('confirmed')] },
      { state: 'confirmed', waitsFor: 'return' },
    ],
    [
      'a person has looked',
      { lines: [line('confirmed')], decision: decided('counts', 20_000) },
      { paidCents: 20_000, savingCents: 20_000, waitsFor: null },
    ],
    [
      'a person takes it off',
      { lines: [line('confirmed')], decision: decided('returned') },
      { state: 'returned', reason: 'Seen' },
    ],
    [
      'of one order a return stands before a refusal',
      { lines: [line('rejected'), line('confirmed'), line('returned')] },
      { state: 'returned' },
    ],
    [
      'bought again, by another order, after it went back',
      {
        lines: [line('confirmed'), line('returned'), line('confirmed', { orderNumber: 'B' })],
      },
      { state: 'confirmed' },
    ],
    [
      'one order went back, of another nothing came',
      { lines: [line('rejected', { orderNumber: 'B' }), line('confirmed'), line('returned')] },
      { state: 'returned' },
    ],
    [
      'a part of its order went back, and as much is left as the piece cost: it is kept',
      { said: said('bought', 20_000), lines: [line('confirmed'), part(10_000)] },
      { state: 'confirmed', paidCents: 20_000, savingCents: 20_000, waitsFor: null },
    ],
    [
      'less is left than the piece cost: as much of the saving, and a person looks',
      { said: said('bought', 20_000), lines: [part(10_000), line('confirmed'), part(10_001)] },
      { state: 'confirmed', savingCents: 9999, waitsFor: 'return' },
    ],
    [
      'a person has looked at that: it is not asked again',
      {
        lines: [line('confirmed'), part(20_000)],
        decision: decided('counts', 20_000),
      },
      { state: 'confirmed', savingCents: 10_000, waitsFor: null },
    ],
    [
      'all of it went back, part by part',
      { lines: [part(10_000), line('confirmed'), part(20_000)] },
      { state: 'returned' },
    ],
    [
      'what went back is the piece, by its price',
      {
        lines: [line('confirmed', { itemCents: 20_000 }), part(20_000, { itemCents: 20_000 })],
      },
      { state: 'returned' },
    ],
    [
      'a part went back of what nobody has said was bought',
      { lines: [part(10_000)] },
      { state: 'returned' },
    ],
    [
      'a part went back, and then the whole',
      { lines: [line('confirmed'), part(10_000), line('returned')] },
      { state: 'returned' },
    ],
    [
      'a part of one order went back, of another nothing',
      { lines: [line('confirmed'), part(29_000), line('confirmed', { orderNumber: 'B' })] },
      { state: 'confirmed', savingCents: 15_000, waitsFor: 'price' },
    ],
    [
      'without a trip',
      { trip: undefined, said: said('bought') },
      { state: 'recorded', savingCents: 0, noughtWhy: 'no-trip' },
    ],
  ])('%s', (_name, known, becomes) => {
    expect(settled(known)).toMatchObject(becomes)
  })

  test('counts while it is recorded or confirmed, and in no other state', () => {
    const states = ['open', 'not-bought', 'recorded', 'confirmed', 'returned', 'rejected'] as const
    const counted = states.filter((state) => countedCents({ state, savingCents: 100 }) > 0)
    expect(counted).toEqual(['recorded', 'confirmed'])
  })
})
