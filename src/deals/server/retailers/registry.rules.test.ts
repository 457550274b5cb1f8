import { describe, expect, test } from 'vitest'
import type { ChangeRetailer } from '#app/deals/registry.contract.ts'
import { deliveryInWords } from '#app/deals/registry.copy.ts'
import { deliveryOf, type RegistryColumns, readRegistry, withTermsDay } from './registry.rules.ts'

const TODAY = '2026-11-22'
const read = (typed: Omit<ChangeRetailer, 'version'>) =>
  readRegistry({ version: 1, ...typed }, TODAY)

const EMPTY: RegistryColumns = {
  linkTemplate: null,
  network: null,
  subIdParameter: null,
  commission: null,
  isNeverChecked: false,
  shipsTo: [],
  deliveryCents: null,
  freeDeliveryFromCents: null,
  duties: null,
  returnDays: null,
  termsDay: null,
}

describe('what is typed into the registry', () => {
  test.each([
    [{ shipsTo: 'us, Canada; UK' }, { shipsTo: ['CA', 'GB', 'US'] }],
    [{ shipsTo: '' }, { shipsTo: [] }],
    [{ commission: '8' }, { commission: 800 }],
    [{ commission: '7,25 %' }, { commission: 725 }],
    [
      { cost: '$12.50', freeFrom: '200' },
      { deliveryCents: 1250, freeDeliveryFromCents: 20_000 },
    ],
    [{ cost: '0' }, { deliveryCents: 0 }],
    [{ cost: '' }, { deliveryCents: null }],
    [{ duties: '' as const }, { duties: null }],
    [
      { duties: 'extra' as const, returnDays: '30' },
      { duties: 'extra', returnDays: 30 },
    ],
    [{ asOf: '2026-11-22' }, { termsDay: '2026-11-22' }],
    [{ network: '  Northlink  ' }, { network: 'Northlink' }],
    [
      { linkTemplate: 'https://go.northlink.example/?to={url}' },
      { linkTemplate: 'https://go.northlink.example/?to={url}' },
    ],
  ])('%j reads as %j', (typed, change) => {
    expect(read(typed)).toEqual({ change, faults: {} })
  })

  test.each([
    [{ shipsTo: 'CA, Atlantis' }, 'shipsTo', 'names no country with “Atlantis”'],
    [{ shipsTo: 'EU' }, 'shipsTo', 'names no country'],
    [{ commission: '101' }, 'commission', 'from 0 to 100'],
    [{ commission: '-1' }, 'commission', 'from 0 to 100'],
    [{ commission: '1.234' }, 'commission', 'two decimals'],
    [{ cost: '12 EUR' }, 'cost', 'US dollars'],
    [{ cost: '-1' }, 'cost', 'US dollars'],
    [{ returnDays: '2.5' }, 'returnDays', 'whole number'],
    [{ returnDays: '999' }, 'returnDays', 'from 0 to 730'],
    [{ asOf: '2026-11-23' }, 'asOf', 'is still to come'],
    [{ asOf: '2026-02-30' }, 'asOf', 'such as'],
    [{ subIdParameter: 'a&b' }, 'subIdParameter', 'must begin with a letter'],
    [{ linkTemplate: 'javascript:{url}' }, 'linkTemplate', 'must start with https'],
    [{ network: 'North\u202elink' }, 'network', 'invisible'],
  ])('%j is refused at %s: %s', (typed, field, words) => {
    const { change, faults } = read(typed)
    expect(change).toEqual({})
    expect(Object.keys(faults)).toEqual([field])
    expect(faults[field]).toContain(words)
  })
})

test('other terms are of today, unless another day is said; links have no day', () => {
  const before = { ...EMPTY, returnDays: 14, termsDay: '2026-05-01' }
  const day = (after: Partial<RegistryColumns>) =>
    withTermsDay(before, { ...before, ...after }, TODAY).termsDay
  expect(day({ returnDays: 30 })).toBe(TODAY)
  expect(day({ returnDays: 30, termsDay: '2026-11-01' })).toBe('2026-11-01')
  expect(day({ subIdParameter: 'ref' })).toBe('2026-05-01')
  expect(day({ termsDay: '2026-11-20' })).toBe('2026-11-20')
})

test.each([
  [{}, []],
  [{ shipsTo: ['US', 'CA'] }, ['Ships to: Canada and United States']],
  [{ deliveryCents: 0 }, ['Delivery: Free']],
  [{ deliveryCents: 1250, freeDeliveryFromCents: 20_000 }, ['Delivery: $12.50, free from $200']],
  [{ freeDeliveryFromCents: 20_000 }, ['Delivery: Free from $200']],
  [
    { duties: 'included', returnDays: 1 },
    ['Duties: Included in the price', 'Returns: Within 1 day'],
  ],
  [{ returnDays: 0 }, ['Returns: Nothing is taken back']],
])('%j is told as %j', (columns, lines) => {
  const told = deliveryInWords(deliveryOf({ ...EMPTY, ...columns }))
  expect(told.map(({ name, words }) => `${name}: ${words}`)).toEqual(lines)
})
