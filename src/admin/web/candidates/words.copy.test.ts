import { expect, test } from 'vitest'
import { amountInWords, pickedInWords } from './words.copy.ts'

test('what came of picking is said in whole sentences', () => {
  const known = { dealId: 'd', name: 'Coat', by: 'link', isLive: true } as const
  const draft = { id: 1, dealId: 'd', name: 'Fold Coat' }
  expect(pickedInWords({ made: [draft], there: [], gone: [] })).toBe('A draft was made: Fold Coat.')
  expect(pickedInWords({ made: [], there: [{ id: 1, known }], gone: [2, 3] })).toBe(
    'No draft was made. 1 piece is in the club already. 2 pieces are gone: the feed has been read again.',
  )
  expect(pickedInWords({ made: [draft, draft], there: [], gone: [] })).toBe('2 drafts were made.')
})

test('a price is told in what it is sold in', () => {
  expect(amountInWords(1450, 'USD')).toBe('$1,450.00')
  expect(amountInWords(1450.5, 'EUR')).toBe('EUR 1,450.5')
})
