import { expect, test } from 'vitest'
import { tomorrowWords, WAYS_TO_FILL } from './words.copy.ts'

test('tomorrow is told beside what people are told of a day', () => {
  expect([0, 1, 30].map((scheduled) => tomorrowWords({ scheduled, promised: 30 }))).toEqual([
    'no deal has its hour yet. We promise 30 or more deals a day.',
    '1 deal has its hour, 29 to go. We promise 30 or more deals a day.',
    '30 deals have their hour. We promise 30 or more deals a day, and tomorrow keeps it.',
  ])
})

test('links, sheets and candidates are one press away', () => {
  expect(WAYS_TO_FILL.map(({ to }) => to)).toEqual([
    '/admin/links',
    '/admin#upload',
    '/admin/candidates',
  ])
})
