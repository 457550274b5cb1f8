import { describe, expect, test } from 'vitest'
import {
  actionDoneWords,
  dayCountInWords,
  dayHeading,
  dealLabel,
  flagFailureWords,
  reasonsInWords,
} from './words.copy.ts'

test('a deal without brand and name is called by its link', () => {
  const named = { brandName: 'Fold', productName: 'Coat a', buyUrl: 'https://shop.example/a' }
  expect(dealLabel(named)).toBe('Fold Coat a')
  expect(dealLabel({ ...named, brandName: '', productName: '' })).toBe('https://shop.example/a')
})

test('one deal is told by its name, more by their number', () => {
  expect(actionDoneWords('delete', 1, 'Fold Coat')).toBe('Deleted Fold Coat')
  expect(actionDoneWords('publish', 1204)).toBe('Published 1,204 deals')
})

test('why deals were left is told once for all that share the reason', () => {
  const published = 'ABCDE'.split('').map((name) => ({ name, reason: 'It is published already.' }))
  const bare = { name: 'Fold', reason: 'A brand is needed before it can be published.' }
  expect(reasonsInWords([...published.slice(0, 2), bare, ...published.slice(2)])).toEqual([
    'It is published already: A, B, C and 2 more',
    'A brand is needed before it can be published: Fold',
  ])
})

test.each([
  [{ isPublished: true }, 'Failed to publish deal'],
  [{ isPublished: false }, 'Failed to unpublish deal'],
  [{ showInSplash: true }, 'Failed to update splash setting'],
  [{ carouselAssignment: 0 }, 'Failed to update carousel assignment'],
  [{ isPreview: true }, 'Failed to update preview setting'],
])('that %j could not be set is called: %s', (change, words) => {
  expect(flagFailureWords(change)).toBe(words)
})

test.each([
  [{ deals: 34, unpublished: 2 }, '34 deals · 2 unpublished'],
  [{ deals: 1, unpublished: 0 }, '1 deal'],
  [{ deals: 1204, unpublished: 0 }, '1,204 deals'],
])('%j is said as %j', (count, words) => {
  expect(dayCountInWords(count)).toBe(words)
})

describe('the name of a day', () => {
  test.each([
    ['2026-11-21', 'Today, Saturday, November 21'],
    ['2026-11-20', 'Yesterday, Friday, November 20'],
    ['2026-01-05', 'Monday, January 5'],
    ['2025-11-21', 'Friday, November 21, 2025'],
  ])('%s is %j on 21 November 2026', (day, words) => {
    expect(dayHeading(day, '2026-11-21')).toBe(words)
  })

  test('says nothing of today while nobody knows what day it is', () => {
    expect(dayHeading('2026-11-21', undefined)).toBe('Saturday, November 21, 2026')
  })
})
