import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase } from '#app/db/open-database.ts'
import { startChild } from '#test/faults/children/child.ts'
import { prepareDatabase } from '#test/support/databases/test-database.ts'

/** Enough rows to be killed in the middle; the embedded database takes ten times as long for each. */
const ROWS = inject('engine') === 'postgres' ? 5000 : 1500

let dataDir: string
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'nouveau-killed-')), 'data')
})
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }))

test('an import that is killed in the middle of writing leaves nothing, and can be made again', async () => {
  const url = await prepareDatabase(dataDir)

  const killed = startChild('import-sheet.ts', dataDir, url ?? '', String(ROWS))
  await expect.poll(killed.output, { interval: 5 }).toMatch(/writing [1-9]/)
  killed.process.kill('SIGKILL')
  expect(await killed.ended).toBeNull()
  expect(killed.output()).not.toContain('done')
  expect(await countRows(url)).toEqual({ deals: 0, imports: 0, brands: 0, priceObservations: 0 })

  const again = startChild('import-sheet.ts', dataDir, url ?? '', String(ROWS))
  await again.ended
  expect(again.output()).toContain('done')
  expect(await countRows(url)).toMatchObject({ deals: ROWS, imports: 1, brands: 1 })
})

async function countRows(url: string | undefined) {
  const { db, close } = await openDatabase({ url, dataDir })
  const counts: Record<string, number> = {}
  for (const table of ['deals', 'imports', 'brands', 'priceObservations'] as const) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  await close()
  return counts
}
