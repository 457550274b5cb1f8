import { expect, test } from 'vitest'
import { editOf, NOTHING_WANTED, type Wanted } from './wanted.rules.ts'

const want = (change: Partial<Wanted>) => editOf({ ...NOTHING_WANTED, ...change })

test('what stays as it is does not stand in the edit', () => {
  expect(
    want({
      colour: '',
      sizes: { how: 'remove', text: 'S' },
      salePrice: { how: 'percent', text: ' −12,5 %' },
      endsAt: { how: 'none', text: '2026-11-24T09:00' },
      isPreview: 'no',
      carouselAssignment: '0',
    }),
  ).toEqual({
    edit: {
      colour: '',
      sizes: { remove: 'S' },
      salePrice: { percent: -12.5 },
      endsAt: '',
      isPreview: false,
      carouselAssignment: 0,
    },
  })
})

test.each<[string, Partial<Wanted>, string]>([
  ['nothing at all', {}, 'department'],
  ['no sizes to add', { sizes: { how: 'add', text: ' ' } }, 'sizes'],
  ['no percentage', { originalPrice: { how: 'percent', text: 'a lot' } }, 'originalPrice'],
  ['no day', { startsAt: { how: 'set', text: '' } }, 'startsAt'],
])('%s is asked for at its field', (_, change, field) => {
  expect(want(change)).toMatchObject({ field })
})

test('a price that is set to nothing is unknown', () => {
  expect(want({ salePrice: { how: 'set', text: '' } })).toEqual({
    edit: { salePrice: { set: '' } },
  })
})
