import type { BrowserContext, Page } from '@playwright/test'
import { createDeal, createSubscriber, type Person } from '#test/support/factories.ts'
import { open } from './browser.ts'
import { type OwnServer, startOwnServer, withServer } from './own-server.ts'

const PIECES = ['Wool coat', 'Silk scarf', 'Suede boots']

/** The product with three deals; `dealId` is the last of them. */
export const test = withServer('live', async () => {
  const server = await startOwnServer()
  let dealId = ''
  for (const [feedPosition, productName] of PIECES.entries()) {
    dealId = (await createDeal(server.ctx, { productName, feedPosition })).id
  }
  return Object.assign(server, { dealId })
})

/** Creates a subscriber and signs them in to this browser. */
export async function signedIn(
  server: OwnServer,
  context: BrowserContext,
  status: string,
): Promise<Person> {
  const person = await createSubscriber(server.ctx, status)
  const [name = '', value = ''] = person.cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  return person
}

/** Opens a page and waits until its live connection is open and it has read the subscription again. */
export async function openLive(page: Page, path: string) {
  const read = page.waitForResponse((response) => response.url().endsWith('/api/subscription'))
  await open(page, path)
  await read
}

export const coat = (page: Page) =>
  page.getByRole('link', { name: 'Wool coat (opens in a new tab)' })
export const activated = (page: Page) => page.getByText('Subscription Activated', { exact: true })

export function countSockets(page: Page) {
  const count = { opened: 0 }
  page.on('websocket', () => {
    count.opened += 1
  })
  return count
}
