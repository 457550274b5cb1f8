import { expect, test } from 'vitest'
import { legalVersions, versionInForce } from './legal-versions.ts'

const dates = { termsDate: '2026-10-01', policyDate: '2026-09-01' }
const later = { terms: ['2026-12-24', '2027-03-01'], policy: [] }

test.each([
  ['2026-09-30', 1],
  ['2026-12-23', 1],
  ['2026-12-24', 2],
  ['2027-02-28', 2],
  ['2027-03-01', 3],
])('on %s version %i of the terms holds', (day, version) => {
  expect(versionInForce('terms', dates, day, later).version).toBe(version)
  expect(versionInForce('policy', dates, day, later)).toEqual({ version: 1, from: '2026-09-01' })
})

test('every version is listed with its day, those to come included', () => {
  expect(legalVersions('terms', dates, later)).toEqual([
    { version: 1, from: '2026-10-01' },
    { version: 2, from: '2026-12-24' },
    { version: 3, from: '2027-03-01' },
  ])
})
