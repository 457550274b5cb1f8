import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { openServerDatabase, prepareDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { type BackOffice, openBackOffice } from './back-office.ts'

/** Enough to be killed midway; the embedded database takes ten times as long for each. */
const ROWS = inject('engine') === 'postgres' ? 5000 : 800
const bytes = makeCsv([HEADINGS, ...Array.from({ length: ROWS }, (_, at) => coat(at))])
const files = [{ field: 'file', fileName: 'deals.csv', bytes }]

const dataDir = mkdtempSync(path.join(tmpdir(), 'nouveau-killed-'))
let server: ServerProcess | undefined
afterAll(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

const url = await prepareDatabase(dataDir)

async function start(): Promise<BackOffice> {
  const port = String(await freePort())
  const database = url ? { DATABASE_URL: url } : {}
  server = await startServer({
    ...database,
    ADMIN_PASSWORD,
    DATA_DIR: dataDir,
    PORT: port,
    LOG_LEVEL: 'error',
  })
  return openBackOffice(`http://localhost:${port}`, ADMIN_PASSWORD)
}

async function kill() {
  await server?.kill()
  server = undefined
}

/** Kills it with everything done but the audit entry, where the engine can be made to wait. */
async function killInTheMiddleOf(office: BackOffice, act: () => Promise<unknown>) {
  const database = url ? await openServerDatabase(url) : undefined
  const held = await database?.db.startTransaction().execute()
  if (held) await sql`lock table audit_entries in share mode`.execute(held)
  const outcome = expect(act()).rejects.toThrow()
  if (database) await untilWaiting(database.db, 1)
  // The server is processing the earlier request by now.
  else await office.get('/healthz')
  await kill()
  await outcome
  await held?.rollback().execute()
  await database?.close()
}

/** Returns everything visible of it: the deals, the history, and who did what. */
async function seen(office: BackOffice) {
  const { pagination } = await office.get('/api/admin/deals')
  const { imports } = await office.get('/api/admin/imports')
  const { entries } = await office.get('/api/admin/audit?kind=import')
  return {
    deals: pagination.totalDeals,
    imports: imports.map(({ state, remaining }: Record<string, unknown>) => [state, remaining]),
    audit: entries.map(({ action }: { action: string }) => action),
    leftovers: readdirSync(path.join(dataDir, 'uploads')),
  }
}

test('a server that is killed in the middle of an import, and of taking one back, has done nothing by half', async () => {
  let office = await start()
  const accept = { accept: 'application/x-ndjson' }
  const killed = await office.send('/api/deals/bulk-upload', {}, files, accept)
  let lines = ''
  const hearing = (async () => {
    for await (const chunk of killed.body ?? []) {
      lines += Buffer.from(chunk).toString()
      if (/"writing","done":[1-9]/.test(lines)) await kill()
    }
  })()
  await expect(hearing).rejects.toThrow()
  expect(lines).not.toContain('"report"')

  office = await start()
  expect(await seen(office)).toEqual({ deals: 0, imports: [], audit: [], leftovers: [] })
  const imported = await (await office.send('/api/deals/bulk-upload', {}, files)).json()
  expect(imported).toMatchObject({ createdCount: ROWS, isCommitted: true })

  const undo = () => office.post(`/api/admin/imports/${imported.importId}/undo`)
  await killInTheMiddleOf(office, undo)

  office = await start()
  const whole = { deals: ROWS, imports: [['imported', ROWS]], audit: ['import.committed'] }
  expect(await seen(office)).toEqual({ ...whole, leftovers: [] })
  expect(await (await undo()).json()).toEqual({ undoneCount: ROWS })
  expect(await seen(office)).toMatchObject({ deals: 0, imports: [['undone', 0]] })
})
