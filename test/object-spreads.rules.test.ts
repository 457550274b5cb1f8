import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Matches a literal spread into a literal: its fields could stand beside the others, one per line. */
const SPREAD_LITERAL = /(?:\{\s|,)\s*\.\.\.\{/

test('no object literal is spread into another to save lines', () => {
  const files = globSync('{src,sandbox}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts'] })
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => SPREAD_LITERAL.test(readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ['const one = { ...{ a, b }, c }', true],
  ['call({\n  a,\n  ...{ b, c },\n})', true],
  ['const one = { ...(isThere && { a }), b }', false],
  ['<Figures {...{ a, b }} />', false],
])('%j spreads a literal: %s', (source, isFound) => {
  expect(SPREAD_LITERAL.test(source)).toBe(isFound)
})
