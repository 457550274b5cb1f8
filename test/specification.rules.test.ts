import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { PAGES } from '#app/shared/pages.ts'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import { type Files, onDisk, problemsOf, type Row, rowsOf } from './specification.ts'

const page = readFileSync('docs/specification.md', 'utf8')
const rows = rowsOf(page)

test('every row of the specification is held by a test that exists, and holds no source', () => {
  expect(rows.length).toBeGreaterThan(600)
  expect(problemsOf(rows)).toEqual([])
})

test('no row stands there twice', () => {
  const wanted = rows.map((row) => `${row.section} / ${row.wanted}`)
  expect(wanted.filter((row, index) => wanted.indexOf(row) !== index)).toEqual([])
})

/** The addresses that the rows name; `/deal/{dealId}` and `/deal/:dealId` are alike. */
const told = new Set(
  rows
    .flatMap(({ wanted }) => [...wanted.matchAll(/`([^`]+)`/g)])
    .map(([, text = '']) => pattern(text.replace(/\?.*/, ''))),
)

function pattern(address: string) {
  return address.replace(/\{\w+\}|:\w+/g, '*')
}

/** Returns the pages and calls of the routes that no row names. */
function untold(there: string[], said = told): string[] {
  return there.filter((each) => !said.has(pattern(each)))
}

test('every page of the site has a row', () => {
  const lists = [PAGES, ADMIN_PAGES, DEV_PAGES].flatMap((pages) => Object.values(pages))
  const pages = lists.map(({ path }) => path)
  expect(pages.length).toBeGreaterThan(20)
  expect(untold(pages)).toEqual([])
})

test('a page or a call without a row is found', () => {
  const said = new Set(['/deal/*', 'GET /api/deals'])
  expect(untold(['/deal/:dealId', '/deals', 'GET /api/deals', 'PUT /api/deals'], said)).toEqual([
    '/deals',
    'PUT /api/deals',
  ])
})

test('every call of the server has a row, and every call of a row is one of the server', () => {
  // A path that other code uses too is a constant: put its value in.
  const sources = globSync('src/**/*.routes.ts').map((file) =>
    readFileSync(file, 'utf8').replaceAll(/(?<=\s)WEBHOOK_PATH,/g, `'${WEBHOOK_PATH}',`),
  )
  const served = sources.flatMap((source) =>
    [...source.matchAll(/\.(get|post|put|patch|delete)(?:<[^>]+>)?\(\s*'(\/[^']+)'/g)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} ${pattern(path)}`,
    ),
  )
  expect(served.length).toBeGreaterThan(80)
  expect(untold(served)).toEqual([])
  const calls = [...told].filter((text) => /^(GET|POST|PUT|PATCH|DELETE) \//.test(text))
  expect(calls.filter((call) => !served.includes(call))).toEqual([])
})

const good: Row = {
  section: 'Planted',
  wanted: 'A heading “Planted {name} here” at `/deal/{dealId}?page={n}`, with `PLANTED=1`',
  heldBy: '`src/planted.test.ts › is planted, and held`',
  settledBy: '',
}
const files: Files = {
  has: (path) => path.startsWith('src/planted') || onDisk.has(path),
  read: () =>
    "test('is planted, and held', () => {})\n// test('is only remembered', () => {})\nsay('a thing')",
  product: () => 'const text = <p>Planted\n  {name} here</p>',
}

test('a good row is good', () => {
  expect(problemsOf([good], files)).toEqual([])
})

test.each<[string, Partial<Row>, string]>([
  ['without a test', { heldBy: 'by hand' }, 'no test is named'],
  ['with a second test in words', { heldBy: `${good.heldBy}<br>by hand` }, 'no test is named'],
  ['with a test that is gone', { heldBy: '`src/planted.test.ts › is gone`' }, 'has no test'],
  ['with a comment for a test', { heldBy: '`src/planted.test.ts › is only remembered`' }, 'has no'],
  ['with a part of a title', { heldBy: '`src/planted.test.ts › is planted`' }, 'has no test'],
  ['with a file for a test', { heldBy: '`src/planted.ts › is planted, and held`' }, 'no test src'],
  [
    'with a test in no file',
    { heldBy: '`src/gone.test.ts › is planted, and held`' },
    'no test src',
  ],
  ['with a file of the source', { wanted: 'As in `src/planted.ts`' }, 'source code: src'],
  ['with a line of the source', { wanted: '`throw redirect(home())`' }, 'source code: throw'],
  ['with a piece of a page', { wanted: '`<details open>`' }, 'source code: <details'],
  ['settled by source', { settledBy: '`LIMIT => 3`' }, 'source code: LIMIT'],
  ['with a text that is not said', { wanted: '“Planted {name} elsewhere”' }, 'said nowhere:  else'],
  ['with a decision that is none', { settledBy: 'D9.9' }, 'no decision D9.9'],
  ['with a record that is gone', { settledBy: '`docs/decisions/999-x.md`' }, 'there is no docs'],
])('a row %s is found', (_, breach, problem) => {
  expect(problemsOf([{ ...good, ...breach }], files).join('\n')).toContain(problem)
})

test.each([
  ['| Text | File |\n| --- | --- |\n| a | b |', 'No table of ours'],
  ['| Wanted | Held by | Settled by |\n|---|---|---|\n| a | b | c | d |', 'Too many'],
])('a table of another shape is refused: %#', (table, problem) => {
  expect(() => rowsOf(table)).toThrow(problem)
})
