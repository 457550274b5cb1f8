import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { startChild } from '#test/faults/children/child.ts'
import { prepareDatabase } from '#test/support/databases/test-database.ts'
import { openEmbedded } from './embedded.ts'
import { EMBEDDED_FOLDER } from './embedded-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'nouveau-folder-')), 'data')
})
afterEach(() => rmSync(path.dirname(dataDir), { recursive: true, force: true }))

const IN_USE = /The embedded database in .+ is in use by another process\. Stop that process first/

describe.runIf(inject('engine') === 'embedded')('the folder of the embedded database', () => {
  test('is for one process at a time; a second one is told so and changes nothing', async () => {
    await prepareDatabase(dataDir)
    const first = await openEmbedded(dataDir)
    const second = startChild('use-folder.ts', dataDir, 'second')
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(IN_USE)
    expect(second.output()).not.toContain('second-0')
    await expect(openEmbedded(dataDir)).rejects.toThrow(IN_USE)
    await first.close()

    await (await openEmbedded(dataDir)).close()
  })

  test('is closed to other people of the machine', async () => {
    await (await openEmbedded(dataDir)).close()
    for (const folder of [dataDir, path.join(dataDir, EMBEDDED_FOLDER)]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    }
  })

  test('is made whole: what an interrupted first start left behind is begun anew', async () => {
    const part = path.join(dataDir, `${EMBEDDED_FOLDER}.part`)
    mkdirSync(path.join(part, 'base'), { recursive: true })
    writeFileSync(path.join(part, 'PG_VERSION'), '18\n')
    const { db, close } = await openEmbedded(dataDir)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await close()
    expect(readdirSync(dataDir).filter((name) => name.startsWith(EMBEDDED_FOLDER))).toEqual([
      EMBEDDED_FOLDER,
    ])
  })

  test('is free again, with every acknowledged row, after the process was killed while writing', async () => {
    await prepareDatabase(dataDir)
    const acknowledged: string[] = []
    // Rows are written one after the other, so the kill comes in the middle of one of them.
    const counts = fc.sample(fc.integer({ min: 20, max: 90 }), 3)
    for (const [at, prefix] of ['one', 'two', 'three'].entries()) {
      const child = startChild('use-folder.ts', dataDir, prefix)
      await expect.poll(child.output, { interval: 1 }).toContain(`${prefix}-${counts[at]}\n`)
      child.process.kill('SIGKILL')
      expect(await child.ended, child.output()).toBeNull()
      // A line that was cut short does not count: it was not printed whole.
      acknowledged.push(...child.output().split('\n').slice(0, -1))
    }
    expect(acknowledged.length).toBeGreaterThan(60)

    const { db, close } = await openEmbedded(dataDir)
    const rows = await db.selectFrom('brands').select('id').execute()
    const kept = new Set(rows.map((row) => row.id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    // The one row being written at each kill may be there or not; more would be invented.
    expect(rows.length - acknowledged.length).toBeLessThanOrEqual(3)
    await close()
  })
})
