import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { JoinForRetailers } from './JoinForRetailers.tsx'

const draw = (viewer: ViewerClass) => drawPiece(createElement(JoinForRetailers, { viewer }))

test('whoever owes a payment is led to it, all others to a membership', () => {
  const owes = draw('past-due')
  expect(owes.words).toContain('Your payment needs a look')
  expect(owes.links.find(({ words }) => words === 'Fix your payment')?.to).toBe('/account')
  for (const viewer of ['visitor', 'free'] as const) {
    const { words, links } = draw(viewer)
    expect(words).toContain('Where to buy it is for members')
    expect(links.map((link) => link.words)).not.toContain('Fix your payment')
    expect(words.includes('Already a member? Sign in')).toBe(viewer === 'visitor')
  }
})
