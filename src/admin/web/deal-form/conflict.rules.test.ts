import { expect, test } from 'vitest'
import { findDifferences, hasChanged, mergeVersions } from './conflict.rules.ts'
import { EMPTY_DRAFT } from './draft.rules.ts'

const base = {
  draft: { ...EMPTY_DRAFT, buyUrl: 'https://shop.example/1', productName: 'Coat', salePrice: '90' },
  pictures: ['a.jpg', 'b.jpg'],
  notes: { 'a.jpg': { alternative: 'A coat', focus: null, isKept: false } },
}
const with_ = (draft: object, pictures = base.pictures) => ({
  draft: { ...base.draft, ...draft },
  pictures,
  notes: base.notes,
})

const theirs = with_({ productName: 'Wool coat', salePrice: '80.00' }, ['b.jpg', 'a.jpg'])
const mine = with_({ productName: 'Long coat', brandName: 'Solvane' })

test('what both have changed is contested, what only they have changed is not', () => {
  expect(findDifferences({ base, theirs, mine })).toEqual([
    { field: 'productName', isContested: true },
    { field: 'salePrice', isContested: false },
    { field: 'pictures', isContested: false },
  ])
})

test('the same change twice is no difference', () => {
  const same = with_({ productName: 'Wool coat', salePrice: '$80' }, ['b.jpg', 'a.jpg'])
  expect(findDifferences({ base, theirs, mine: same })).toEqual([])
})

test('keeping mine never undoes what only they have changed', () => {
  expect(mergeVersions({ base, theirs, mine }, new Set())).toEqual({
    draft: { ...base.draft, productName: 'Long coat', salePrice: '80.00', brandName: 'Solvane' },
    pictures: ['b.jpg', 'a.jpg'],
    notes: base.notes,
  })
})

test('what is said of a picture is a field of its own', () => {
  const said = (alternative: string) => ({
    ...base,
    notes: { 'a.jpg': { alternative, focus: null, isKept: false } },
  })
  const versions = { base, theirs: said('Their coat'), mine: said('My coat') }
  expect(findDifferences(versions)).toEqual([{ field: 'notes', isContested: true }])
  expect(mergeVersions(versions, new Set()).notes).toEqual(said('My coat').notes)
  expect(mergeVersions(versions, new Set(['notes'] as const)).notes).toEqual(
    said('Their coat').notes,
  )
})

test('theirs is taken field by field', () => {
  const merged = mergeVersions({ base, theirs, mine }, new Set(['productName'] as const))
  expect(merged.draft).toMatchObject({ productName: 'Wool coat', brandName: 'Solvane' })
})

test('pictures count as a change by their order', () => {
  expect(hasChanged(base, with_({}, ['b.jpg', 'a.jpg']))).toBe(true)
  expect(hasChanged(base, with_({ salePrice: '90.00' }))).toBe(false)
})
