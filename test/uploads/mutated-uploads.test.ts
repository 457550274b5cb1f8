import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { makeWorkbook, readFixture } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { changes, mutate } from './mutations.ts'
import { useUploads } from './use-uploads.ts'

/** A few of the thousands in `mutated-sheets.test.ts`, all the way from the upload to the deals. */
const UPLOADED = 30

const app = useTestApp()
const { admin, stored, leftovers } = useUploads(app)
let health: URL
beforeAll(async () => {
  health = new URL('/healthz', await app.http.listen({ host: '127.0.0.1', port: 0 }))
})

const originals: Array<[string, Buffer]> = [
  ['a.xlsx', readFixture('deals.xlsx')],
  ['a.xls', makeWorkbook([HEADINGS, coat(1), coat(2)], 'biff8')],
  ['a.xls', readFixture('deals.xls')],
  ['a.csv', readFixture('semicolon-windows-1252.csv')],
]

test('a damaged sheet is imported whole, or refused in words and not at all, and others are served meanwhile', async () => {
  let isDone = false
  let answered = 0
  const others = (async () => {
    while (!isDone) {
      expect((await fetch(health)).status).toBe(200)
      answered += 1
      await delay(5)
    }
  })()
  const outcomes = { imported: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...originals),
      changes,
      async ([fileName, whole], mutation) => {
        const before = await stored()
        const file = { field: 'file', fileName, bytes: mutate(whole, mutation) }
        const response = await admin().send('POST', '/api/deals/bulk-upload', {}, [file])
        const after = await stored()
        expect(leftovers()).toEqual([])
        if (response.statusCode === 200) {
          const report = response.json()
          expect(after.deals.length - before.deals.length).toBe(report.createdCount)
          expect(report.isCommitted).toBe(report.problems.length === 0)
          outcomes.imported += report.isCommitted ? 1 : 0
        } else {
          expect(response.statusCode, response.body).toBeGreaterThanOrEqual(400)
          expect(response.statusCode, response.body).toBeLessThan(500)
          expect(response.json().error).toMatch(/^[A-Z].+\.$/s)
          expect(after).toEqual(before)
          outcomes.refused += 1
        }
      },
    ),
    { numRuns: UPLOADED, endOnFailure: true },
  )
  isDone = true
  await others
  expect(answered).toBeGreaterThan(UPLOADED)
  expect(outcomes.refused).toBeGreaterThan(0)
})
