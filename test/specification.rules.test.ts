import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Files, onDisk, problemsOf, type Row, rowsOf } from '#test/support/specification.ts'

const page = readFileSync('docs/specification.md', 'utf8')
const rows = rowsOf(page)

test('every row of the specification is in the product and held by a test that exists', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(problemsOf(rows)).toEqual([])
})

test('no row stands there twice', () => {
  const wanted = rows.map((row) => `${row.section} / ${row.wanted}`)
  expect(wanted.filter((row, index) => wanted.indexOf(row) !== index)).toEqual([])
})

test('every page of the site has a row, and every call of a row is one of the server', () => {
  const inTable = (section: string) => rows.filter((row) => row.section === section)
  const pages = readFileSync('src/routes.tsx', 'utf8').matchAll(/path: '(\/[^']*)'/g)
  const told = inTable('Routes').map(({ wanted, where }) =>
    `${wanted} ${where}`.replace(/[{}]/g, ''),
  )
  const untold = [...pages].filter(
    ([, path = '']) => !told.some((row) => row.includes(`\`${path.replace(':', '')}\``)),
  )
  expect(untold.map(([, path]) => path)).toEqual([])

  const sources = globSync('src/**/*.routes.ts').map((file) => readFileSync(file, 'utf8'))
  const served = sources.flatMap((source) =>
    [...source.matchAll(/\.(get|post|put|patch|delete)(?:<[^>]+>)?\(\s*'([^']+)'/g)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} ${path.replace(/:\w+/g, '*')}`,
    ),
  )
  const calls = inTable('Calls').flatMap(({ wanted }) => {
    const [, call] = /^(?:After )?`([A-Z]+ \/[^`?]+)/.exec(wanted) ?? []
    return call?.replace(/\{\w+\}/g, '*') ?? []
  })
  expect(calls.length).toBeGreaterThan(30)
  expect(calls.filter((call) => !served.includes(call))).toEqual([])
})

const good: Row = {
  section: 'Planted',
  wanted: 'A heading “Planted {name} here”',
  where: '`src/planted.ts` `LIMIT = 3`',
  heldBy: '`src/planted.test.ts › is planted, and held`',
  settledBy: '',
}
const files: Files = {
  has: (path) => path.startsWith('src/planted') || onDisk.has(path),
  read: (path) =>
    path === 'src/planted.ts'
      ? 'const LIMIT = 3\nconst text = <p>Planted\n  {name} here</p>'
      : "test('is planted, and held', () => {})\n// test('is only remembered', () => {})\nsay('a thing')",
}

test('a good row is good', () => {
  expect(problemsOf([good], files)).toEqual([])
})

test.each<[string, Partial<Row>, string]>([
  ['without a test', { heldBy: 'by hand' }, 'no test is named'],
  ['with a test that is gone', { heldBy: '`src/planted.test.ts › is gone`' }, 'has no test'],
  ['with a comment for a test', { heldBy: '`src/planted.test.ts › is only remembered`' }, 'has no'],
  ['with a word of a title', { heldBy: '`src/planted.test.ts › held`' }, 'has no test'],
  ['with a file for a test', { heldBy: '`src/planted.ts › is planted, and held`' }, 'no test src'],
  [
    'with a test in no file',
    { heldBy: '`src/gone.test.ts › is planted, and held`' },
    'no test src',
  ],
  ['without a file', { where: 'somewhere' }, 'no file is named'],
  ['with a file that is gone', { where: '`src/gone.ts`' }, 'there is no src/gone.ts'],
  ['with a text that is not said', { wanted: '“Planted {name} elsewhere”' }, 'not there:  elsewh'],
  ['with a number that differs', { where: '`src/planted.ts` `LIMIT = 4`' }, 'not there: LIMIT'],
  ['with a decision that is none', { settledBy: 'D9.9' }, 'no decision D9.9'],
  ['with a record that is gone', { settledBy: '`docs/decisions/999-x.md`' }, 'there is no docs'],
])('a row %s is found', (_, breach, problem) => {
  expect(problemsOf([{ ...good, ...breach }], files).join('\n')).toContain(problem)
})

test.each([
  ['| Text | File |\n| --- | --- |\n| a | b |', 'No table of ours'],
  [
    '| Wanted | Where | Held by | Settled by |\n|---|---|---|---|\n| a | b | c | d | e |',
    'Too many',
  ],
])('a table of another shape is refused: %#', (table, problem) => {
  expect(() => rowsOf(table)).toThrow(problem)
})
