import { expect, test } from 'vitest'
import { linksFor } from './site-links.ts'

const FRAME = ['Privacy Policy', 'Privacy choices', 'Terms of Service']

test.each([
  ['visitor', ['Daily deals', 'Sign in', 'Subscribe']],
  ['free', ['Daily deals', 'Account', 'Subscribe']],
  ['past-due', ['Daily deals', 'Account']],
  ['member', ['Daily deals', 'Account']],
] as const)('where header, menu and footer lead a %s', (viewer, menu) => {
  const links = linksFor(viewer)
  const labels = (chosen: typeof links) => chosen.map(({ label }) => label)
  expect(labels(links.filter(({ isFooterOnly }) => !isFooterOnly))).toEqual(menu)
  expect(labels(links.filter(({ isFooterOnly }) => isFooterOnly))).toEqual(FRAME)
  expect(labels(links.filter(({ isMenuOnly }) => isMenuOnly))).toEqual(
    menu.filter((label) => label === 'Subscribe'),
  )
})
