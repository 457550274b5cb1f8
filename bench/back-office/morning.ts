import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { PastedLink, PastedLinks } from '#app/links/links.contract.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { openAdminCalls } from '#bench/support/admin-calls.ts'
import { type Forty, fortyLinks, setMoods } from '#bench/support/forty-links.ts'
import { fortySheet, mendSheet } from '#bench/support/forty-sheet.ts'
import { createHand, type Effort, type Way } from '#bench/support/hand.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { CHROMIUM_ARGS, findHeadlessChromium } from '#scripts/tests/needs.ts'
import { open } from '#test/e2e/support/browser.ts'

const ADMIN_PASSWORD = 'the-back-office-1'
const LONGEST_STEP_MS = 90_000

type From = 'links' | 'sheet' | 'error sheet'
type Run = { from: From; way: Way; on: string; width: number; height: number }
const DESK = { width: 1440, height: 900 }
const TABLET = { on: 'on a tablet, 768 x 1024', width: 768, height: 1024 }
const RUNS: Run[] = [
  { from: 'links', way: 'mouse', on: 'by mouse', ...DESK },
  { from: 'links', way: 'keys', on: 'by keys alone', ...DESK },
  { from: 'links', way: 'touch', ...TABLET },
  { from: 'sheet', way: 'mouse', on: 'by mouse', ...DESK },
  { from: 'sheet', way: 'keys', on: 'by keys alone', ...DESK },
  { from: 'sheet', way: 'touch', ...TABLET },
  { from: 'error sheet', way: 'mouse', on: 'by mouse', ...DESK },
]
type Left = { scheduled: number; gaps: string; links: string[] }
type Measured = Effort & { steps: Array<{ name: string; seconds: number } & Effort>; left: Left }

/**
 * Measures the work from forty links, ten of them bad, to an edition scheduled for tomorrow at seven, and
 * from the same forty as a spreadsheet whose bad rows are fixed in the report or in the sheet of errors. Uses
 * the real product with its demo and stand-in shops in a real browser, and counts presses, keys and seconds.
 * The time a curator needs to read and think comes on top.
 */
async function benchMorning() {
  const { folder, remove } = temporaryFolder()
  const filled = path.join(folder, 'filled')
  const forty = await prepare(filled)
  const executablePath = findHeadlessChromium() ?? 'chromium'
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const only = process.env.ONLY ?? ''
  const lines: string[][] = []
  for (const [index, run] of RUNS.entries()) {
    if (!nameOf(run).includes(only)) continue
    const dataDir = path.join(folder, `run-${index}`)
    cpSync(filled, dataDir, { recursive: true })
    const measured = await measure(browser, { dataDir, run, forty })
    report(nameOf(run), measured)
    lines.push(lineOf(nameOf(run), measured, forty))
  }
  await browser.close()
  remove()
  printTable([['way', 'presses', 'keys', 'seconds', 'scheduled of expected'], ...lines])
}

const settings = (dataDir: string) => ({
  ...{ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1', ADMIN_PASSWORD },
})

/** Prepares the demo without tomorrow's edition and links, and shops that sell pieces it does not have. */
async function prepare(dataDir: string): Promise<Forty> {
  const server = await startServer(settings(dataDir))
  const admin = await openAdminCalls(server.url, ADMIN_PASSWORD)
  const tomorrow = addDays(businessDay(new Date()), 1)
  const { deals } = await admin.get(`/api/admin/editions/${tomorrow}`)
  const ids = deals.map(({ deal }: { deal: { id: string } }) => deal.id)
  await admin.post(`/api/admin/editions/${tomorrow}/out`, { ids })
  const { links } = await admin.get('/api/admin/links')
  await admin.post('/api/admin/links/remove', { ids: links.map(({ id }: { id: string }) => id) })
  const forty = await fortyLinks(admin)
  await admin.post('/api/admin/deals/delete', { ids: forty.toForget })
  await setMoods(server.url, forty)
  await server.stop()
  return forty
}

type Measuring = { dataDir: string; run: Run; forty: Forty }

async function measure(browser: Browser, { dataDir, run, forty }: Measuring): Promise<Measured> {
  const server = await startServer(settings(dataDir))
  const { width, height, way } = run
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: way === 'touch',
    baseURL: server.url,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(LONGEST_STEP_MS)
  await open(page, '/admin')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('heading', { name: 'This morning' }).waitFor()

  const hand = createHand(page, way)
  const steps: Measured['steps'] = []
  const step = async (name: string, work: () => Promise<void>) => {
    const [before, beganMs] = [{ ...hand.effort }, performance.now()]
    await work()
    steps.push({
      ...{ name, seconds: (performance.now() - beganMs) / 1000 },
      presses: hand.effort.presses - before.presses,
      keys: hand.effort.keys - before.keys,
    })
  }
  const doing = { page, hand, step, forty }
  if (run.from === 'links') await byLinks(doing)
  else await bySheet(doing, { isByFile: run.from === 'error sheet' })
  await throughTheBoard(doing)
  await context.close()
  const admin = await openAdminCalls(server.url, ADMIN_PASSWORD)
  const left = await howItStands(admin)
  await server.stop()
  return { ...hand.effort, steps, left }
}

type Doing = {
  page: Page
  hand: ReturnType<typeof createHand>
  step: (name: string, work: () => Promise<void>) => Promise<void>
  forty: Forty
}

async function byLinks({ page, hand, step, forty }: Doing) {
  const { press, type, paste } = hand
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await step('a rate for euros', async () => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await press(menu)
    await press(page.getByRole('navigation').getByRole('link', { name: 'Rates', exact: true }))
    await paste(page.getByLabel('Paste rates, one a line'), 'EUR 1.08')
    await press(button('Take them'))
    await page.getByText('1 rate is taken.').waitFor()
  })
  await step('forty links, pasted', async () => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await press(menu)
    await press(page.getByRole('navigation').getByRole('link', { name: 'Links', exact: true }))
    const lines = forty.rows.map(({ address }) => address)
    await paste(page.getByLabel('Paste links, one a line'), lines.join('\n'))
    await press(button('Read them'))
    await page.getByText(/links are taken/).waitFor()
  })
  await step('the shops answer (nobody does anything)', async () => {
    await page.getByText(/^\d+ pages are read\./).waitFor()
  })
  const row = (text: string) => page.locator('.link-row').filter({ hasText: text }).first()
  await step('what was read badly', async () => {
    await press(button(/^Take all \d+ away/))
    await page.getByText(/\d+ links are taken away/).waitFor()
    const { noPrice, refused } = forty.toMend
    await type(row(noPrice.says).getByLabel('Sale price'), noPrice.price)
    for (const [field, text] of Object.entries(refused.fields)) {
      await type(row(refused.says).getByLabel(field, { exact: true }), text)
    }
  })
  await step('drafts of all others', async () => {
    await press(button(/^Make \d+ drafts/))
    await page.getByText(/\d+ drafts are made/).waitFor()
    await press(page.getByRole('link', { name: /^Open the edition of/ }))
  })
}

async function bySheet({ page, hand, step, forty }: Doing, { isByFile }: { isByFile: boolean }) {
  const { press, type } = hand
  const sheet = fortySheet(forty)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const isChecked = (words: RegExp) => page.getByRole('heading', { name: words }).waitFor()
  await step('forty rows, uploaded', async () => {
    await press(page.getByRole('link', { name: 'Upload a sheet' }))
    await hand.choose('Choose a sheet', sheet.file)
    await isChecked(/\d+ new/)
  })
  if (isByFile) {
    let mended = sheet.file
    await step('the sheet of errors, mended in its own program', async () => {
      const downloading = page.waitForEvent('download')
      await press(button('Download this sheet with what is wrong'))
      const errors = readFileSync(await (await downloading).path())
      mended = mendSheet(errors, sheet)
      // For each cell a press, the text typed over it and Enter; for each row a press on its header and two
      // keys that delete it.
      hand.effort.presses += sheet.toMend.length + sheet.toLeaveOut.length
      hand.effort.keys += sheet.toMend.reduce((sum, { text }) => sum + text.length + 1, 0)
      hand.effort.keys += 2 * sheet.toLeaveOut.length
    })
    await step('uploaded again', () => hand.choose('Choose the corrected sheet', mended))
  } else {
    await step('bad rows, mended in the report', async () => {
      for (const { row, column, text } of sheet.toMend) {
        await type(page.getByLabel(`${column} of row ${row}`, { exact: true }), text)
      }
      await hand.key('Enter')
      const hopeless = sheet.toLeaveOut.length
      await press(button(`Leave out the ${hopeless} wrong rows`))
    })
  }
  await step('imported into the edition', async () => {
    await press(button(/^Import \d+ deals/))
    await press(button(/^Put all \d+ in/))
    await press(page.getByRole('link', { name: /^Open the edition of/ }))
  })
}

/** From drafts in the edition to its publishing time. */
async function throughTheBoard({ page, hand: { press }, step }: Doing) {
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await step('what is missing: alternative texts', async () => {
    await press(button(/^No alternative text/))
    await press(button(/^Take \d+ texts/))
    await button(/^No alternative text/).waitFor({ state: 'detached' })
  })
  await step('tomorrow at seven', async () => {
    await press(button('Publish at 7:00'))
    const asked = page.getByRole('dialog', { name: 'Before this goes out' })
    const isOut = button('All go out at 7:00')
    await asked.or(isOut).first().waitFor()
    if (await asked.isVisible()) {
      await press(asked.getByRole('button', { name: /^Publish (anyway|the other)/ }))
    }
    await isOut.waitFor()
  })
}

async function howItStands(admin: Awaited<ReturnType<typeof openAdminCalls>>): Promise<Left> {
  const tomorrow = addDays(businessDay(new Date()), 1)
  const board: { deals: Array<{ gaps: string[]; deal: { state: string } }> } = await admin.get(
    `/api/admin/editions/${tomorrow}`,
  )
  const scheduled = board.deals.filter(({ deal }) => deal.state === 'scheduled').length
  const gaps = new Map<string, number>()
  for (const gap of board.deals.flatMap((each) => each.gaps))
    gaps.set(gap, (gaps.get(gap) ?? 0) + 1)
  const lacks = [...gaps].map(([gap, count]) => `${gap} ${count}`).join(', ')
  const { links }: PastedLinks = await admin.get('/api/admin/links')
  const open = links.filter(({ state }) => state !== 'made')
  const about = ({ answer, notes, same }: PastedLink) =>
    [answer, ...notes, ...same.map(({ by, title }) => `${by}: ${title}`)].filter(Boolean).join(', ')
  return {
    ...{ scheduled, gaps: lacks || 'none' },
    links: open.map((link) => `${link.pasted} (${about(link) || 'nothing is wrong with it'})`),
  }
}

const nameOf = ({ from, on }: Run) => `${from}, ${on}`

function secondsOf({ steps }: Measured): string {
  return steps.reduce((sum, each) => sum + each.seconds, 0).toFixed(0)
}

function lineOf(name: string, measured: Measured, { expected }: Forty): string[] {
  const { presses, keys, left } = measured
  const made = `${left.scheduled} of ${expected}`
  return [name, String(presses), String(keys), secondsOf(measured), made]
}

function report(name: string, { steps, left }: Measured) {
  console.log(`\n${name}; gaps left: ${left.gaps}`)
  for (const link of left.links) console.log(`  not made: ${link}`)
  for (const each of steps) {
    console.log(
      `  ${each.name.padEnd(46)} ${String(each.presses).padStart(4)} presses ${String(each.keys).padStart(5)} keys ${each.seconds.toFixed(1).padStart(6)} s`,
    )
  }
}

function printTable(rows: string[][]) {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  console.log('')
  for (const row of rows)
    console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
}

await benchMorning()
