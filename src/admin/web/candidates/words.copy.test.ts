import { expect, test } from 'vitest'
import { amountInWords, backInWords, dismissedInWords, pickedInWords } from './words.copy.ts'

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

test('what came of dismissing and of bringing back is said in whole sentences', () => {
  const nothing = { dismissed: [], others: [], gone: [] }
  expect(dismissedInWords({ ...nothing, dismissed: [1] }, 'Fold Coat')).toBe('Dismissed Fold Coat.')
  expect(dismissedInWords({ dismissed: [1, 2], others: [3], gone: [4] }, undefined)).toBe(
    'Dismissed 2 candidates. Somebody else had dismissed 1 candidate before. 1 piece is gone: the feed has been read again.',
  )
  expect(dismissedInWords({ ...nothing, others: [1] }, 'Fold Coat')).toBe(
    'Somebody else had dismissed Fold Coat before.',
  )
  expect(backInWords({ back: [1], gone: [] }, 'Fold Coat')).toBe('Brought back Fold Coat.')
  expect(backInWords({ back: [], gone: [1, 2] }, undefined)).toBe(
    '2 pieces are gone: the feed has been read again.',
  )
})
