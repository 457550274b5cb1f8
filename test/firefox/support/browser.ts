import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { test as base, expect, inject } from 'vitest'
import { findFirefox } from '#scripts/tests/needs.ts'
import { pageState } from '#test/support/taken-over.ts'

type Device = { width: number; height: number; userAgent?: string }

/** The devices of the journeys. A phone is recognised by its name: it pays in the same tab. */
const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: {
    width: 375,
    height: 812,
    userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  },
} satisfies Record<string, Device>

/** The oldest Firefox that works: an older one fails with errors that nobody understands. */
const OLDEST = 153

async function requireNewEnough(firefox: Browser): Promise<void> {
  const version = await firefox.version()
  if (Number(/\d+/.exec(version)?.[0]) >= OLDEST) return
  throw new Error(`These journeys need Firefox ${OLDEST} or newer, and this is ${version}.`)
}

/** One browser for all journeys, with a new and empty profile. */
const withFirefox = base.extend(
  'firefox',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads between these braces.
  async ({}, { onCleanup }): Promise<Browser> => {
    const firefox = await puppeteer.launch({
      browser: 'firefox',
      protocol: 'webDriverBiDi',
      executablePath: findFirefox() ?? 'firefox-esr',
      headless: true,
      // Makes the library's settings work in a release build too, so that Firefox fetches no remote lists.
      env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
    })
    onCleanup(() => firefox.close())
    await requireNewEnough(firefox)
    return firefox
  },
)

/**
 * A page in Firefox with its own cookies and storage, whose test fails on any hidden error: refused
 * scripts or styles, failed hydration, uncaught errors. The same holds for each tab it opens.
 */
export const test = withFirefox
  .extend('device', (): keyof typeof DEVICES => 'desktop')
  .extend('context', async ({ firefox }, { onCleanup }): Promise<BrowserContext> => {
    const context = await firefox.createBrowserContext()
    onCleanup(() => context.close())
    return context
  })
  .extend('complaints', async ({ context }, { onCleanup }): Promise<string[]> => {
    const complaints: string[] = []
    context.on('targetcreated', async (target) => {
      const page = await target.page()
      page?.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      // Firefox reports violations of the content security policy here too.
      page?.on('pageerror', (error) => complaints.push(String(error)))
    })
    onCleanup(() => expect(complaints).toEqual([]))
    return complaints
  })
  .extend('page', async ({ context, device, complaints: _ }): Promise<Page> => {
    const page = await context.newPage()
    const { width, height, userAgent }: Device = DEVICES[device]
    await page.setViewport({ width, height })
    if (userAgent) await page.setUserAgent({ userAgent })
    return page
  })

export { expect }

/** Opens a page and waits until it is hydrated; before that, it works differently. */
export async function open(page: Page, path: string) {
  // A script still loading when its page is left is reported as failed.
  await page.waitForNetworkIdle({ idleTime: 100 })
  await page.goto(inject('productUrl') + path)
  await alive(page)
}

/** Waits until an address of ours is reached, in whatever way, and its page is hydrated. */
export async function arrive(page: Page, path: RegExp) {
  await reach(page, path)
  await alive(page)
}

/** Waits for an address of ours, including pages that we do not render ourselves. */
export async function reach(page: Page, path: RegExp) {
  const url = inject('productUrl')
  await expect.poll(() => page.url().replace(url, '')).toMatch(path)
}

async function alive(page: Page) {
  await expect.poll(() => page.evaluate(pageState)).toBe('alive')
  // A page attaches its own listeners a moment after hydration.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
}

/** Returns the tab that this action opens, once it has reached the path, with the first tab's size. */
export async function opening(page: Page, act: () => Promise<unknown>, path: RegExp) {
  const opened = new Promise<Page | null>((resolve) =>
    page.browserContext().once('targetcreated', (target) => resolve(target.page())),
  )
  await act()
  const tab = await opened
  if (!tab) throw new Error('What has opened is no tab.')
  await reach(tab, path)
  await tab.setViewport(page.viewport())
  return tab
}

/** Holds a request of a page until the returned function is called. */
export async function hold(page: Page, call: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.setRequestInterception(true)
  page.on('request', async (request) => {
    if (request.url().endsWith(call)) await promise
    // A request that is gone with its page needs nothing more.
    await request.continue().catch(() => {})
  })
  return resolve
}

type Role = 'button' | 'dialog' | 'link' | 'heading'

/** Locates an element by its accessible role and name in Firefox. */
export function named(page: Page, role: Role, name: string) {
  return page.locator(`::-p-aria([role="${role}"][name="${name}"])`)
}

/** Clicks once nothing covers the element: a closing dialog or a toast would receive the click. */
export function press(page: Page, role: Role, name: string) {
  return named(page, role, name).filter(isOnTop).click()
}

/** Runs in the page. */
function isOnTop(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && element.contains(hit)
}

/** Types into an empty field after a click on its label. */
export async function fill(page: Page, label: string, text: string) {
  await page.locator(`::-p-aria([name="${label}"])`).click()
  await page.keyboard.type(text)
}

/** Returns the visible text, line by line. */
export function shown(page: Page, selector = 'body') {
  return page.$eval(selector, (element) => (element as HTMLElement).innerText)
}

/** Returns the names on the cards of the feed, or their placeholders. */
export function namesOfDeals(page: Page, { isLiving }: { isLiving?: true } = {}) {
  const cards = isLiving ? '.card:not(.ended)' : '.card'
  return page.$$eval(`.edition ${cards} h3 a`, (links) => links.map((link) => link.textContent))
}

export async function signIn(page: Page, email: 'member@demo.test' | 'free@demo.test') {
  await open(page, '/sign-in')
  await fill(page, 'Email', email)
  await fill(page, 'Password', 'demo-password-1')
  await press(page, 'button', 'Sign in')
  await arrive(page, /^\/daily-deals/)
}
