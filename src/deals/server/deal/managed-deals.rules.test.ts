import { expect, test } from 'vitest'
import { searchWords } from './managed-deals.rules.ts'

/** JavaScript reads these regular expressions as the database does. */
const finds = (typed: string, name: string) =>
  searchWords(typed).every(({ inName }) => new RegExp(inName).test(name))

test.each([
  ['pique', 'Piqué polo'],
  ['PIQUE', 'piqué polo'],
  ['piqué', 'Pique polo'],
  ['PIQUÉ', 'PIQUÉ POLO'],
  ['polo piq', 'Piqué polo'],
  ['naïve', 'Naive tee'],
  ["men's", 'Men’s belt'],
  ['men’s', "Men's belt"],
  ['øre', 'Ore bag'],
  ['lodz', 'Łódź coat'],
  ['50%', '50% wool'],
  ['a.b', 'A.B bag'],
  ['[new]', 'Bag [new]'],
  ['c++', 'C++ tee'],
  ['(s)', 'Coat (S)'],
  ['x-ray', 'X-Ray'],
  ['\\', 'a\\b'],
  ['^$', 'a^$b'],
  ['straße', 'Straße'],
  ['コート', 'ウールコート'],
  ['пальто', 'Пальто'],
  ['🧥', 'Coat 🧥'],
  ['', 'anything'],
])('%j finds %j', (typed, name) => {
  expect(finds(typed, name)).toBe(true)
})

test.each([
  ['polo x', 'Piqué polo'],
  ['.', 'Bag'],
  ['.*', 'Bag'],
  ['[a-z]', 'Bag'],
  ['%', 'Bag'],
  ['_', 'Bag'],
  ['\\w', 'Bag'],
  ['s', 'Tote'],
  ['ß', 'S'],
])('%j does not find %j', (typed, name) => {
  expect(finds(typed, name)).toBe(false)
})

test('a word is looked for among the houses as they are folded, unless nothing is left of it', () => {
  expect(searchWords("L'Étoile & 100%").map(({ inKey }) => inKey)).toEqual([
    '%letoile%',
    undefined,
    '%100%',
  ])
})

test('only so many words are looked for', () => {
  expect(searchWords('a '.repeat(50))).toHaveLength(8)
})
