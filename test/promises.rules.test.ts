import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cellsOf, plain, problemsOfTests } from './specification.ts'

type Promised = { sentence: string; file: string; part: string; keptBy: string }

/** Files whose promises have several parts: each part has to be on the page. */
const IN_PARTS = [
  'src/marketing/web/landing/faq.copy.ts',
  'src/membership/web/join/TrialQuestions.tsx',
  'src/marketing/web/legal/terms-sections.tsx',
  'src/marketing/web/legal/privacy-sections.tsx',
]

function promisesOf(page: string): Promised[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Sentence|---)/.test(line))
    .map((line) => {
      const [sentence = '', where = '', keptBy = ''] = cellsOf(line)
      const [, file = '', part = ''] = /^`([^`]+)`(?: #([\w-]+))?$/.exec(where) ?? []
      return { sentence, file, part, keptBy }
    })
}

function problemsOf(promised: Promised[], read = (file: string) => readFileSync(file, 'utf8')) {
  return promised.flatMap(({ sentence, file, keptBy }) => {
    const said = plain(read(file))
    // Placeholders are in braces.
    const missing = sentence.split(/\{\w+\}/).filter((part) => !said.includes(plain(part).trim()))
    const unkept = /^(People|Waits): \S/.test(keptBy) ? [] : problemsOfTests(keptBy)
    return [...missing.map((part) => `${file} does not say: ${part}`), ...unkept]
  })
}

const promised = promisesOf(readFileSync('docs/promises.md', 'utf8'))

test('every promise is said where the page says, and kept by tests that are there, or by whom', () => {
  expect(promised.length).toBeGreaterThan(70)
  expect(problemsOf(promised)).toEqual([])
})

test('every question and every section of the legal pages is on it', () => {
  for (const file of IN_PARTS) {
    const parts = [...readFileSync(file, 'utf8').matchAll(/\bid: '([\w-]+)'/g)].map(([, id]) => id)
    const listed = new Set(promised.filter((each) => each.file === file).map(({ part }) => part))
    expect(
      parts.filter((id) => !listed.has(id ?? '')),
      file,
    ).toEqual([])
  }
})

test('a promise that nobody keeps, or that is said no more, is found', () => {
  const planted = (sentence: string, keptBy: string) => [
    { sentence, file: 'src/membership/web/join/HowItWorks.tsx', part: '', keptBy },
  ]
  expect(problemsOf(planted('One click takes you to the {n}', 'People: us'))).toEqual([])
  expect(problemsOf(planted('We carry you there', 'People: us'))).toHaveLength(1)
  expect(problemsOf(planted('One click', '`test/promises.rules.test.ts › nothing`'))).toHaveLength(
    1,
  )
  expect(problemsOf(planted('One click', 'somebody'))).toHaveLength(1)
})
