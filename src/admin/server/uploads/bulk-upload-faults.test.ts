import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeCsv, makeWorkbook, type Value } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS, pictureOf } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'

/** Answers links when the test says so. */
let onLink: () => Promise<Buffer> = () => pictureOf('#20b030')
const app = useTestApp({ fetchOutside: () => onLink() })
const { upload, admin, formOf } = useBulkUpload(app)

const allDeals = () => app.db.selectFrom('deals').select('id').execute()
const leftovers = () => readdirSync(path.join(app.ctx.config.dataDir, 'uploads'))

describe('a connection that is lost', () => {
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
  })

  /** Sends an upload like a browser, or only its first bytes. */
  function begin(form: ReturnType<typeof formOf>, bytes = form.payload.length): Socket {
    const { cookie, csrf } = admin()
    const headers = { ...form.headers, ...csrf, cookie, 'content-length': form.payload.length }
    const lines = Object.entries({
      host: 'localhost',
      'sec-fetch-site': 'same-origin',
      accept: 'application/x-ndjson',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`POST /api/deals/bulk-upload HTTP/1.1\r\n${lines.join('')}\r\n`)
    socket.write(form.payload.subarray(0, bytes))
    return socket
  }

  test('in the middle of the sheet imports nothing and leaves nothing', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => coat(at))
    const form = formOf({ sheet: [HEADINGS, ...rows] })
    await upload({ sheet: [HEADINGS] }).catch(() => {})
    const socket = begin(form, form.payload.length / 2)
    await expect.poll(leftovers).toHaveLength(1)
    socket.destroy()
    await expect.poll(leftovers).toEqual([])
    expect(await allDeals()).toEqual([])
  })

  test('before the writing begins stops the work: nothing is imported, and it is no bug', async () => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    onLink = async () => {
      asked.resolve()
      await released.promise
      return pictureOf('#20b030')
    }
    const headings = [...HEADINGS, 'Image']
    const sheet = [headings, [...coat(1), 'https://pictures.example/1.jpg']]
    const socket = begin(formOf({ sheet }))
    await asked.promise
    socket.destroy()
    await new Promise((resolve) => app.http.server.getConnections(resolve))
    await expect.poll(openConnections).toBe(0)
    released.resolve()
    await expect.poll(leftovers).toEqual([])
    expect(await allDeals()).toEqual([])
    expect(await app.db.selectFrom('imports').select('id').execute()).toEqual([])
    expect(app.logLines.filter((line) => line.includes('"msg":"bug"'))).toEqual([])
    onLink = () => pictureOf('#20b030')
    expect(await upload({ sheet })).toMatchObject({ createdCount: 1 })
  })

  test('hears how far it is while it goes on', async () => {
    const released = Promise.withResolvers<void>()
    onLink = async () => {
      await released.promise
      return pictureOf('#20b030')
    }
    const headings = [...HEADINGS, 'Image']
    const sheet = [headings, [...coat(1), 'https://pictures.example/1.jpg']]
    const socket = begin(formOf({ sheet }))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    await expect.poll(() => answer).toContain('"checking"')
    expect(answer).not.toContain('"report"')
    released.resolve()
    await expect.poll(() => answer).toContain('"isCommitted":true')
    socket.destroy()
  })

  const openConnections = () =>
    new Promise<number>((resolve) => {
      app.http.server.getConnections((_error, count) => resolve(count))
    })
})

test('a try says of any sheet what the import then does', async () => {
  const brand = fc.constantFrom('Solvane', 'sôlvane', 'Maison Test', '', '=Brand', '???')
  const price = fc.constantFrom<Value>('', 0, 100, '1,290.00', '1.290', 'free', 99.999, -1)
  const link = fc.oneof(
    fc.integer({ min: 1, max: 5 }).map((at) => `https://shop.example/${at}?utm_source=x`),
    fc.constantFrom('', 'nowhere', 'https://localhost/1', 'http://www.shop.example/2'),
  )
  const good = fc.constantFrom<Value>('yes', 'no', '', true, 'maybe')
  const date = fc.constantFrom('', '2026-11-01', '10/11/2026', '2030-01-01', '2026-11-02 09:30')
  const row = fc.tuple(brand, fc.constantFrom('Coat', 'Hat', '501'), price, price, link, good, date)
  const headings = [...HEADINGS, 'Published', 'Date']
  const sheets = fc.record({
    rows: fc.array(
      // Weighted, since most sheets would otherwise be refused for one of their rows.
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.integer({ min: 1, max: 9 }).map((at) => [...coat(at), 'yes', '']),
        },
        { weight: 1, arbitrary: row },
      ),
      { minLength: 1, maxLength: 6 },
    ),
    isWorkbook: fc.boolean(),
    publishAll: fc.boolean().map(String),
  })
  let imported = 0
  await fc.assert(
    fc.asyncProperty(sheets, async ({ rows, isWorkbook, publishAll }) => {
      const all = [headings, ...rows]
      const sheet = isWorkbook ? makeWorkbook(all) : makeCsv(all)
      const fileName = isWorkbook ? 'deals.xlsx' : 'deals.csv'
      const before = (await allDeals()).length
      const dry = await upload({ fileName, sheet, fields: { publishAll, dryRun: 'true' } })
      expect((await allDeals()).length).toBe(before)
      const real = await upload({ fileName, sheet, fields: { publishAll } })
      expect({ ...real, isDryRun: true, isCommitted: false, importId: null }).toEqual(dry)
      expect((await allDeals()).length).toBe(before + dry.createdCount)
      expect(real.isCommitted).toBe(dry.problems.length === 0)
      imported += real.createdCount
    }),
    { numRuns: 15 },
  )
  expect(imported).toBeGreaterThan(0)
})
