import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The arguments of each `toMatchObject` in a source: `{}` in one matches anything. */
function matchesIn(source: string): string[] {
  return [...source.matchAll(/\btoMatchObject\(/g)].map(({ index, 0: call }) => {
    const from = index + call.length
    let open = 1
    for (let at = from; at < source.length; at += 1) {
      if ('([{'.includes(source[at] ?? '')) open += 1
      if (')]}'.includes(source[at] ?? '')) open -= 1
      if (open === 0) return source.slice(from, at)
    }
    return ''
  })
}

const asksForNothing = (source: string) => matchesIn(source).some((match) => /\w: \{\}/.test(match))

test('no test asks for nothing where it means that nothing is there', () => {
  const files = globSync('{src,test}/**/*.{test,e2e}.{ts,tsx}')
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) => asksForNothing(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !file.endsWith('empty-matches.rules.test.ts'))).toEqual([])
})

test.each([
  ["expect(row).toMatchObject({ state: 'sent', payload: {} })", true],
  ['expect(row).toMatchObject([{ a: [1], payload: {} }])', true],
  ['expect(rows).toMatchObject([{}, { a: 1 }])', false],
  ["expect(row).toMatchObject({ state: 'sent' })\nexpect(row.payload).toEqual({ a: {} })", false],
])('%j asks for nothing: %s', (source, isFound) => {
  expect(asksForNothing(source)).toBe(isFound)
})
