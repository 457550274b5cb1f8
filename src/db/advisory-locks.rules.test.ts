import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

test('no two purposes lock one key, and no key is written anywhere else', () => {
  const keys = Object.values(ADVISORY_LOCKS)
  expect(new Set(keys).size).toBe(keys.length)
  const written = globSync('src/**/*.ts', {
    exclude: ['**/advisory-locks.ts', '**/*.test.ts'],
  }).filter((file) =>
    /7_?307_?11\d|advisory\w*lock\w*\(\s*\$?\{?\d/.test(readFileSync(file, 'utf8')),
  )
  expect(written).toEqual([])
})
