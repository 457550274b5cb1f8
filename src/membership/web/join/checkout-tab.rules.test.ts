import { expect, test } from 'vitest'
import { opensInSameTab } from './checkout-tab.rules.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'

test.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
  ['an iPod', 'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_5 like Mac OS X)', 5, true],
  ['an older iPad', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)', 5, true],
  ['an iPad that says Macintosh', MAC, 5, true],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Mobile', 5, true],
  ['an Android tablet', 'Mozilla/5.0 (Linux; Android 16; SM-X810)', 10, true],
  ['a Macintosh', MAC, 0, false],
  ['a Windows laptop with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
  ['a Linux desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 0, false],
])('checkout on %s', (_, userAgent, maxTouchPoints, isSameTab) => {
  expect(opensInSameTab({ userAgent, maxTouchPoints })).toBe(isSameTab)
})
