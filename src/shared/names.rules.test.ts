import { expect, test } from 'vitest'
import { dealName, foldHeading, foldLetters, foldName } from './names.ts'

test.each([
  ['Maison Aubrelle', 'MAISON  AUBRELLE'],
  ['Delphine Corvané', 'Delphine Corvane'],
  ["O'Hara", 'O’Hara'],
  ['Van-der-Loeven', 'Van der Loeven'],
  ['Ｋasumori', 'Kasumori'],
  ['Søren Weiß', 'Soren Weiss'],
  ['Atelier Nord.', 'Atelier Nord'],
  ['ŁÓDŹ', 'lodz'],
  ['Œuvre', 'oeuvre'],
])('%s and %s are one brand', (one, other) => {
  expect(foldName(one)).toBe(foldName(other))
})

test('names in other scripts are kept apart, and one without letters is empty', () => {
  expect(foldName('がか')).not.toBe(foldName('かか'))
  expect(foldName(' -!- ')).toBe('')
})

test('letters lose case and accents, and stay where they are', () => {
  expect(foldLetters('Été, à L’Étoile')).toBe('ete, a l’etoile')
})

test.each([
  ['Product Name', 'productname'],
  [' product_name ', 'productname'],
  ['PRODUCT-NAME:', 'productname'],
  ['Prodúct  Name', 'productname'],
  ['Carousel (0–5)', 'carousel05'],
  ['', ''],
])('the heading %j is matched as %j', (heading, folded) => {
  expect(foldHeading(heading)).toBe(folded)
})

test.each([
  ['Maison', 'Coat', 'Maison Coat'],
  ['Maison', '', 'Maison'],
  ['', 'Coat', 'Coat'],
  ['', '', 'a draft without a name'],
])('a deal of %j named %j is called %s', (brandName, productName, name) => {
  expect(dealName({ brandName, productName })).toBe(name)
})

test('a deal without a name is called by what is known of it', () => {
  expect(dealName({ brandName: '', productName: '' }, 'a deal at shop.example')).toBe(
    'a deal at shop.example',
  )
})
