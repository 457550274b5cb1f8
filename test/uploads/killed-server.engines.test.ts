import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from '#test/payments/server-process.ts'
import { makeCsv } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { freePort } from '#test/support/free-port.ts'
import { prepareDatabase } from '#test/support/test-database.ts'
import { type BackOffice, openBackOffice } from './back-office.ts'

const ROWS = 5000
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
  server = await startServerProcess({ ...database, ADMIN_PASSWORD, DATA_DIR: dataDir, PORT: port })
  return openBackOffice(`http://localhost:${port}`, ADMIN_PASSWORD)
}

async function kill() {
  await server?.kill()
  server = undefined
}

/** What everybody sees of it: the deals, the history, and who did what. */
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

test('a server that is killed in the middle of an import, and of taking one back, has done nothing by half', {
  timeout: 240_000,
}, async () => {
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

  const undo = office.post(`/api/admin/imports/${imported.importId}/undo`)
  const outcome = expect(undo).rejects.toThrow()
  await delay(40)
  await kill()
  await outcome

  office = await start()
  const whole = { deals: ROWS, imports: [['imported', ROWS]], audit: ['import.committed'] }
  expect(await seen(office)).toEqual({ ...whole, leftovers: [] })
  const undone = await office.post(`/api/admin/imports/${imported.importId}/undo`)
  expect(await undone.json()).toEqual({ undoneCount: ROWS })
  expect(await seen(office)).toMatchObject({ deals: 0, imports: [['undone', 0]] })
})
