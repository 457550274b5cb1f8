import { describe, expect, test } from 'vitest'
import { TERM_WORDS } from '#app/deals/vocabulary/term-words.facts.ts'
import { GOOGLE_IDS, TERM_FIELDS, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { guessTerm, readTerm } from './terms.rules.ts'

describe('the vocabulary', () => {
  test('has four departments, categories on two levels, and fourteen colours', () => {
    const levels = Object.groupBy(VOCABULARY.category, ({ parent }) => parent ?? 'top')
    expect(Object.entries(levels).map(([above, terms]) => [above, terms?.length])).toEqual([
      ['top', 4],
      ['clothing', 9],
      ['shoes', 5],
      ['bags', 5],
      ['accessories', 7],
    ])
    expect(VOCABULARY.department.map(({ label }) => label)).toEqual([
      'Women',
      'Men',
      'Unisex',
      'Kids',
    ])
    expect(VOCABULARY.colour).toHaveLength(14)
  })

  test('gives every category an id of Google’s taxonomy, and none twice the same value', () => {
    for (const { value } of VOCABULARY.category) {
      expect(GOOGLE_IDS[value]?.length, value).toBeGreaterThan(0)
    }
    for (const field of TERM_FIELDS) {
      const values = VOCABULARY[field].map(({ value }) => value)
      expect(new Set(values).size).toBe(values.length)
      expect(values).toEqual(expect.arrayContaining(Object.keys(TERM_WORDS[field])))
    }
  })

  test.each(TERM_FIELDS)(
    'understands each %s by its value, its label and each of its words',
    (field) => {
      for (const { value, label } of VOCABULARY[field]) {
        const words = [value, label, ...(TERM_WORDS[field][value]?.split(', ') ?? [])]
        for (const word of words) expect(readTerm(field, word), word).toBe(value)
      }
    },
  )
})

test.each([
  ['boot', 'boots'],
  ['ankle boots', 'boots'],
  ['ANKLE-BOOTS', 'boots'],
  ['Leather Tote Bags', 'totes'],
  ['handbag', 'bags'],
  ['Handbags', 'bags'],
  ['Bags', 'bags'],
  ['Tops and Shirts', 'tops-and-shirts'],
  ['Dresses', 'dresses'],
  ['Accessories', 'accessories'],
  ['Scarves', 'scarves'],
  ['jewelry', 'jewellery'],
  ['Sacs à main', 'bags'],
  ['bottines', 'boots'],
  ['Boucles d’oreilles', 'jewellery'],
  ['Women > Shoes > Ankle Boots', 'boots'],
  ['Apparel & Accessories > Shoes > Whatever', 'shoes'],
  ['Bags/Totes', 'totes'],
  ['Totes | Bags', 'totes'],
  ['Dresses/Skirts', undefined],
  ['hoodies', 'tops-and-shirts'],
  ['Bow ties', 'accessories'],
  ['Booties', 'boots'],
  ['Beanies', 'hats-and-gloves'],
  ['veste en cuir', 'coats-and-jackets'],
  ['Bottes en daim', 'boots'],
  ['Weekenders', 'bags'],
  ['5598', 'coats-and-jackets'],
  ['201', 'watches'],
  // An id for several of our terms maps to what they have in common.
  ['187', 'shoes'],
  ['212', 'clothing'],
  ['3032', 'bags'],
  ['166', undefined],
  ['robe', undefined],
  ['Bags & Belts', undefined],
  ['shoes, bags', undefined],
  ['Shoe care', undefined],
  ['gizmo', undefined],
  ['—', undefined],
  ['Shorts', 'trousers'],
  ['Short', undefined],
  ['Tight', undefined],
])('the category %j is read as %s', (text, category) => {
  expect(readTerm('category', text)).toBe(category)
})

test.each([
  ['noir', 'black'],
  ['Noires', 'black'],
  ['Navy blue', 'blue'],
  ['slate blue', 'blue'],
  ['slate', 'grey'],
  ['Light Navy', 'blue'],
  ['Off-White', 'white'],
  ['rose gold', 'gold'],
  ['Black leather', 'black'],
  ['black/white', undefined],
  ['gold and oxblood', undefined],
  ['multi', undefined],
])('the colour %j is read as %s', (text, colour) => {
  expect(readTerm('colour', text)).toBe(colour)
})

test.each([
  ['Women’s', 'women'],
  ['ladies', 'women'],
  ['Femme', 'women'],
  ['Mens', 'men'],
  ['Homme', 'men'],
  ['Men & Women', 'unisex'],
  ['Girls', 'kids'],
  ['Women / Kids', undefined],
  ['F', 'women'],
  ['M', 'men'],
  ['Garçons', 'kids'],
  ['Damen', undefined],
])('the department %j is read as %s', (text, department) => {
  expect(readTerm('department', text)).toBe(department)
})

test.each<[string, (string | undefined)[]]>([
  ['Structured Tote in Oxblood Grained Leather', [undefined, 'totes', 'red']],
  ['Tote with Gold Chain Strap', [undefined, 'totes', undefined]],
  ['Velvet Block-Heel Ankle Boot, Wine', [undefined, 'boots', 'red']],
  ['Short-Sleeve Silk Dress', [undefined, 'dresses', undefined]],
  ['Women’s Camel Coat', ['women', 'coats-and-jackets', 'brown']],
  ['Black and White Scarf', [undefined, 'scarves', undefined]],
  ['Merino Knit M', [undefined, 'knitwear', undefined]],
  ['The Camber', [undefined, undefined, undefined]],
  ['', [undefined, undefined, undefined]],
])('from the name %j is guessed %j', (name, guesses) => {
  expect(TERM_FIELDS.map((field) => guessTerm(field, name))).toEqual(guesses)
})
