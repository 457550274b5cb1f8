import { expect, test } from 'vitest'
import { nearestBrand } from './brands.rules.ts'
import { groupWarnings, newWarnings } from './grouping.ts'
import { type KnownOf, type Outgoing, warningsOf } from './warnings.rules.ts'

const KNOWN: KnownOf = {
  isKnownBrand: true,
  nearBrand: undefined,
  elsewhere: undefined,
  lately: undefined,
  lastCents: null,
}
const deal = (row: number, more: Partial<Outgoing> = {}): Outgoing => ({
  ...{ dealId: null, row, brandName: 'Aubrelle', productName: `Coat ${row}` },
  ...{ retailerName: `Shop ${row}`, gtin: null, styleNumber: null, hasPicture: true },
  ...{ wasCents: 10_000, salePriceCents: 5000, day: '2026-11-23' },
  ...more,
})
const kindsOf = (deals: Outgoing[], known: Partial<KnownOf> = {}) =>
  warningsOf(deals, () => ({ ...KNOWN, ...known }), []).map(({ kind }) => kind)

test.each<[string, Partial<Outgoing>, Partial<KnownOf>, string[]]>([
  ['nothing', {}, {}, []],
  ['85% off', { salePriceCents: 1500 }, {}, []],
  ['more than 85% off', { salePriceCents: 1499 }, {}, ['far-off']],
  ['10% off', { salePriceCents: 9000 }, {}, []],
  ['less than 10% off', { salePriceCents: 9001 }, {}, ['little-off']],
  ['a price of nought', { salePriceCents: 0 }, {}, ['far-off', 'nought']],
  ['a price that is not known', { salePriceCents: null }, {}, []],
  ['no claim of a price before', { wasCents: null }, {}, []],
  ['no picture', { hasPicture: false }, {}, ['no-picture']],
  ['a new brand', {}, { isKnownBrand: false }, ['new-brand']],
  ['a misspelt brand', {}, { isKnownBrand: false, nearBrand: 'A' }, ['nearly-known-brand']],
  ['40% below the last price', {}, { lastCents: 8334 }, []],
  ['half of the last price', {}, { lastCents: 10_000 }, ['price-far']],
  ['twice the last price', {}, { lastCents: 2500 }, ['price-far']],
])('warns of %s', (_what, more, known, kinds) => {
  expect(kindsOf([deal(1, more)], known)).toEqual(kinds)
})

test('the same piece twice in one sheet, and a retailer with more than a third of the day', () => {
  const gtin = '00012345678905'
  expect(kindsOf([deal(1, { gtin }), deal(2, { gtin })])).toEqual(['same-elsewhere'])
  const named = { productName: 'Coat', retailerName: 'One' }
  expect(kindsOf([deal(1, named), deal(2, named)])).toEqual(['same-lately'])
  const ofOne = [1, 2, 3].map((row) => deal(row, { retailerName: 'One' }))
  const day = { day: '2026-11-23', retailerName: 'Others' }
  const shares = (deals: number) => warningsOf(ofOne, () => KNOWN, [{ ...day, deals }]).length
  expect([shares(5), shares(6)]).toEqual([3, 0])
})

test.each([
  ['Maison Aubrele', 'Maison Aubrelle'],
  ['maison-aubrelle!', undefined],
  ['Aubrelle Maison Paris', 'Maison Aubrelle'],
  ['Solvaen', 'Solvane'],
  ['Corvo & Fils', undefined],
  ['Ox', undefined],
])('%s is close to %s', (name, known) => {
  const brands = ['Maison Aubrelle', 'Solvane', 'Oxo'].map((each) => ({
    name: each,
    nameKey: each.toLowerCase(),
  }))
  expect(nearestBrand(name, brands)).toBe(known)
})

test('a key names exactly what was seen, and what was so before is no news', () => {
  const told = (deals: Outgoing[]) => warningsOf(deals, () => KNOWN, [])
  const keys = (deals: Outgoing[]) => groupWarnings(told(deals)).map(({ key }) => key)
  const bare = deal(1, { hasPicture: false })
  expect(keys([bare])).toEqual(keys([{ ...bare, dealId: 'another' }]))
  expect(keys([bare])).not.toEqual(keys([bare, deal(2, { hasPicture: false })]))
  const cheap = { ...bare, salePriceCents: 100 }
  expect(newWarnings(told([bare]), told([cheap])).map(({ kind }) => kind)).toEqual(['far-off'])
})
