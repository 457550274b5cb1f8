import type { Page, WebSocketRoute } from '@playwright/test'
import { expect, open } from '#test/e2e/support/browser.ts'
import {
  activated,
  coat,
  countSockets,
  openLive,
  signedIn,
  test,
} from '#test/e2e/support/live-pages.ts'

test.describe('the line', () => {
  test('is one, through every page and every look away', async ({ page, context, server }) => {
    const sockets = countSockets(page)
    await signedIn(server, context, 'active')
    await openLive(page, '/daily-deals')
    await page.locator('.edition .card h3 a').first().waitFor()
    for (let times = 0; times < 3; times += 1) {
      await lookAway(page, true)
      await lookAway(page, false)
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(sockets.opened).toBe(1)
  })

  test('is opened again when it breaks, unless it was closed for good', async ({
    page,
    context,
    server,
  }) => {
    const person = await signedIn(server, context, 'past_due')
    await page.clock.install()
    const lines = await playServer(page)
    await open(page, '/daily-deals')
    await expect.poll(() => lines.length).toBe(1)

    // A change during the outage is seen as soon as the connection is back.
    await lines[0]?.close({ code: 1011 })
    await server.db
      .updateTable('subscriptions')
      .set({ status: 'active' })
      .where('userId', '=', person.id)
      .execute()
    await page.clock.runFor(3000)
    expect(lines).toHaveLength(1)
    await page.clock.runFor(3000)
    await expect.poll(() => lines.length).toBe(2)
    await expect(coat(page)).toBeVisible()

    await lookAway(page, true)
    await lines[1]?.close({ code: 1006 - 5 })
    await page.clock.runFor(20_000)
    expect(lines).toHaveLength(2)
    await lookAway(page, false)
    await expect.poll(() => lines.length).toBe(3)

    // When a server shuts down (1012), the page reconnects after a random delay, within half a minute.
    await lines[2]?.close({ code: 1012 })
    await page.clock.runFor(4900)
    expect(lines).toHaveLength(3)
    await page.clock.runFor(25_200)
    await expect.poll(() => lines.length).toBe(4)

    await lines[3]?.close({ code: 1000 })
    await page.clock.runFor(40_000)
    expect(lines).toHaveLength(4)
  })

  test('leads nowhere but to our own pages, whatever it says', async ({
    page,
    context,
    server,
  }) => {
    await signedIn(server, context, 'active')
    const lines = await playServer(page)
    await openLive(page, `/deal/${server.dealId}`)
    await expect.poll(() => lines.length).toBe(1)
    const here = page.url()
    for (const message of [
      'nonsense',
      'null',
      '[]',
      '{"type":"other","redirect":"/daily-deals"}',
      ...[
        'https://evil.test/',
        '//evil.test',
        '/\\evil.test',
        '\\/evil.test',
        'javascript:alert(1)',
        ' /daily-deals',
        '/%2f/evil.test',
        '/nowhere',
        '/sandbox/payments',
        '/api/logout',
        '/sign-out',
        '',
      ].map((redirect) =>
        JSON.stringify({ type: 'subscription_update', status: 'active', redirect }),
      ),
    ]) {
      lines[0]?.send(message)
    }
    // The last message is valid: when it takes effect, all others have been read.
    const last = { type: 'subscription_update', status: 'active', redirect: '/daily-deals?page=1' }
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    lines[0]?.send(JSON.stringify(last))
    await page.waitForURL('**/daily-deals?page=1')
    expect(visited.filter((url) => url !== here)).toEqual([page.url()])
    await expect(activated(page)).toHaveCount(0)
  })
})

/** Mocks the server's end of every connection that the page opens; returns them in order. */
async function playServer(page: Page): Promise<WebSocketRoute[]> {
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket('**/ws?*', (line) => void lines.push(line))
  return lines
}

/** Simulates switching to another tab, or back. */
async function lookAway(page: Page, isAway: boolean) {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isAway ? 'hidden' : 'visible',
  )
}
