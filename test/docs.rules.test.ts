import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS } from '#app/server/config/config.ts'
import { ROOMS, SLICES } from './house-map.ts'

const files = globSync(
  '{src,sandbox,test,scripts,bench,demo,docs,public}/**/*.{ts,tsx,mjs,js,css,sql,md,svg,json,xlsx}',
)
const repository: Repository = {
  files: [...files, ...globSync('*.{md,ts,json}')],
  source: files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('docs/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
}

type Repository = { files: string[]; source: string }

/** Returns what a page names that does not exist: files by path or name and, in recipes, code by name. */
function missingIn(page: string, { files, source }: Repository, hasCode = false): string[] {
  const named = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
  const folders = new Set(files.flatMap((file) => parentsOf(file)))
  const names = new Set(files.map((file) => path.posix.basename(file)))
  return named.filter((text) => {
    if (/^(src|sandbox|test|scripts|bench|demo|docs|public)\//.test(text)) {
      return !files.includes(text) && !folders.has(text.replace(/\/$/, ''))
    }
    if (/^[\w.-]+\.(ts|tsx|mjs|css|md)$/.test(text)) return !names.has(text)
    if (/^[\w./-]+\.(ts|tsx|mjs|css)$/.test(text))
      return !files.some((file) => file.endsWith(`/${text}`))
    // A name of two words or more, as code has them: `findDeal`, `FeedQuery`, `MOST_ROWS`.
    if (hasCode && /^([a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)$/.test(text)) {
      return !new RegExp(`\\b${text}\\b`).test(source)
    }
    return false
  })
}

function parentsOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Pages that have tests of their own. */
const TESTED = ['docs/specification.md', 'docs/promises.md']
const pages = globSync('docs/**/*.md').filter((file) => !TESTED.includes(file))

test.each(['README.md', 'ARCHITECTURE.md', ...pages])('%s names only what is there', (file) => {
  const page = readFileSync(file, 'utf8')
  expect(missingIn(page, repository, file === 'docs/recipes.md')).toEqual([])
})

test('ARCHITECTURE.md draws every composition and slice, and every room in its order', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  const compositions = globSync('src/{,pages/,demo/}*.{ts,tsx}').map((file) =>
    path.posix.basename(file),
  )
  const drawn = compositions.filter((file) => !/\.(d|queries|test)\.ts$/.test(file))
  expect(drawn.filter((file) => !page.includes(file))).toEqual([])
  expect(page).toContain(SLICES.join(' <- '))
  for (const [half, rooms] of Object.entries(ROOMS)) {
    const folder = half.startsWith('sandbox') ? half : `src/${half}`
    expect(page).toContain(`| \`${folder}\` | ${rooms.filter((room) => room !== '.').join(', ')} |`)
  }
})

test('docs/operations.md has every setting in its table, and no other', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const [, table = ''] = /^## Settings\n([\s\S]+?)^## /m.exec(page) ?? []
  const firstCells = table.split('\n').map((line) => /^\| (`[^|]+) \|/.exec(line)?.[1] ?? '')
  const said = firstCells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(said.toSorted()).toEqual(SETTINGS.toSorted())
})

/** Settings whose value would help an attacker; the address of a database or mail server contains its password. */
const HOLDS_SECRET = /SECRET|PASSWORD|TOKEN|KEY|HEADERS|^(DATABASE|SMTP)_(\w+_)?URL$/

test('docs/operations.md says of every secret setting how it is replaced', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  const [, rotating = ''] = /^## Rotating secrets\n([\s\S]+?)^## /m.exec(page) ?? []
  const cells = rotating.split('\n').map((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? '')
  const secrets = SETTINGS.filter((name) => HOLDS_SECRET.test(name))
  expect(secrets.length).toBeGreaterThan(10)
  expect(secrets.filter((name) => !cells.some((cell) => cell.includes(`\`${name}\``)))).toEqual([])
})

test('docs/operations.md asks for what others do in the database as who may see it', () => {
  const paragraphs = readFileSync('docs/operations.md', 'utf8').split(/\n(?=\n|\d\. )/)
  const asking = paragraphs.filter((text) =>
    /select [a-z][^`]*\bstate\b[^`]*pg_stat_activity/.test(text),
  )
  expect(asking).toHaveLength(3)
  for (const text of asking) expect(text).toContain('sudo -u postgres psql nouveau')
})

test('every decision has a number of its own, which its title says too', () => {
  const decisions = globSync('docs/decisions/*.md')
  const numbers = decisions.map((file) => path.posix.basename(file).slice(0, 3))
  const titles = decisions.map((file) => readFileSync(file, 'utf8').split('\n', 1)[0] ?? '')
  expect(numbers.toSorted()).toEqual(numbers.map((_, n) => String(n + 1).padStart(3, '0')))
  expect(titles.filter((title, n) => !title.startsWith(`# ${numbers[n]} `))).toEqual([])
})

test('docs/operations.md subscribes to the events that lead to something, and to no others', () => {
  const rules = readFileSync('src/membership/server/webhooks/webhook.rules.ts', 'utf8')
  const handled = [...rules.matchAll(/^ {4}case '([\w.]+)':/gm)].map(([, type = '']) => type)
  const [, golive = ''] =
    /^\*\*5\. The payment provider([\s\S]+?)^\*\*6\. /m.exec(
      readFileSync('docs/operations.md', 'utf8'),
    ) ?? []
  const subscribed = [...golive.matchAll(/`([a-z_.]+\.(?:\*|[a-z_]+))`/g)]
    .map(([, pattern = '']) => pattern)
    .map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '.+')}$`))
  expect(handled.length).toBeGreaterThan(10)
  expect(handled.filter((type) => !subscribed.some((each) => each.test(type)))).toEqual([])
  expect(subscribed.filter((each) => !handled.some((type) => each.test(type)))).toEqual([])
})

const planted: Repository = { files: ['src/deals/deals.ts', 'README.md'], source: 'saveDeal()' }

test('what is there is not missed', () => {
  const page = '`src/deals/deals.ts`, `src/deals/`, `deals.ts`, `saveDeal`, `npm start` and `deal`'
  expect(missingIn(page, planted, true)).toEqual([])
})

test.each(['src/deals/gone.ts', 'src/gone/', 'gone.ts', 'web/gone.ts', 'keepDeal', 'MOST_DEALS'])(
  'a page that names %s, which is gone, is found',
  (text) => {
    expect(missingIn(`First \`${text}\`, then on.`, planted, true)).toEqual([text])
  },
)

test('docs/performance.md says how each bench is run', () => {
  const page = readFileSync('docs/performance.md', 'utf8')
  const [, table = ''] = /^\| To measure [\s\S]+?\n([\s\S]+?)\n\n/m.exec(page) ?? []
  const said = [...table.matchAll(/`(?:npm run bench -- )?([\w-]+)`/g)].map(([, name]) => name)
  const benches = globSync('bench/{*,back-office/*}.ts').map((file) => path.basename(file, '.ts'))
  expect(said.toSorted()).toEqual(benches.filter((name) => name !== 'run').toSorted())
})
