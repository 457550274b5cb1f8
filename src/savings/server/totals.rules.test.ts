import { expect, test } from 'vitest'
import { countAnswered, totalsOf } from './totals.rules.ts'

const bought = (boughtOn: string, savingCents: number, state = 'recorded') => ({
  ...{ boughtOn, state, savingCents, purchases: 1, saving: savingCents > 0 ? 1 : 0 },
})

test('each purchase is in the one membership year of its day, the last day included', () => {
  const days = [
    bought('2026-03-02', 100),
    bought('2026-03-03', 1_000),
    bought('2027-03-02', 20_000),
    bought('2027-03-03', 300_000, 'confirmed'),
    bought('2027-03-03', 4_000_000, 'returned'),
    // A saving of zero, for example because nothing is proven.
    bought('2027-03-04', 0),
    bought('2028-03-04', 0, 'not-bought'),
    bought('2028-03-04', 0, 'open'),
  ]
  const { ever, years, membershipYears } = totalsOf(days, {
    firstDay: '2026-03-03',
    today: '2027-05-01',
  })
  expect(membershipYears.map(({ number, counted }) => [number, counted])).toEqual([
    [2, 3_000],
    [1, 210],
  ])
  expect(years.map(({ year, counted, returned }) => [year, counted, returned])).toEqual([
    [2027, 3_200, 40_000],
    [2026, 11, 0],
  ])
  expect(ever).toMatchObject({ counted: 3_211, purchases: 5, purchasesSaving: 4 })
  expect(countAnswered(days)).toBe(7)
})
