import { expect, test } from 'vitest'
import { findBrand, matchBrands } from './brands.rules.ts'

const brands = ['Carrigan Hale', 'Élodie Hart', 'Hartwell', 'Sølvane'].map((name) => ({
  name,
  deals: 1,
}))
const names = (typed: string) => matchBrands(brands, typed).map(({ name }) => name)

test('brands that begin so come before those that contain it', () => {
  expect(names('ha')).toEqual(['Hartwell', 'Carrigan Hale', 'Élodie Hart'])
  expect(names('elo')).toEqual(['Élodie Hart'])
  expect(names('  ')).toEqual([])
})

test('a brand is known however it was typed', () => {
  expect(findBrand(brands, 'elodie  HART')?.name).toBe('Élodie Hart')
  expect(findBrand(brands, 'Solvane')?.name).toBe('Sølvane')
  expect(findBrand(brands, 'Hart')).toBeUndefined()
})
