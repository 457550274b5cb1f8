import { cpSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { openAdminCalls } from '#bench/support/admin-calls.ts'
import { type Forty, fortyLinks, setMoods } from '#bench/support/forty-links.ts'
import { createHand, type Effort, type Way } from '#bench/support/hand.ts'
import { startServer, temporaryFolder } from '#bench/support/server-under-test.ts'
import { CHROMIUM_ARGS, findHeadlessChromium } from '#scripts/test-needs.ts'
import { open } from '#test/e2e/support/browser.ts'

const ADMIN_PASSWORD = 'the-back-office-1'
const LONGEST_STEP_MS = 90_000

type Run = { name: string; way: Way; width: number; height: number }
const RUNS: Run[] = [
  { name: 'links, by mouse', way: 'mouse', width: 1440, height: 900 },
  { name: 'links, by keys alone', way: 'keys', width: 1440, height: 900 },
  { name: 'links, tablet 1024 x 768', way: 'touch', width: 1024, height: 768 },
  { name: 'links, tablet 768 x 1024', way: 'touch', width: 768, height: 1024 },
]
type Measured = Effort & { steps: Array<{ name: string; seconds: number } & Effort>; left: string }

/**
 * Forty links, ten of them bad, to an edition that goes out tomorrow at seven: the real product with its demo and the shops
 * that are played, in a real browser. Counts presses, keys and seconds. Nobody reads anything here: what a curator
 * needs to look and think comes on top.
 */
async function benchMorning() {
  const { folder, remove } = temporaryFolder()
  const filled = path.join(folder, 'filled')
  const forty = await prepare(filled)
  const executablePath = findHeadlessChromium() ?? 'chromium'
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  const only = process.env.ONLY
  for (const [index, run] of RUNS.entries()) {
    if (only && !run.name.includes(only)) continue
    const dataDir = path.join(folder, `run-${index}`)
    cpSync(filled, dataDir, { recursive: true })
    const measured = await measure(browser, { dataDir, run, forty })
    report(run.name, measured)
  }
  await browser.close()
  remove()
}

const settings = (dataDir: string) => ({
  ...{ DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '1', ADMIN_PASSWORD },
})

/** The demo without what it has for tomorrow and of links, and shops that sell what it has not. */
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
  await byLinks(page, { hand, step, forty })
  await context.close()
  const admin = await openAdminCalls(server.url, ADMIN_PASSWORD)
  const left = await howItStands(admin)
  await server.stop()
  return { ...hand.effort, steps, left }
}

type Doing = {
  hand: ReturnType<typeof createHand>
  step: (name: string, work: () => Promise<void>) => Promise<void>
  forty: Forty
}

async function byLinks(page: Page, { hand, step, forty }: Doing) {
  const { press, type, paste } = hand
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const room = async (name: string) => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await press(menu)
    await press(page.getByRole('navigation').getByRole('link', { name, exact: true }))
  }
  await step('a rate for euros', async () => {
    await room('Rates')
    await paste(page.getByLabel('Paste rates, one a line'), 'EUR 1.08')
    await press(button('Take them'))
    await page.getByText('1 rate is taken.').waitFor()
  })
  await step('forty links, pasted', async () => {
    await room('Links')
    await paste(page.getByLabel('Paste links, one a line'), forty.lines.join('\n'))
    await press(button('Read them'))
    await page.getByText(/links are being read/).waitFor()
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
    await page.getByText(/^\d+ of \d+$/).waitFor()
  })
  await step('what is missing: alternative texts', async () => {
    await press(button(/^No alternative text/))
    await press(button(/^Take \d+ texts/))
    await button(/^No alternative text/).waitFor({ state: 'detached' })
  })
  await step('tomorrow at seven', async () => {
    await press(button('Publish at 7:00'))
    const asked = page.getByRole('dialog', { name: 'Before this goes out' })
    await asked.waitFor()
    await press(asked.getByRole('button', { name: 'Publish anyway' }))
    await button('All go out at 7:00').waitFor()
  })
}

async function howItStands(admin: Awaited<ReturnType<typeof openAdminCalls>>): Promise<string> {
  const tomorrow = addDays(businessDay(new Date()), 1)
  const board: { deals: Array<{ gaps: string[]; deal: { state: string } }> } = await admin.get(
    `/api/admin/editions/${tomorrow}`,
  )
  const scheduled = board.deals.filter(({ deal }) => deal.state === 'scheduled').length
  const gaps = new Map<string, number>()
  for (const gap of board.deals.flatMap((each) => each.gaps))
    gaps.set(gap, (gaps.get(gap) ?? 0) + 1)
  const lacks = [...gaps].map(([gap, count]) => `${gap} ${count}`).join(', ')
  return `${scheduled} of ${board.deals.length} scheduled; gaps left: ${lacks || 'none'}`
}

function report(name: string, { steps, presses, keys, left }: Measured) {
  const seconds = steps.reduce((sum, each) => sum + each.seconds, 0)
  console.log(`\n${name}: ${presses} presses, ${keys} keys, ${seconds.toFixed(0)} s. ${left}`)
  for (const each of steps) {
    console.log(
      `  ${each.name.padEnd(42)} ${String(each.presses).padStart(4)} presses ${String(each.keys).padStart(5)} keys ${each.seconds.toFixed(1).padStart(6)} s`,
    )
  }
}

await benchMorning()
