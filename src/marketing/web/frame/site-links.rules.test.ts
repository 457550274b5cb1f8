import { expect, test } from 'vitest'
import { linksFor } from './site-links.ts'

const FRAME = ['Sizes', 'How we count', 'Privacy Policy', 'Privacy choices', 'Terms of Service']
const BROWSE = ['Brands', 'Categories', 'Editions']

test.each([
  ['visitor', ['All deals', 'For you', ...BROWSE, 'Sign in', 'Free account', 'Subscribe']],
  ['unconfirmed', ['All deals', 'For you', ...BROWSE, 'Account', 'Subscribe']],
  ['free', ['All deals', 'For you', 'Saved', 'Inbox', ...BROWSE, 'Account', 'Subscribe']],
  ['past-due', ['All deals', 'For you', 'Saved', 'Inbox', ...BROWSE, 'Your savings', 'Account']],
  [
    'member',
    ['All deals', 'For you', 'Saved', 'Inbox', ...BROWSE, 'Retailers', 'Your savings', 'Account'],
  ],
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
  expect(ways.filter((way) => way.includes('next='))).toEqual([
    '/sign-in?next=%2Fdeal%2F1',
    '/sign-up?next=%2Fdeal%2F1',
    '/subscribe?next=%2Fdeal%2F1',
  ])
})
