import type { BrowserContext, Page } from '@playwright/test'
import type { Person } from '#test/support/factories.ts'
import { expect } from './browser.ts'
import { startOwnServer, withServer } from './own-server.ts'

type Entry = Record<string, unknown> & { event?: string; event_id?: string }

declare global {
  interface Window {
    /** What the stand-in for a tag has read: addresses, and what the browser keeps. */
    seenByTag?: string[]
  }
}

/** What a tag does, as far as it concerns us: reads addresses, sets cookies. */
const TAG = `
  window.seenByTag = [location.href, document.referrer, document.cookie]
  window.seenByTag.push(...performance.getEntries().map(({ name }) => name))
  window.seenByTag.push(...Object.values(sessionStorage))
  for (const name of ['pushState', 'replaceState']) {
    const original = history[name]
    history[name] = function (state, title, url) {
      window.seenByTag.push(String(url))
      return original.apply(this, arguments)
    }
  }
  document.cookie = '_ga=GA1.1.1.1; path=/'
  document.cookie = '_ga_TEST1=GS1.1; path=/'
`
const TAG_HOST = 'https://www.googletagmanager.com/'

const withTags = withServer('tags', () =>
  startOwnServer({ environment: { TAG_MANAGER_ID: 'GTM-TEST1' } }),
)

/** The built product with a tag manager configured, whose host is played in the browser. */
export const test = withTags.extend<{ outside: string[] }>({
  // Programs are not measured, and a browser without a head says that it is one.
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36',
  /** Every request to another host, in order. None leaves the machine. */
  outside: [
    async ({ context, server }, use) => {
      const urls: string[] = []
      await context.route(
        (url) => url.origin !== server.url,
        (route) => {
          const url = route.request().url()
          urls.push(url)
          if (!url.startsWith(TAG_HOST)) return route.abort()
          return route.fulfill({ contentType: 'text/javascript', body: TAG })
        },
      )
      await use(urls)
    },
    { auto: true },
  ],
})

export const banner = (page: Page) => page.getByRole('region', { name: 'Privacy choices' })

/** Agrees in the banner; done when the page has been told of. */
export async function accept(page: Page) {
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(1)
}

/** Has agreed before. */
export async function grant(context: BrowserContext, url: string) {
  await context.request.put(`${url}/api/consent`, {
    data: { marketing: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
}

/** Somebody's open session, in this browser. */
export async function signIn(context: BrowserContext, url: string, { cookie }: Person) {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}

/** The cookies of this browser, as `name=value`. */
export async function kept(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  return cookies.map(({ name, value }) => `${name}=${value}`).toSorted()
}

/** Where the two answers stand, and how large they are. */
export function answers(page: Page) {
  const names = ['Accept', 'Decline']
  return Promise.all(names.map((name) => banner(page).getByText(name).boundingBox()))
}

/** What has the focus, if all of it lies behind the banner. */
export function focusedUnderBanner(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const [focused, cover] = [document.activeElement, document.querySelector('.consent')]
    if (!focused || !cover) throw new Error('There is no focus, or no banner.')
    const isUnder = focused.getBoundingClientRect().top >= cover.getBoundingClientRect().top
    if (isUnder && !cover.contains(focused)) return focused.outerHTML
  })
}

/** By then the page has begun whatever it does by itself. */
export async function settled(page: Page) {
  await page.waitForLoadState()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
}

export function hasDataLayer(page: Page): Promise<boolean> {
  return page.evaluate(() => 'dataLayer' in window)
}

/** What the data layer of this document holds of an event. */
export function entries(page: Page, event: string): Promise<Entry[]> {
  const read = () =>
    page.evaluate(
      (name) => ((window.dataLayer ?? []) as Entry[]).filter((entry) => entry.event === name),
      event,
    )
  // A document that is left meanwhile cannot say it: the next one can.
  return read().catch(async () => {
    await page.waitForLoadState()
    return read()
  })
}

type Call = { call: string; body: Record<string, unknown>; status: number }

export const idOf = ({ body }: Call) => body.event_id

/** The reports that pages send to our server, as they are answered. */
export function tracked(context: BrowserContext): Call[] {
  const calls: Call[] = []
  context.on('response', (response) => {
    const [, call] = /\/api\/(track-[\w-]+)$/.exec(response.url()) ?? []
    const body = call && response.request().postDataJSON()
    if (call) calls.push({ call, body, status: response.status() })
  })
  return calls
}
