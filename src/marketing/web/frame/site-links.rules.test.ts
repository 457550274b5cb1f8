import { expect, test } from 'vitest'
import { linksFor } from './site-links.ts'

const FRAME = ['Privacy Policy', 'Privacy choices', 'Terms of Service']

test.each([
  ['visitor', ['All deals', 'For you', 'Sign in', 'Free account', 'Subscribe']],
  ['unconfirmed', ['All deals', 'For you', 'Account', 'Subscribe']],
  ['free', ['All deals', 'For you', 'Saved', 'Inbox', 'Account', 'Subscribe']],
  ['past-due', ['All deals', 'For you', 'Saved', 'Inbox', 'Account']],
  ['member', ['All deals', 'For you', 'Saved', 'Inbox', 'Account']],
] as const)('where header, menu and footer lead a %s', (viewer, menu) => {
  const links = linksFor(viewer)
  const labels = (chosen: typeof links) => chosen.map(({ label }) => label)
  expect(labels(links.filter(({ isFooterOnly }) => !isFooterOnly))).toEqual(menu)
  expect(labels(links.filter(({ isFooterOnly }) => isFooterOnly))).toEqual(FRAME)
  expect(labels(links.filter(({ isMenuOnly }) => isMenuOnly))).toEqual(
    menu.filter((label) => label === 'Subscribe'),
  )
})

test('those that lead to an account bring the page along that they were followed from', () => {
  const ways = linksFor('visitor', '/deal/1').map(({ to }) => to)
  expect(ways.slice(0, 5)).toEqual([
    '/daily-deals',
    '/for-you',
    '/sign-in?next=%2Fdeal%2F1',
    '/sign-up?next=%2Fdeal%2F1',
    '/subscribe?next=%2Fdeal%2F1',
  ])
})
