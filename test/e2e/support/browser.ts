import { setTimeout } from 'node:timers/promises'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { pageState } from '#test/support/taken-over.ts'

type Closable = { close: () => Promise<void> }

/** Answers the server of this name, started when it is first asked for. */
export type Servers = <S extends Closable>(name: string, start: () => Promise<S>) => Promise<S>

/** Of those that journeys have had started for themselves, as many as a worker keeps. */
const MOST_SERVERS = 3

/**
 * A page on which nothing may go wrong unseen: refused scripts or styles, failed hydration, thrown
 * errors.
 */
export const test = base.extend<{ complaints: string[] }, { servers: Servers }>({
  // One fixture for all of them: a worker process that had others would have to be a new one.
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
        // Tests ask for what is missing or refused, or take the network away, and the browser says so each time.
        const text = message.text()
        const isOnPurpose =
          text.startsWith('Failed to load resource') || text.includes('ERR_INTERNET_DISCONNECTED')
        if (message.type() === 'error' && !isOnPurpose) complaints.push(text)
      })
      context.on('weberror', (error) => complaints.push(error.error().message))
      await use(complaints)
      // What it said stands in the error's first line, which a report of many journeys shows.
      if (complaints.length > 0) throw new Error(`The page complained: ${complaints.join('; ')}`)
    },
    { auto: true },
  ],
})

export { expect }

/** For `test.use`: somebody who wants to see things move, as most do. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const

const CLOCK_STEP_MS = 50

/** Opens a page and waits until it is alive; what is not yet alive works in another way. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await alive(page)
  return response
}

/** Waits for an address to be reached, by whichever way, and for its page to be alive. */
export async function arrive(page: Page, address: Parameters<Page['waitForURL']>[0]) {
  await page.waitForURL(address)
  await alive(page)
}

/** Pages are drawn and not alive until what this answers is called. */
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

/** As somebody does who wants to see what is kept. */
export async function reload(page: Page) {
  await page.reload()
  await alive(page)
}

/**
 * What the server drew can be seen and pressed before the page hears anything: whoever has just
 * come to a page, not only moved within one, waits for this before the first click or key.
 */
async function alive(page: Page): Promise<void> {
  const state = await page.waitForFunction(pageState)
  // So many tests share a machine that it may ask for a moment; people press what they are offered.
  if ((await state.jsonValue()) === 'busy') {
    await page.getByRole('link', { name: 'Try again' }).click()
    return alive(page)
  }
  // What a page begins to listen to by itself, it does a moment after it was taken over.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
}

/** Opens a page whose own clock stands still but for what `clockUntil` moves it. */
export async function openOnHeldClock(page: Page, path: string) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1000)
  await page.goto(path)
  await clockUntil(page, async () => (await page.evaluate(pageState)) === 'alive')
}

/**
 * Moves the page's clock until something is there, and answers by how much: never less than what the
 * page waits for, and more by what the browser needs to show it.
 */
export async function clockUntil(
  page: Page,
  isThere: () => boolean | Promise<boolean>,
): Promise<number> {
  for (let ms = 0; ms < 60_000; ms += CLOCK_STEP_MS) {
    if (await isThere()) return ms
    await page.clock.runFor(CLOCK_STEP_MS)
    // The browser's other processes go by real time.
    await setTimeout(10)
  }
  throw new Error('It is not there after a minute of the page’s clock.')
}

/** As large as each other, but for what a browser rounds. */
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

/** Looking at the colours of every text takes longer than all the rest. */
const WITHOUT_COLOURS: RunOptions = { ...RULES, rules: { 'color-contrast': { enabled: false } } }

/** WCAG 2.2 A and AA, as far as a machine can tell; `isSeenBefore`: its colours, at another width. */
export async function expectAccessible(
  page: Page,
  where = page.url(),
  { isSeenBefore = false } = {},
) {
  // In the page and once a page: the builder for this browser opens another page for each answer.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Something that begins to fade while axe looks has no colours yet: what is wrong stays wrong.
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

/** A colour on its way to another one is neither of the two. */
export async function settle(page: Page) {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Not those without an end, nor the long one while another page is awaited, nor what one has left when it
    // is over. Looked at anew each time: the end of one whose element goes is never told.
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

/** Nothing sticks out at the side. */
export async function expectNoSidewaysScrolling(page: Page, where = page.url()) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect.soft(scroll, where).toBeLessThanOrEqual(client)
}
