import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '..')

/** Each file of the site whose name ends so, with its text. */
function filesOf(ending: string): Array<[file: string, text: string]> {
  return globSync(`**/*.${ending}`, { cwd: SRC }).map((file) => [
    file,
    readFileSync(path.join(SRC, file), 'utf8'),
  ])
}

/** What may go without a ring of its own: it shows it elsewhere, or there is nothing to act on. */
const WITHOUT_A_RING = new Set([
  '.card h3 a:focus-visible', // The card around it.
  '.plan input', // The row around it.
  '.search input:focus-visible', // The same.
  '.facet-box :focus-visible', // The same.
  '.jump a:focus-visible', // The same.
  'main:focus-visible', // A page's beginning.
  '.admin-main:focus-visible',
  '#list:focus-visible',
  '.conflict:focus-visible', // A part's beginning.
  '.bulk-done:focus-visible',
  '.bulk-report h3:focus-visible',
  '.warned .title:focus-visible',
  '.metrics-canvas svg', // A drawing that cannot be reached.
  '.toasts', // Its toasts have theirs.
])

test('no style takes away the ring of what has the focus', () => {
  const bare = filesOf('css').flatMap(([file, text]) =>
    [...text.matchAll(/([^{};]+)\{[^{}]*outline:\s*(?:none|0)\b[^{}]*\}/g)].map(([, selector]) => {
      const words = (selector ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, '').trim()
      return { file, words }
    }),
  )
  expect(bare.length).toBeGreaterThan(3)
  expect(bare.filter(({ words }) => !WITHOUT_A_RING.has(words))).toEqual([])
})

test('every password can be filled in by what keeps passwords, and pasted', () => {
  const fields = filesOf('tsx').flatMap(([file, text]) =>
    [...text.matchAll(/<PasswordField\b[\s\S]*?\/>/g)].map(([field]) => ({ file, field })),
  )
  expect(fields.length).toBeGreaterThan(5)
  const hidden = fields.filter(
    ({ field }) =>
      !/autoComplete="(current|new)-password"/.test(field) || field.includes('onPaste'),
  )
  expect(hidden).toEqual([])
})

test('nothing glides by itself for whoever asked for less motion', () => {
  const gliding = filesOf('{ts,tsx,css}').filter(([file, text]) => {
    const isTest = file.includes('.test.')
    return !isTest && /behavior: '?smooth/.test(text)
  })
  expect(gliding.map(([file]) => file)).toEqual([])
})

test('nothing has a place of its own in the order of Tab', () => {
  const ordered = filesOf('tsx').filter(([, text]) => /tabIndex=\{?"?[1-9]/.test(text))
  expect(ordered.map(([file]) => file)).toEqual([])
})
