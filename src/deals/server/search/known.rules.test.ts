import { expect, test } from 'vitest'
import { knownCategories, namesBeginning, wordsOfEverybody } from './known.rules.ts'
import { readSought } from './words.rules.ts'

const named = (name: string, isLiving = true) => {
  const nameKey = name.toLowerCase()
  return { slug: nameKey.replaceAll(' ', '-'), name, nameKey, words: nameKey.split(' '), isLiving }
}
const KNOWN = {
  brands: [named('Aubrelle'), named('Maison Aubade'), named('Auguste', false), named('N 7')],
  retailers: [],
  filed: new Set(['c:boots', 'k:black']),
}

test.each([
  ['au', 4, ['Aubrelle', 'Maison Aubade']],
  ['au', 1, ['Aubrelle']],
  ['maison a', 4, ['Maison Aubade']],
  // Of it everything has ended.
  ['aug', 4, []],
  ['ub', 4, []],
])('of %s at most %i are meant: %j', (beginning, limit, names) => {
  expect(namesBeginning(KNOWN.brands, beginning, limit).map(({ name }) => name)).toEqual(names)
})

test('categories are meant that a deal has, or one below them', () => {
  expect(knownCategories(KNOWN, 'boo', 3)).toEqual(['boots'])
  expect(knownCategories(KNOWN, 'shoe', 3)).toContain('shoes')
  expect(knownCategories(KNOWN, 'tote', 3)).toEqual([])
})

test('words find what brands are called and what deals are filed under, also where all has ended', async () => {
  const words = wordsOfEverybody(KNOWN)
  const answered = async (text: string) => [
    ...(await words.findAnswered(readSought(text)?.groups ?? [])),
  ]
  expect(await answered('aubr bottines silk auguste red')).toEqual([0, 1, 3])
  expect(await words.findAlike('augste')).toEqual(['aubrelle', 'maison', 'aubade', 'auguste'])
  expect(await words.findBrandOfWord('aubade')).toBe('Maison Aubade')
  expect(await words.findBrandOfWord('aub')).toBeUndefined()
})
