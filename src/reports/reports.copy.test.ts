import { expect, test } from 'vitest'
import { answeredWithin, foundInWords, toldInWords } from './reports.copy.ts'
import { OUTCOMES } from './reports.facts.ts'

test.each([
  [['gone'], 'You told us that it is gone.'],
  [['price', 'size'], 'You told us that the price is different and that your size is gone.'],
  [[], 'You told us of it.'],
] as const)('what was told, %j, is said again: %s', (kinds, words) => {
  expect(toldInWords([...kinds])).toBe(words)
})

test('each thing that can be found has its own words, with the price or the reason where there is one', () => {
  const words = OUTCOMES.map((outcome) => foundInWords(outcome, { toCents: 45_550 }))
  expect(new Set(words).size).toBe(OUTCOMES.length)
  expect(words[1]).toContain('$455.50')
  expect(foundInWords('ended', { reason: 'Sold out at the retailer.' })).toBe(
    'You were right. Sold out at the retailer.',
  )
})

test('of one report it is not said how fast half of them were answered', () => {
  expect(answeredWithin(1, '2 hours')).toBe(', within 2 hours')
  expect(answeredWithin(2, '2 hours')).toBe(', half of them within 2 hours')
})
