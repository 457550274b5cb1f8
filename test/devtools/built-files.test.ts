import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { buildSite } from '#scripts/building/site.ts'

beforeAll(() => buildSite())

/** Words that only the developer tools have. */
const TRACES =
  /subscription-test|Test User Management|webhook-tester|webhook-direct|direct-update-subscription|dev-test|test-stripe-config|test-webhook|Webhook Tester|Invalid JSON/

test('what production serves holds no trace of the developer tools', () => {
  const files = globSync('dist/**/*.{js,css,html,json,map}')
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => TRACES.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('the traces are those of the developer tools', () => {
  const sources = globSync(
    ['src/devtools/**/*.{ts,tsx}', 'src/admin-routes.tsx', 'src/shared/admin-pages.ts'],
    {
      exclude: ['**/*.test.ts'],
    },
  )
  const all = sources.map((file) => readFileSync(file, 'utf8')).join('\n')
  for (const trace of TRACES.source.split('|')) expect(all).toContain(trace)
})
