import { describe, expect, test } from 'vitest'
import { categoriesBeginning, nearestWords, readSought } from './words.rules.ts'

describe('words that are looked for', () => {
  test.each([
    ['Aubrelle', "('aubrelle':*)"],
    ['jo', "('jo')"],
    ["l'Été d’Or", "('lete':* & 'dor':*)"],
  ])('%s is looked for as %s in names', (text, query) => {
    const inNames = readSought(text)?.groups.map((group) => group.query.split(' | ')[0])
    expect(inNames?.join(' & ').replaceAll(/[()]/g, '')).toBe(query.replaceAll(/[()]/g, ''))
  })

  test('what something is called means it, in any number, and what is below it', () => {
    expect(readSought('Ankle Boots')?.query).toContain("'c=boots'")
    expect(readSought('bottines')?.query).toContain("'c=boots'")
    expect(readSought('noir')?.query).toContain("'k=black'")
    expect(readSought('shoes')?.query).toMatch(/'c=shoes' \| 'c=boots' \| .*'c=sandals'/)
    expect(readSought('sneak')?.query).toContain("'c=sneakers'")
    // Together they are one term; separately they would be two.
    expect(readSought('red shoulder bag')?.groups.map(({ typed }) => typed)).toEqual([
      'red',
      'shoulder bag',
    ])
  })

  test('whatever is typed, the question can be asked', () => {
    for (const text of [
      "o'n\\e'",
      '& | ! <->',
      'a:* & b',
      "'; drop table deals --",
      '靴 · Ботинки',
    ]) {
      for (const { words } of readSought(text)?.groups ?? []) {
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}\p{M}]+$/u)
      }
    }
    expect(readSought('& | !')).toBeUndefined()
  })
})

describe('wrong letters', () => {
  const words = ['aubrelle', 'auberge', 'boot', 'heel', 'bag', 'blazer', 'brazen']

  test.each([
    ['aubrele', ['aubrelle', 'auberge']],
    ['aurbelle', ['aubrelle']],
    ['obrelle', ['aubrelle']],
    ['aubrellee', ['aubrelle']],
    ['aubbrrellee', []],
    ['bott', ['boot']],
    ['bxxt', []],
    ['ba', []],
    ['blaxer', ['blazer']],
  ])('of %s are forgiven for %j', (wrong, near) => {
    expect(nearestWords(wrong, words)).toEqual(near)
  })
})

test.each([
  ['boo', ['boots']],
  ['bo', ['boots']],
  ['shoulder b', ['shoulder-bags']],
  ['escarpins', ['heels']],
  ['', []],
])('categories that begin with %j: %j', (text, values) => {
  expect(categoriesBeginning(text)).toEqual(values)
})

test('bags are found by their own name before those below them', () => {
  expect(categoriesBeginning('bag')[0]).toBe('bags')
})
