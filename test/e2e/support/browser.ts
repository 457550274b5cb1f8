import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { pageState } from '#test/support/taken-over.ts'

type Closable = { close: () => Promise<void> }

/** Returns the server of this name; the first call starts it. */
export type Servers = <S extends Closable>(name: string, start: () => Promise<S>) => Promise<S>

/** The most servers of its own that a worker keeps running. */
const MOST_SERVERS = 3

/** A page whose errors fail the test: refused scripts or styles, failed hydration, uncaught exceptions. */
export const test = base.extend<{ complaints: string[] }, { servers: Servers }>({
  // One fixture holds all servers: different worker fixtures would each need a new worker process.
  servers: [
    async ({ browserName: _ }, use) => {
      const started = new Map<string, Closable>()
      await use(async <S extends Closable>(name: string, start: () => Promise<S>) => {
        const server = (started.get(name) as S | undefined) ?? (await start())
        started.delete(name)
        started.set(name, server)
        for (const [oldest, { close }] of [...started].slice(0, -MOST_SERVERS)) {
          started.delete(oldest)
          await close()
        }
        return server
      })
      await Promise.all([...started.values()].map(({ close }) => close()))
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        // Tests request missing or refused things and cut the network; the browser logs an error each time.
        const text = message.text()
        const isOnPurpose =
          text.startsWith('Failed to load resource') || text.includes('ERR_INTERNET_DISCONNECTED')
        if (message.type() === 'error' && !isOnPurpose) complaints.push(text)
      })
      context.on('weberror', (error) => complaints.push(error.error().message))
      await use(complaints)
      // The complaints go into the first line of the error, which a report of many journeys shows.
      if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('; ')}`)
    },
    { auto: true },
  ],
})

export { expect }

/** For `test.use`: allows animations, as most people do. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const

const CLOCK_STEP_MS = 50

/** Opens a page and waits until it is hydrated; before that it works differently. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await alive(page)
  return response
}

/** Waits until the page is at an address, however it got there, and is hydrated. */
export async function arrive(page: Page, address: Parameters<Page['waitForURL']>[0]) {
  await page.waitForURL(address)
  await alive(page)
}

/** Holds back scripts, so that pages are rendered but not hydrated; the returned function lets them go. */
export async function holdScripts(page: Page, which = '*'): Promise<() => void> {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(`**/assets/${which}.js`, async (route) => {
    await held
    await route.continue()
  })
  return goOn
}

/** Reloads the page, to see what is kept. */
export async function reload(page: Page) {
  await page.reload()
  await alive(page)
}

/**
 * Waits until the page is hydrated. Server markup can be seen and pressed before any listener is attached, so
 * this has to come before the first click or key after a full page load.
 */
async function alive(page: Page): Promise<void> {
  const state = await page.waitForFunction(pageState)
  // Under the load of parallel tests the server may ask for another try; press its link, as people do.
  if ((await state.jsonValue()) === 'busy') {
    await page.getByRole('link', { name: 'Try again' }).click()
    return alive(page)
  }
  // Effects attach their own listeners a moment after hydration.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
}

/** Opens a page whose clock stands still and moves only by `clockUntil`. */
export async function openOnHeldClock(page: Page, path: string) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  await page.goto(path)
  await clockUntil(page, async () => (await page.evaluate(pageState)) === 'alive')
}

/**
 * Moves the page's clock until the condition holds, and returns by how many milliseconds: never less than the
 * page waits, and more by what the browser needs to render.
 */
export async function clockUntil(
  page: Page,
  isThere: () => boolean | Promise<boolean>,
): Promise<number> {
  for (let ms = 0; ms < 60_000; ms += CLOCK_STEP_MS) {
    if (await isThere()) return ms
    await page.clock.runFor(CLOCK_STEP_MS)
    // The browser's other processes run on real time.
    await setTimeout(10)
  }
  throw new Error('It is not there after a minute of the page’s clock.')
}

/** Expects two elements of the same size, apart from rounding. */
export async function expectSameSize(page: Page, one: Locator, other: Locator) {
  await settle(page)
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('One of the two cannot be seen.')
  expect(a.width).toBeCloseTo(b.width, 1)
  expect(a.height).toBeCloseTo(b.height, 1)
}

export async function signIn(page: Page, email: `${'member' | 'free' | 'year'}@demo.test`) {
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await arrive(page, '**/daily-deals')
}

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  preload: false,
}

/** Checking the contrast of every text takes longer than all other rules. */
const WITHOUT_COLOURS: RunOptions = { ...RULES, rules: { 'color-contrast': { enabled: false } } }

/** Checks WCAG 2.2 A and AA as far as axe can; `isSeenBefore` skips contrast, checked at another width. */
export async function expectAccessible(
  page: Page,
  where = page.url(),
  { isSeenBefore = false } = {},
) {
  // Axe is injected once per page: its Playwright builder would open another page for each result.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // An element that starts to fade during the check has wrong colours; a real violation shows up twice.
  const find = () => findViolations(page, isSeenBefore ? WITHOUT_COLOURS : RULES)
  const violations = (await find()).length === 0 ? [] : await find()
  expect.soft(violations, where).toEqual([])
}

async function findViolations(page: Page, options: RunOptions): Promise<string[]> {
  await settle(page)
  return page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, rules)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, options)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Waits until animations are over: halfway through a transition a colour is not one of the design. */
export async function settle(page: Page) {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Leaves out endless animations, the long one of a pending navigation, and fill states of finished ones.
    // Asks anew each time, because an animation whose element is removed never reports its end.
    const isMoving = () =>
      document
        .getAnimations()
        .some(
          ({ effect, playState }) =>
            playState === 'running' && Number(effect?.getComputedTiming().endTime) < 5000,
        )
    await nextFrame()
    do await nextFrame()
    while (isMoving())
  })
}

/** Expects that nothing overflows sideways. */
export async function expectNoSidewaysScrolling(page: Page, where = page.url()) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect.soft(scroll, where).toBeLessThanOrEqual(client)
}
