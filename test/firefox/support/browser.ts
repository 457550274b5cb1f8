import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { test as base, expect, inject } from 'vitest'
import { findFirefox } from '#scripts/tests/needs.ts'
import { pageState } from '#test/support/taken-over.ts'

type Device = { width: number; height: number; userAgent?: string }

/** What a journey is made on. A phone is known by its name: it pays in the same tab. */
const DEVICES = {
  desktop: { width: 1280, height: 800 },
  phone: {
    width: 375,
    height: 812,
    userAgent: 'Mozilla/5.0 (Android 16; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0',
  },
} satisfies Record<string, Device>

/** What an older one does not know stops a journey with words that nobody understands. */
const OLDEST = 153

async function requireNewEnough(firefox: Browser): Promise<void> {
  const version = await firefox.version()
  if (Number(/\d+/.exec(version)?.[0]) >= OLDEST) return
  throw new Error(`These journeys need Firefox ${OLDEST} or newer, and this is ${version}.`)
}

/** One for all journeys, with a profile that is new and empty. */
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
      // Lets what the library sets hold in a release too: Firefox fetches no lists of its maker's.
      env: { ...process.env, MOZ_REMOTE_SETTINGS_DEVTOOLS: '1' },
    })
    onCleanup(() => firefox.close())
    await requireNewEnough(firefox)
    return firefox
  },
)

/**
 * A page in Firefox, with cookies and storage of its own, on which nothing may go wrong unseen:
 * refused scripts or styles, failed hydration, thrown errors. The same holds for each tab it opens.
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
      // Firefox tells here also of what the content security policy refuses.
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

/** Opens a page and waits until it is alive; what is not yet alive works in another way. */
export async function open(page: Page, path: string) {
  // A script that is still on its way when its page is left is told of as one that failed.
  await page.waitForNetworkIdle({ idleTime: 100 })
  await page.goto(inject('productUrl') + path)
  await alive(page)
}

/** Waits for an address of ours to be reached, by whichever way, and for its page to be alive. */
export async function arrive(page: Page, path: RegExp) {
  await reach(page, path)
  await alive(page)
}

/** Waits for an address of ours, of a page that is none of our own making too. */
export async function reach(page: Page, path: RegExp) {
  const url = inject('productUrl')
  await expect.poll(() => page.url().replace(url, '')).toMatch(path)
}

async function alive(page: Page) {
  await expect.poll(() => page.evaluate(pageState)).toBe('alive')
  // What a page begins to listen to by itself, it does a moment after it was taken over.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
}

/** The tab that opens when this is done, as large as the one it is done in, once it is there. */
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

/** Keeps a call of a page waiting until what this answers is called. */
export async function hold(page: Page, call: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.setRequestInterception(true)
  page.on('request', async (request) => {
    if (request.url().endsWith(call)) await promise
    // One that is gone with its page needs nothing more.
    await request.continue().catch(() => {})
  })
  return resolve
}

type Role = 'button' | 'dialog' | 'link' | 'heading'

/** What Firefox tells a screen reader that it is. */
export function named(page: Page, role: Role, name: string) {
  return page.locator(`::-p-aria([role="${role}"][name="${name}"])`)
}

/** Once nothing lies over it: a dialog that is closing, or a toast, would get the press. */
export function press(page: Page, role: Role, name: string) {
  return named(page, role, name).filter(isOnTop).click()
}

/** In the page. */
function isOnTop(element: Element): boolean {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return hit !== null && element.contains(hit)
}

/** Types into an empty field, after a press on its label. */
export async function fill(page: Page, label: string, text: string) {
  await page.locator(`::-p-aria([name="${label}"])`).click()
  await page.keyboard.type(text)
}

/** The text that can be seen, line by line. */
export function shown(page: Page, selector = 'body') {
  return page.$eval(selector, (element) => (element as HTMLElement).innerText)
}

/** The names on the cards of the feed, or what stands in their place. */
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
