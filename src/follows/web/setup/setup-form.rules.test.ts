import { expect, test } from 'vitest'
import { CEILING_WORDS, readSetupForm } from './setup-form.rules.ts'

const read = (...fields: Array<[string, string]>) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return readSetupForm(form)
}

test('what is chosen is said once; what is left out is not followed as well', () => {
  const { wish, problems } = read(
    ['department', 'women'],
    ['brand', 'aubrelle'],
    ['brand', 'aubrelle'],
    ['brand', 'bellac'],
    ['hidden-brand', 'bellac'],
    ['category', 'boots'],
    ['hidden-category', 'boots'],
    ['size', 'w-shoes-eu38'],
    ['ceiling-boots', ' $1,200 '],
    ['ceiling-bags', ''],
  )
  expect(wish).toEqual({
    departments: ['women'],
    brands: ['aubrelle'],
    categories: [],
    sizes: ['w-shoes-eu38'],
    ceilings: { boots: 1200 },
    hiddenBrands: ['bellac'],
    hiddenCategories: ['boots'],
  })
  expect(problems).toEqual({})
})

test.each(['0', '-5', '4.50', 'cheap', '100001', '1e3'])(
  '%j is no ceiling, and told of',
  (text) => {
    const { wish, problems } = read(['ceiling-boots', text])
    expect(wish.ceilings).toEqual({})
    expect(problems).toEqual({ 'ceiling-boots': CEILING_WORDS })
  },
)
