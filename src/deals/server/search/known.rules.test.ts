import { expect, test } from 'vitest'
import {
  knownCategories,
  mayFind,
  NEWEST_AT_HAND,
  namesBeginning,
  piecesAtHand,
  wordsOfEverybody,
  wordsOfMembers,
} from './known.rules.ts'
import { readSought } from './words.rules.ts'

const named = (name: string, isLiving = true) => {
  const nameKey = name.toLowerCase()
  return { slug: nameKey.replaceAll(' ', '-'), name, nameKey, words: nameKey.split(' '), isLiving }
}
const KNOWN = {
  brands: [named('Aubrelle'), named('Maison Aubade'), named('Auguste', false), named('N 7')],
  retailers: [],
  filed: new Set(['c:boots', 'k:black']),
  words: ['aubrelle', 'chaussette', 'mohair', 'silk', 'silken'],
  newest: [
    { id: 'one', words: ' aubrelle b=aubrelle c=boots mohair ' },
    { id: 'two', words: ' silken chaussette k=black ' },
    { id: 'three', words: ' mohair coat c=coats ' },
  ],
}

test.each([
  ['au', 4, ['Aubrelle', 'Maison Aubade']],
  ['au', 1, ['Aubrelle']],
  ['maison a', 4, ['Maison Aubade']],
  // All of its deals have ended.
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

test.each([
  ['silk', true],
  ['chau', true],
  ['sill', false],
  ['zzz', false],
  // Words of its category, and words that are not stored and so cannot be ruled out.
  ['bottines', true],
  ['n7', true],
  ['si', true],
])('whether members’ %s may be in a name: %s', (text, isPossible) => {
  const [group] = readSought(text)?.groups ?? []
  expect(group && mayFind(KNOWN, group)).toBe(isPossible)
})

test('the database is asked only for words of members that a name has had', async () => {
  const asked: string[] = []
  const database = {
    findAnswered: async (groups: Array<{ typed: string }>) => {
      asked.push(...groups.map(({ typed }) => typed))
      return new Set([1])
    },
    findAlike: () => Promise.reject(new Error('asked')),
    findBrandOfWord: () => Promise.reject(new Error('asked')),
  }
  const words = wordsOfMembers({ ...KNOWN, newest: [] }, database)
  const { groups = [] } = readSought('xyzzy silk chaussette') ?? {}
  expect([...(await words.findAnswered(groups))]).toEqual([2])
  expect(asked).toEqual(['silk', 'chaussette'])
  expect(await words.findAlike('chausete')).toEqual(['chaussette'])
  expect(await words.findBrandOfWord('aubade')).toBe('Maison Aubade')
})

test.each([
  ['mohair', 8, ['one', 'three']],
  ['mohair', 1, ['one']],
  ['silk', 8, ['two']],
  ['mohair bottines', 8, ['one']],
  // Shorter than a prefix may be.
  ['mo', 8, []],
  ['chaus black', 8, ['two']],
])('of the newest pieces %s finds, of %i at most, %j', (text, limit, ids) => {
  const sought = readSought(text)
  expect(sought && piecesAtHand(KNOWN.newest, sought, limit).ids).toEqual(ids)
})

test('the database is asked for pieces only where more may live than are at hand', () => {
  const sought = readSought('mohair')
  const isCertain = (newest: typeof KNOWN.newest, limit: number) =>
    sought && piecesAtHand(newest, sought, limit).isCertain
  const others = Array.from({ length: NEWEST_AT_HAND }, (_, n) => ({
    id: String(n),
    words: ' silk ',
  }))
  expect(isCertain(KNOWN.newest, 8)).toBe(true)
  expect(isCertain([...KNOWN.newest, ...others], 8)).toBe(false)
  expect(isCertain([...KNOWN.newest, ...others], 2)).toBe(true)
})

test('of what the newest pieces have the database is not asked, nor of what comes after it', async () => {
  const asked: string[] = []
  const words = wordsOfMembers(KNOWN, {
    findAnswered: async (groups) => {
      asked.push(...groups.map(({ typed }) => typed))
      return new Set<number>()
    },
  })
  const { groups = [] } = readSought('chaussette silk aubrelle') ?? {}
  expect([...(await words.findAnswered(groups))]).toEqual([0, 1, 2])
  const nearest = readSought('mohair chaussette aub')?.groups ?? []
  expect([...(await words.findAnswered(nearest, { isFirstEnough: true }))]).toEqual([0])
  expect(asked).toEqual([])
})
