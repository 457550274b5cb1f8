import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeWorkbook } from '#test/sheets/make-sheets.ts'
import { HEADINGS } from '#test/sheets/use-imports.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { anyLink, HOSTILE_LINKS, ODD_LINKS } from './hostile-links.ts'
import { useUploads } from './use-uploads.ts'

const app = useTestApp()
const { admin } = useUploads(app)

/** Expects an http or https link to the shop that is shown, and never to a private host. */
function expectSafe(deal: { buyUrl: string; domain: string }) {
  const url = new URL(deal.buyUrl)
  expect(url.href).toBe(deal.buyUrl)
  expect(url.protocol).toMatch(/^https?:$/)
  expect([url.username, url.password]).toEqual(['', ''])
  expect(url.hostname).toBe(deal.domain)
  expect(deal.domain).toMatch(/^[a-z0-9_-][a-z0-9._-]*\.[a-z0-9-]*[a-z][a-z0-9-]*$/)
  expect(deal.domain).not.toMatch(/(^|\.)(localhost|local|internal|lan)$/)
  expect(deal.buyUrl.length).toBeLessThanOrEqual(2048)
  expect(deal.buyUrl).not.toMatch(/[\s\\"<>\p{Cc}]/u)
}

const stored = (id: string) =>
  app.db
    .selectFrom('deals')
    .select(['buyUrl', 'domain', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const forget = (id: string) => app.db.deleteFrom('deals').where('id', '=', id).execute()

/** Sends the same link through the form, the edit, the check and a sheet; returns what each made of it. */
async function throughEveryDoor(buyUrl: string, dealId: string) {
  const created = await admin().create({ buyUrl })
  const deal = created.statusCode === 201 ? await stored(created.json().id) : undefined
  if (deal) await forget(created.json().id)
  const edited = await admin().edit(dealId, { buyUrl })
  const payload = { buyUrl }
  const checked = await admin().ask({ method: 'POST', url: '/api/admin/check-link', payload })
  return { created, deal, edited, checked }
}

/** Sheets hold no control characters or invalid ones, and an empty cell has a meaning of its own. */
function fitsInSheet(link: string) {
  return link.trim() !== '' && link.isWellFormed() && !/[\p{Cc}\ufffe\uffff]/u.test(link)
}

function sheetOf(links: string[]) {
  const rows = links.map((link, at) => ['Solvane', `Coat ${at}`, 1290, 645, link])
  const bytes = makeWorkbook([HEADINGS, ...rows])
  return [{ field: 'file', fileName: 'deals.xlsx', bytes }]
}

describe('a hostile link', () => {
  test.each(HOSTILE_LINKS)(
    '%j is refused by the form, the edit and the check, at its field',
    async (link) => {
      const { id, buyUrl } = await admin().enter()
      const { created, edited, checked } = await throughEveryDoor(link, id)
      for (const response of [created, edited, checked]) {
        expect(response.statusCode, response.body).toBe(422)
        expect(response.json().fields).toEqual({ buyUrl: expect.stringMatching(/^The link .+\.$/) })
      }
      expect(await stored(id)).toMatchObject({ buyUrl, version: 1 })
    },
  )

  test('is a problem of its row in a sheet, and nothing of the sheet is imported', async () => {
    const links = HOSTILE_LINKS.filter(fitsInSheet)
    const before = (await app.db.selectFrom('deals').select('id').execute()).length
    const files = sheetOf([...links, 'https://shop.example/good'])
    const report = (await admin().send('POST', '/api/deals/bulk-upload', {}, files)).json()
    expect(report).toMatchObject({ isCommitted: false, createdCount: 0 })
    const refused = report.problems.map(({ row }: { row: number }) => links[row - 2])
    expect(refused).toEqual(links)
    expect((await app.db.selectFrom('deals').select('id').execute()).length).toBe(before)
  })
})

test.each(ODD_LINKS)('%j is kept and shown as leading to %s', async (link, domain) => {
  const { id } = await admin().enter()
  const { deal, edited, checked } = await throughEveryDoor(link, id)
  expect(deal).toMatchObject({ domain })
  if (deal) expectSafe(deal)
  expect([edited.statusCode, edited.json().domain]).toEqual([200, domain])
  expect(checked.json()).toMatchObject({ domain, buyUrl: deal?.buyUrl })
})

test('any link is either kept, safe and the same at every door, or refused at its field by all', async () => {
  const { id } = await admin().enter()
  const outcomes = { kept: 0, refused: 0 }
  const known = { link: '' }
  await fc.assert(
    fc.asyncProperty(anyLink, async (link) => {
      const { created, deal, edited, checked } = await throughEveryDoor(link, id)
      if (deal) {
        expectSafe(deal)
        expect(await stored(id)).toMatchObject({ buyUrl: deal.buyUrl, domain: deal.domain })
        expect(checked.json()).toMatchObject({ buyUrl: deal.buyUrl, domain: deal.domain })
        outcomes.kept += 1
        known.link = deal.buyUrl
        return
      }
      // The edited deal has this link already.
      if (created.statusCode === 409 && (await stored(id)).buyUrl === known.link) return
      outcomes.refused += 1
      // A NUL is not valid text, so the whole request is refused.
      const status = link.includes('\0') ? 400 : 422
      for (const response of [created, edited]) {
        expect(response.statusCode, response.body).toBe(status)
        expect(response.json().fields.buyUrl).toMatch(/\w/)
      }
      expect(checked.statusCode, checked.body).toBe(status)
      if (status === 422) expect(checked.json().fields.buyUrl).toMatch(/\w/)
    }),
    { numRuns: 150 },
  )
  expect(outcomes.kept).toBeGreaterThan(10)
  expect(outcomes.refused).toBeGreaterThan(10)
})

test('a sheet of any links keeps exactly those that the check takes', async () => {
  const links = fc.sample(anyLink, 120).filter(fitsInSheet)
  const check = async (buyUrl: string) =>
    (await admin().ask({ method: 'POST', url: '/api/admin/check-link', payload: { buyUrl } }))
      .statusCode
  const statuses = await Promise.all(links.map(check))
  const fields = { dryRun: 'true' }
  const report = (
    await admin().send('POST', '/api/deals/bulk-upload', fields, sheetOf(links))
  ).json()
  const wrong = new Set(report.problems.map(({ row }: { row: number }) => row - 2))
  for (const [at, status] of statuses.entries()) {
    expect([links[at], wrong.has(at)]).toEqual([links[at], status !== 200])
  }
})
