import type { BrowserContext, Page } from '@playwright/test'
import type { Person } from '#test/support/factories.ts'
import { expect } from './browser.ts'
import { startOwnServer, withServer } from './own-server.ts'

type Entry = Record<string, unknown> & { event?: string; event_id?: string }

declare global {
  interface Window {
    /** What the stand-in for a tag has read: addresses, and the browser's storage. */
    seenByTag?: string[]
  }
}

/** Does what concerns us about a tag: reads addresses, sets cookies. */
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

/** The built product with a tag manager configured, whose host is mocked in the browser. */
export const test = withTags.extend<{ outside: string[] }>({
  // Bots are not measured, and a headless browser names itself in its user agent.
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

/** Accepts in the banner and waits until the page view is reported. */
export async function accept(page: Page) {
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(1)
}

/** Stores consent before the visit. */
export async function grant(context: BrowserContext, url: string) {
  await context.request.put(`${url}/api/consent`, {
    data: { marketing: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
}

/** Signs this browser in with a person's session. */
export async function signIn(context: BrowserContext, url: string, { cookie }: Person) {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url }])
}

/** Returns the cookies of this browser as sorted `name=value` pairs. */
export async function kept(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  return cookies.map(({ name, value }) => `${name}=${value}`).toSorted()
}

/** Returns the boxes of the banner's two buttons. */
export function answers(page: Page) {
  const names = ['Accept', 'Decline']
  return Promise.all(names.map((name) => banner(page).getByText(name).boundingBox()))
}

/** Returns the focused element when the banner covers all of it; otherwise undefined. */
export function focusedUnderBanner(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const [focused, cover] = [document.activeElement, document.querySelector('.consent')]
    if (!focused || !cover) throw new Error('There is no focus, or no banner.')
    const isUnder = focused.getBoundingClientRect().top >= cover.getBoundingClientRect().top
    if (isUnder && !cover.contains(focused)) return focused.outerHTML
  })
}

/** Waits until the page has loaded and started its background work. */
export async function settled(page: Page) {
  await page.waitForLoadState()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })))
}

export function hasDataLayer(page: Page): Promise<boolean> {
  return page.evaluate(() => 'dataLayer' in window)
}

/** Returns the entries of an event in this document's data layer. */
export function entries(page: Page, event: string): Promise<Entry[]> {
  const read = () =>
    page.evaluate(
      (name) => ((window.dataLayer ?? []) as Entry[]).filter((entry) => entry.event === name),
      event,
    )
  // A navigation meanwhile destroys the document: ask the next one.
  return read().catch(async () => {
    await page.waitForLoadState()
    return read()
  })
}

type Call = { call: string; body: Record<string, unknown>; status: number }

export const idOf = ({ body }: Call) => body.event_id

/** Collects the tracking calls of pages with their response status. */
export function tracked(context: BrowserContext): Call[] {
  const calls: Call[] = []
  context.on('response', (response) => {
    const [, call] = /\/api\/(track-[\w-]+)$/.exec(response.url()) ?? []
    const body = call && response.request().postDataJSON()
    if (call) calls.push({ call, body, status: response.status() })
  })
  return calls
}
