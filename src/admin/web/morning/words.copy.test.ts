import { expect, test } from 'vitest'
import { tomorrowWords, WAYS_TO_FILL } from './words.copy.ts'

test('tomorrow is told beside what people are told of a day', () => {
  const words = (scheduled: number, drafts: number) =>
    tomorrowWords({ scheduled, drafts, promised: 30 })
  expect([words(0, 0), words(1, 0), words(10, 7), words(30, 0)]).toEqual([
    'no deal has its hour yet. We promise 30 or more deals a day: 30 to find.',
    '1 deal has its hour. We promise 30 or more deals a day: 29 to find.',
    '10 deals have their hour. We promise 30 or more deals a day: 13 to find, 7 still without an hour.',
    '30 deals have their hour. We promise 30 or more deals a day, and this day keeps it.',
  ])
})

test('links, sheets and candidates are one press away', () => {
  expect(WAYS_TO_FILL.map(({ to }) => to)).toEqual([
    '/admin/links',
    '/admin#upload',
    '/admin/candidates',
  ])
})
