import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const colours = new Map(
  [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
)

/** Relative luminance as WCAG 2 defines it. */
function luminance(name: string): number {
  const hex = colours.get(name)
  if (!hex) throw new Error(`There is no colour called ${name}`)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['ink', 'paper'],
  ['ink', 'leaf'],
  ['ink', 'linen'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'linen'],
  ['oxblood', 'paper'],
  ['oxblood', 'linen'],
  ['on-ink', 'ink'],
  ['on-ink', 'oxblood'],
  ['on-ink', 'oxblood-deep'],
  ['on-ink-soft', 'ink'],
])('%s text can be read on %s', (text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['edge', 'paper'],
  ['edge', 'leaf'],
  ['oxblood', 'paper'],
  ['oxblood', 'leaf'],
  ['rose', 'ink'],
])('a control or focus ring in %s can be seen on %s', (control, ground) => {
  expect(contrast(control, ground)).toBeGreaterThanOrEqual(3)
})
