import { expect, test } from 'vitest'
import {
  besideCategory,
  type Category,
  categoryTrees,
  filedUnder,
  findCategory,
  placeOf,
  valuesOf,
} from './categories.rules.ts'

const COUNTS = new Map([
  ['bags', 1],
  ['totes', 4],
  ['clutches', 2],
  ['boots', 3],
])
const category = (slug: string) => findCategory(slug) as Category

test('a category stands for itself and what is below it', () => {
  expect(valuesOf({ value: 'totes' })).toEqual(['totes'])
  expect(valuesOf({ value: 'bags' })).toEqual([
    ...['bags', 'shoulder-bags', 'crossbody-bags', 'totes', 'clutches', 'backpacks'],
  ])
  expect(placeOf(category('bags'), COUNTS)).toEqual({ slug: 'bags', name: 'Bags', deals: 7 })
  expect(findCategory('nothing')).toBeUndefined()
})

test('those without deals are not there, on either level', () => {
  expect(categoryTrees(COUNTS)).toEqual([
    { slug: 'shoes', name: 'Shoes', deals: 3, below: [{ slug: 'boots', name: 'Boots', deals: 3 }] },
    {
      ...{ slug: 'bags', name: 'Bags', deals: 7 },
      below: [
        { slug: 'totes', name: 'Totes', deals: 4 },
        { slug: 'clutches', name: 'Clutches', deals: 2 },
      ],
    },
  ])
  expect(categoryTrees(new Map())).toEqual([])
})

test('from each leads a way to those below it, or beside it', () => {
  const slugs = (slug: string) => besideCategory(category(slug), COUNTS).map((each) => each.slug)
  expect(slugs('bags')).toEqual(['totes', 'clutches'])
  expect(slugs('totes')).toEqual(['clutches'])
  expect(slugs('boots')).toEqual([])
})

test('a brand has what its deals are filed under, in the order of the vocabulary', () => {
  expect(filedUnder(COUNTS).map(({ slug }) => slug)).toEqual(['boots', 'bags', 'totes', 'clutches'])
})
