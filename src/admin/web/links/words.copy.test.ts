import { expect, test } from 'vitest'
import type { PastedLink } from '#app/links/links.contract.ts'
import { draftInWords, hopelessBy, isReady, madeInWords, pastedInWords } from './words.copy.ts'

const link = (more: Partial<PastedLink>) =>
  ({
    ...{ state: 'read', url: 'https://shop.example/1', answer: null, notes: [], same: [] },
    ...{ draft: {}, sources: {} },
    ...more,
  }) as unknown as PastedLink
const WHOLE = { brandName: 'Aubrelle', productName: 'Tote', salePrice: '300.00', currency: 'USD' }

test('what a page did not say, a person may have: then it is made with all others', () => {
  expect(isReady(link({ draft: WHOLE }))).toBe(true)
  expect(isReady(link({ draft: { ...WHOLE, salePrice: '' } }))).toBe(false)
  expect(isReady(link({ draft: WHOLE, state: 'unread', answer: 'refused' }))).toBe(true)
  expect(isReady(link({ draft: WHOLE, state: 'unread', url: null }))).toBe(false)
  expect(isReady(link({ draft: WHOLE, notes: ['sold-out'] }))).toBe(false)
})

test('nothing comes of a link that is gone, sold out, no piece or there already, unless somebody wrote on it', () => {
  for (const answer of ['gone', 'list', 'no-link'] as const) {
    expect(hopelessBy(link({ state: 'unread', answer }))).toBe(answer)
  }
  const beside = (same: object) => link({ same: [same] as PastedLink['same'] })
  expect(hopelessBy(link({ notes: ['sold-out'] }))).toBe('sold-out')
  expect(hopelessBy(beside({ by: 'link', dealId: 'd' }))).toBe('in-club')
  expect(hopelessBy(beside({ by: 'link', dealId: null, linkId: 'l' }))).toBeUndefined()
  expect(hopelessBy(beside({ by: 'words', dealId: 'd' }))).toBeUndefined()
  expect(hopelessBy(link({ state: 'unread', answer: 'refused' }))).toBeUndefined()
  expect(hopelessBy(link({ state: 'waiting' }))).toBeUndefined()
  const sources = { brandName: 'typed' } as const
  expect(hopelessBy(link({ state: 'unread', answer: 'gone', sources }))).toBeUndefined()
})

test('what came of a paste is told by what each line was', () => {
  const pasted = { added: 0, noLink: 0, twice: 0, open: 0, rest: [] }
  expect(pastedInWords({ ...pasted, added: 5, noLink: 4, twice: 1 })).toBe(
    '1 link is taken. 4 lines are no link. 1 line stood there twice.',
  )
  expect(pastedInWords({ ...pasted, added: 1, noLink: 1 })).toBe('1 line is no link.')
  expect(pastedInWords({ ...pasted, added: 100, rest: ['https://shop.example/101'] })).toBe(
    '100 links are taken. 1 line past the first 100 stays in the field, to be read next.',
  )
})

test('what is left says why', () => {
  const left = [{ id: 'a', reason: 'A price is needed.' }]
  expect(madeInWords({ made: [], left })).toBe('0 drafts are made. 1 link left: it says why.')
  expect(madeInWords({ made: [], left: [...left, ...left] })).toBe(
    '0 drafts are made. 2 links left: they say why.',
  )
})

test('a draft is told in a line', () => {
  const draft = { ...WHOLE, originalPrice: '650.00', category: 'totes', sizes: 'One size' }
  expect(draftInWords({ draft, sources: { category: 'guess' } })).toBe(
    '$300.00, was $650.00 · Totes, guessed · One size',
  )
  expect(draftInWords({ draft: { ...WHOLE, currency: 'EUR' }, sources: {} })).toBe(
    '300.00 EUR · No category',
  )
})
