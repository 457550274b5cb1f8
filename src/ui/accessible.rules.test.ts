import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const SRC = path.resolve(import.meta.dirname, '..')

/** The files of the site with this ending, with their text. */
function filesOf(ending: string): Array<[file: string, text: string]> {
  return globSync(`**/*.${ending}`, { cwd: SRC }).map((file) => [
    file,
    readFileSync(path.join(SRC, file), 'utf8'),
  ])
}

/**
 * Selectors that may do without a focus ring of their own: another element shows it, or nothing can be
 * activated.
 */
const WITHOUT_A_RING = new Set([
  '.card h3 a:focus-visible', // The card shows it.
  '.plan input', // The row shows it.
  '.search input:focus-visible', // As above.
  '.facet-box :focus-visible', // As above.
  '.jump a:focus-visible', // As above.
  'main:focus-visible', // The start of a page.
  '.admin-main:focus-visible',
  '#list:focus-visible',
  '.conflict:focus-visible', // The start of a section.
  '.bulk-done:focus-visible',
  '.bulk-report h3:focus-visible',
  '.warned .title:focus-visible',
  '.metrics-canvas svg', // A drawing that cannot be focused.
  '.toasts', // Its toasts show their own.
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
