import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MOST_FILES, TABLE_WRITERS } from './house-map.ts'
import { exportsOfNobody, findBreaches, namesInTwoFiles } from './house-rules.ts'

const files = globSync('{src,sandbox,test,scripts,bench,demo}/**/*.{ts,tsx}')
const sources = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]))

test('the house stands as it was drawn', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(findBreaches(sources)).toEqual([])
})

test('an exported name lives in one file of the product', () => {
  const product = Object.entries(sources).filter(
    ([file]) => file.startsWith('src/') && !file.includes('.test.'),
  )
  expect(namesInTwoFiles(Object.fromEntries(product))).toEqual([])
})

test('a name that two files export is found, but for those that the router gives', () => {
  const one = 'export type Deal = { id: string }\nexport const Component = () => null'
  const two =
    '/** export const Retailer */\nexport class Deal {}\nexport async function loader() {}'
  const three = 'export async function loader() {}\nconst Deal = 1\nexport function Component() {}'
  const planted = { 'src/a.ts': one, 'src/b.ts': two, 'src/c.tsx': three }
  expect(namesInTwoFiles(planted)).toEqual(['Deal: src/a.ts, src/b.ts'])
})

test('what is exported is named by another file', () => {
  expect(exportsOfNobody(sources)).toEqual([])
})

test('an export that no other file names is found, but for those that the router takes', () => {
  const planted = {
    'src/a.ts': "export type Deal = { id: string }\nexport const loader = () => 'Retailer'",
    'src/b.ts': "// Retailer\nimport type { Deal } from './a.ts'\nexport type Retailer = Deal",
  }
  expect(exportsOfNobody({ 'src/b.ts': planted['src/b.ts'] })).toEqual(['src/b.ts: Retailer'])
  expect(exportsOfNobody(planted)).toEqual([])
  const comments = { ...planted, 'src/a.ts': planted['src/a.ts'].replace("'Retailer'", '1') }
  expect(exportsOfNobody(comments)).toEqual(['src/b.ts: Retailer'])
})

test('every table stands in the file of whoever writes it', () => {
  const writers = globSync('src/db/tables/*.ts').flatMap((file) => {
    const tables = sources[file]?.match(/^export type \w+Tables = \{[^}]+\}/m)?.[0] ?? ''
    const names = [...tables.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
    return names.map((name) => [name, path.basename(file, '.ts')])
  })
  const { feedDays, ...others } = Object.fromEntries(writers)
  expect(others).toEqual(TABLE_WRITERS)
  // The write happens in a trigger.
  expect(feedDays).toBe('deals')
})

/** Returns the findings about one planted file. */
const about = (file: string, source: string) => findBreaches({ [file]: source }).join('\n')

describe('a planted breach is found', () => {
  test.each([
    [
      'accounts looks to the right',
      'src/accounts/server/accounts.ts',
      '#app/deals/server/deals.ts',
    ],
    [
      'a slice goes past a front door',
      'src/tracking/server/tracking.ts',
      '#app/deals/server/feed/feed.queries.ts',
    ],
    [
      'a slice uses the routes of another',
      'src/deals/server/deals.ts',
      '#app/accounts/server/accounts.routes.ts',
    ],
    ['a server half uses a web half', 'src/deals/server/deals.ts', '#app/deals/web/feed/Feed.tsx'],
    ['a web half uses a server half', 'src/deals/web/feed/Feed.tsx', '#app/deals/server/deals.ts'],
    ['a web half uses a server foundation', 'src/deals/web/feed/Feed.tsx', '#app/server/ids.ts'],
    [
      'a web half looks to the right',
      'src/deals/web/feed/Feed.tsx',
      '#app/tracking/web/OutboundRedirectPage.tsx',
    ],
    ['a foundation knows a slice', 'src/server/http/http.ts', '#app/accounts/server/accounts.ts'],
    [
      'a foundation knows a contract',
      'src/server/http/http.ts',
      '#app/accounts/accounts.contract.ts',
    ],
    ['the web foundation knows a slice', 'src/web/tabs.ts', '#app/deals/deals.contract.ts'],
    ['the web foundation uses the server', 'src/web/api/api.ts', '#app/server/problem.ts'],
    ['the look of things knows the business', 'src/ui/Button.tsx', '#app/web/page/head.ts'],
    ['what both halves say knows a slice', 'src/shared/pages.ts', '#app/deals/deals.facts.ts'],
    ['what both halves say knows a half', 'src/shared/pages.ts', '#app/web/page/head.ts'],
    ['the server half uses the web foundation', 'src/server/csv.ts', '#app/web/page/head.ts'],
    ['the database knows the server', 'src/db/postgres.ts', '#app/server/log.ts'],
    [
      'a stand-in knows the product',
      'sandbox/retailers/retailers.ts',
      '#app/deals/server/deals.ts',
    ],
    [
      'the product knows a stand-in',
      'src/tracking/server/tracking.ts',
      '#sandbox/retailers/retailers.ts',
    ],
    ['a slice imports a composition', 'src/deals/server/deals.ts', '#app/app.ts'],
    ['the product imports the tests', 'src/deals/server/deals.ts', '#test/support/factories.ts'],
    [
      'a contract looks to the right',
      'src/accounts/accounts.contract.ts',
      '#app/deals/deals.contract.ts',
    ],
    [
      'a contract knows a server half',
      'src/deals/deals.contract.ts',
      '#app/deals/server/deals.rules.ts',
    ],
  ])('%s', (_, file, target) => {
    for (const words of [
      `import { a } from '${target}'`,
      `import {\n  a,\n  type B,\n} from '${target}'`,
      `import type { A } from '${target}'`,
      `export { a } from '${target}'`,
      `import '${target}'`,
      `const a = await import('${target}')`,
    ]) {
      expect(about(file, words), words).toContain('is against the arrows')
    }
  })

  test.each([
    ['climbs', 'src/deals/server/deals.ts', "import { a } from '../deals.contract.ts'"],
    ['climbs', 'test/e2e/journey.ts', "import { a } from '../factories.ts'"],
    ['reaches into a folder', 'src/app.ts', "import { a } from './server/http.ts'"],
    [
      'takes the long way',
      'src/server/http/http.ts',
      "import { a } from '#app/server/http/guards.ts'",
    ],
    ['leaves out the extension', 'src/server/http/http.ts', "import { a } from './log'"],
    ['is a barrel', 'src/ui/index.ts', 'export const a = 1'],
    ['is a barrel', 'src/ui/all.ts', "export * from './Button.tsx'"],
    ['hands on', 'src/deals/server/deals.ts', "export { a } from './deals.queries.ts'"],
    ['hands on', 'src/deals/server/deals.ts', "export type { A } from './deals.queries.ts'"],
    [
      'against the order of rooms',
      'src/deals/server/deal/entitlement.rules.ts',
      "import { a } from '#app/deals/server/feed/feed.rules.ts'",
    ],
    [
      'against the order of rooms',
      'src/deals/server/feed/feed.queries.ts',
      "import type { A } from '#app/deals/server/deals.ts'",
    ],
    [
      'against the order of rooms',
      'src/deals/vocabulary/vocabulary.facts.ts',
      "import { a } from '#app/deals/filters/filters.facts.ts'",
    ],
    [
      'against the order of rooms',
      'src/server/http/http.ts',
      "import { a } from '#app/server/mail/mail.ts'",
    ],
    [
      'against the order of rooms',
      'sandbox/payments/life/checkout.ts',
      "import { a } from '#sandbox/payments/api/params.ts'",
    ],
    ['has no place', 'sandbox/payments/parts/text.ts', 'export const a = 1'],
    ['has no place', 'src/deals/server/feed/parts/text.ts', 'export const a = 1'],
    ['has no place', 'src/deals/server/helpers/text.ts', 'export const a = 1'],
    ['has no place', 'src/shared/words/text.ts', 'export const a = 1'],
    ['has no place', 'src/utils/text.ts', 'export const a = 1'],
    ['has no place', 'src/deals/lib/text.ts', 'export const a = 1'],
    ['is a contract and imports', 'src/deals/deals.contract.ts', "import { sql } from 'kysely'"],
    ['is a rule and uses', 'src/deals/server/deals.rules.ts', "import fs from 'node:fs'"],
    [
      'a rule imports types',
      'src/deals/server/deals.rules.ts',
      "import { a } from './deals.queries.ts'",
    ],
    [
      'takes types alone from a contract',
      'src/deals/web/queries.ts',
      "import { Deal } from '#app/deals/deals.contract.ts'",
    ],
    ['reads the environment', 'src/server/config/config.ts', "const a = process.env['PORT']"],
    ['reads the environment', 'src/app.ts', "import { env } from 'node:process'"],
    ['writes deals', 'src/tracking/server/tracking.ts', "db.updateTable('deals').set({})"],
    ['writes users', 'src/demo/demo.ts', "db.insertInto(\n  'users')"],
    ['writes subscriptions', 'src/deals/server/deals.ts', "db.deleteFrom('subscriptions as s')"],
    ['writes sessions', 'src/deals/server/deals.ts', 'sql`update sessions set user_id = 1`'],
    [
      'writes knownDevices',
      'src/server/rate-limits/throttle.ts',
      'sql`insert into known_devices values (1)`',
    ],
    ['asks the database', 'src/deals/server/deals.ts', "db.selectFrom('deals').selectAll()"],
    ['asks the database', 'src/server/live.ts', 'sql<number>`select 1`'],
    ['names productName', 'src/deals/server/og-tags.ts', 'const title = row.productName'],
    ['names buyUrl', 'src/server/mail/mail.ts', 'const { buyUrl } = row'],
    ['names domain', 'src/pages/pages.ts', 'const host = deal.domain'],
    ['mocks a module', 'src/deals/server/deals.test.ts', "vi.mock('./deals.queries.ts')"],
  ])('%s: %s with %j', (complaint, file, source) => {
    expect(about(file, source)).toContain(complaint)
  })

  test.each([
    ['two files', { 'src/db/a.ts': "import './b.ts'", 'src/db/b.ts': "import './a.ts'" }],
    [
      'two files by their types',
      {
        'src/db/a.ts': "import type { B } from './b.ts'",
        'src/db/b.ts': "import { a } from './a.ts'",
      },
    ],
    [
      'three files of different rooms',
      {
        'src/server/mail/a.ts': "import '#app/server/http/b.ts'",
        'src/server/http/b.ts': "import type { C } from '#app/server/c.ts'",
        'src/server/c.ts': "import '#app/server/mail/a.ts'",
      },
    ],
  ])('%s go in a circle', (_, sources) => {
    expect(findBreaches(sources)).toContainEqual(expect.stringContaining('go in a circle'))
  })

  test('a folder is crowded, tests not counted', () => {
    const files = (count: number, ending: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`src/db/a${n}.${ending}`, '']))
    const tests = { ...files(9, 'test.ts'), ...files(9, 'e2e.ts') }
    expect(findBreaches({ ...files(MOST_FILES, 'ts'), ...tests })).toEqual([])
    expect(findBreaches(files(MOST_FILES + 1, 'ts'))).toEqual([
      `src/db is crowded: ${MOST_FILES + 1} files`,
    ])
  })

  test.each([
    [
      'src/tracking/server/tracking.ts',
      "import type { Catalogue } from '#app/deals/server/deals.ts'",
    ],
    [
      'src/admin/server/session/guards.ts',
      "import { importDeals } from '#app/deals/server/import/import.ts'",
    ],
    [
      'src/deals/server/deals.ts',
      "import { a } from './deals.queries.ts'\n// not productName here",
    ],
    [
      'src/deals/server/deal/entitlement.rules.ts',
      "import type { Viewer } from '#app/membership/server/membership.ts'",
    ],
    ['src/deals/server/deals.rules.ts', "import { a } from './entitlement.rules.ts'"],
    ['src/deals/server/deals.ts', "import { a } from '#app/deals/server/feed/feed.queries.ts'"],
    ['src/deals/server/deals.ts', "import { a } from '#app/shared/money.ts'"],
    ['src/ui/Prices.tsx', "import { a } from '#app/shared/money.ts'"],
    [
      'src/deals/web/cards/DealCard.tsx',
      "import { Button } from '#app/ui/Button.tsx'\nconst a = deal.productName",
    ],
    ['src/app.ts', "import { a } from '#app/deals/server/deals.routes.ts'"],
    ['src/main.ts', "import { a } from '#sandbox/retailers/retailers.ts'\nconst a = process.env"],
    ['src/deals/server/deal/deal.queries.ts', "db.updateTable('deals').set({ productName: '' })"],
  ])('and nothing is said against %s with %j', (file, source) => {
    expect(about(file, source)).toBe('')
  })
})
