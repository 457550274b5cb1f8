import { readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import { useBulkUpload } from '#test/sheets/bulk-upload.ts'
import { makeZip, sheetXml, textCell, workbookParts } from '#test/sheets/make-sheets.ts'
import { coat, HEADINGS } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { HOSTILE_SHEETS } from './hostile-sheets.ts'

const app = useTestApp()
const { send, upload, annotate, get } = useBulkUpload(app)
let origin: string
beforeAll(async () => {
  origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
})

const allDeals = () => app.db.selectFrom('deals').selectAll().orderBy('feedPosition').execute()
const leftovers = () => readdirSync(path.join(app.ctx.config.dataDir, 'uploads'))
const isAlive = async () => (await fetch(`${origin}/healthz`)).ok

describe('a hostile sheet', () => {
  test.each(HOSTILE_SHEETS)('$what is refused, and the server goes on', async (hostile) => {
    const { fileName, make, reason } = hostile
    const [response, wasAlive] = await Promise.all([send({ fileName, sheet: make() }), isAlive()])
    expect(response.statusCode, response.body).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'bad-sheet',
      error: expect.stringMatching(reason),
    })
    expect(response.body).not.toMatch(/node_modules|\bat .+:\d+/)
    expect([wasAlive, await isAlive()]).toEqual([true, true])
    expect([await allDeals(), leftovers()]).toEqual([[], []])
    expect(await app.db.selectFrom('imports').select('id').execute()).toEqual([])
  })
})

describe('text that a spreadsheet would take for a formula', () => {
  const FORMULAS = [
    "=cmd|'/c calc'!A1",
    '=HYPERLINK("https://evil.example","x")',
    '+1+1 Coat',
    '-2 Coat',
    '@SUM(A1)',
  ]

  test('stays text in the club, and in every file that leaves it', async () => {
    const rows = FORMULAS.map((formula, at) => [formula, formula, ...coat(at).slice(2)])
    const sheet = [HEADINGS, ...rows]
    await upload({ sheet, fileName: '=evil.csv' })
    expect((await allDeals()).map(({ productName }) => productName)).toEqual(FORMULAS)

    const annotated = (await annotate({ sheet })).rawPayload
    const back = await readSheet('back.xlsx', annotated)
    expect(back.rows.slice(1).map(({ cells }) => cells[1])).toEqual(FORMULAS)
    // A formula is a cell with an <f>; by default the reader would return its result.
    const { read } = await import('@e965/xlsx')
    const cells = Object.values(read(annotated, { cellFormula: true }).Sheets.Deals ?? {})
    expect(cells.filter((cell) => typeof cell === 'object' && 'f' in cell)).toEqual([])

    const audit = (await get('/api/admin/audit.csv')).body
    expect(audit).toContain("'=evil.csv")
    expect(audit).not.toMatch(/(^|,)"?[=+@\t\r-][^0-9]/m)
  })

  test('is its stored result where it is a formula indeed, and is never worked out', async () => {
    const cell = (name: string, text: string) =>
      `<c r="${name}" t="str"><f>HYPERLINK("https://evil.example","x")</f><v>${text}</v></c>`
    const headings = HEADINGS.map((heading, at) => textCell(`${'ABCDE'[at]}1`, heading)).join('')
    const row = `${cell('A2', 'Solvane')}${cell('B2', 'Coat')}${cell('E2', 'https://shop.example/1')}`
    const xml = sheetXml(`<row r="1">${headings}</row><row r="2">${row}</row>`)
    const sheet = makeZip(workbookParts(xml))
    expect(await upload({ fileName: 'deals.xlsx', sheet })).toMatchObject({ createdCount: 1 })
    expect(await allDeals()).toMatchObject([{ productName: 'Coat', domain: 'shop.example' }])
  })
})

test('the same file again makes no deal a second time', async () => {
  const sheet = [HEADINGS, coat(1), coat(2)]
  expect(await upload({ sheet })).toMatchObject({ createdCount: 2 })
  expect(await upload({ sheet })).toMatchObject({ createdCount: 0, problems: [] })
  expect(await allDeals()).toHaveLength(2)
})
