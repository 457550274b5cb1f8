import { afterEach, expect, test, vi } from 'vitest'
import { isWideScreen } from './browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [767, false],
  [768, true],
])('a screen %i px wide shows what is only for wide ones: %s', (width, isWide) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1]),
  }))
  expect(isWideScreen()).toBe(isWide)
})
