import { expect, test } from 'vitest'
import { nameGivenAway, shopOfHost, suggestAlternative } from './alternative-text.copy.ts'

const facts = {
  brandName: 'Maison Aubrelle',
  department: 'women',
  category: 'totes',
  colour: 'red',
}

test('an alternative text is suggested from what all may know', () => {
  expect(suggestAlternative(facts)).toBe('Red tote by Maison Aubrelle, for women')
  expect(suggestAlternative({ ...facts, category: 'boots', department: 'unisex' })).toBe(
    'Red boots by Maison Aubrelle',
  )
  const nothing = { brandName: '', department: null, category: null, colour: null }
  expect(suggestAlternative(nothing)).toBe('Designer piece')
})

test.each([
  ['Red tote by Maison Aubrelle, for women', 'Zéphyrine Tote', false],
  ['The zephyrine tote, on a chair', 'Zéphyrine Tote', true],
  ['Zephyrine, in red', 'Maison Aubrelle Zéphyrine Tote', true],
  ['A red tote of smooth leather', 'Maison Aubrelle Leather Tote', false],
  ['A leather tote', 'Maison Aubrelle Leather Tote', true],
  ['A red tote', 'Tote', false],
  ['A red tote by Maison Aubrelle', 'Maison Aubrelle', false],
  ['Red tote as sold at Zymurgy', 'Zymurgy', true],
  ['Red tote, zymurgys neighbour', 'Zymurgy', false],
  ['', 'Zymurgy', false],
  ['Red tote', '', false],
])('‘%s’ gives away ‘%s’: %s', (text, name, isTold) => {
  expect(nameGivenAway(text, [name], facts)).toBe(isTold ? name : undefined)
})

test('a shop is called by its address, too', () => {
  expect(shopOfHost('www.zymurgy.example')).toBe('zymurgy')
})
