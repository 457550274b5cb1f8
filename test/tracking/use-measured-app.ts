import { afterAll, beforeEach } from 'vitest'
import { queues } from '#app/queues.ts'
import { newId } from '#app/server/ids.ts'
import { marketingEventsQueue } from '#app/tracking/server/delivery.ts'
import { MARKETING_EVENTS_QUEUE } from '#app/tracking/server/marketing-events.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { runJobs } from '#test/support/jobs.ts'
import type { TestApp, useTestApp } from '#test/support/test-app.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { startReceiver } from './receiver.ts'

const patience = { ...queues, [MARKETING_EVENTS_QUEUE]: marketingEventsQueue({ timeoutMs: 300 }) }

/** One app for the tests of a file that reports to a marketing service of their own. */
export async function useMeasuredApp(options: Parameters<typeof useTestApp>[0] = {}) {
  const receiver = await startReceiver()
  const environment = { ...receiver.environment, ...options.environment }
  const app = useUnthrottledApp({ ...options, environment })
  beforeEach(async () => {
    receiver.reset()
    await app.db.deleteFrom('marketingEvents').execute()
    await app.db.deleteFrom('consentWithdrawals').execute()
  })
  afterAll(() => receiver.stop())

  return {
    app,
    receiver,
    environment,
    rows: () => app.db.selectFrom('marketingEvents').selectAll().orderBy('happenedAt').execute(),
    /** Works everything that waits, also what waits to be tried again. */
    deliver: () => runJobs(app.ctx, { queues: patience, everything: true }),
    /** A browser whose person has agreed to be measured. */
    consenting: async (cookie = '', ip?: string): Promise<Browser> => {
      const browser = openBrowser(app, cookie, ip)
      await choose(browser, true)
      return browser
    },
  }
}

/** What the banner's buttons do. */
export function choose(browser: Browser, marketing: boolean, headers: Record<string, string> = {}) {
  return browser.post(
    '/api/consent',
    { marketing },
    { method: 'PUT', headers: { cookie: cookieOf(browser), ...headers } },
  )
}

/**
 * One after the other: so many at once may be told to come back, on a busy machine. However long they take,
 * it is one minute, as the limits count.
 */
export async function askInTurn<T>(app: TestApp, times: number, ask: () => Promise<T>) {
  app.setNow(new Date())
  const answers: T[] = []
  for (let time = 0; time < times; time += 1) answers.push(await ask())
  app.setNow(undefined)
  return answers
}

export const ORIGIN = 'http://localhost:3000'

/** A page reports that it was seen. */
export function reportView(
  browser: Browser,
  body: object = {},
  headers: Record<string, string> = {},
) {
  const payload = { event_id: `pv_${newId()}`, url: `${ORIGIN}/daily-deals`, ...body }
  return browser.post('/api/track-pageview', payload, {
    headers: { cookie: cookieOf(browser), ...headers },
  })
}

export function reportBridge(browser: Browser, body: object = {}) {
  const payload = { event_id: `bridge_${newId()}`, event_name: 'BridgePageViewed', ...body }
  return browser.post('/api/track-bridge-page', payload)
}

export const cookieOf = ({ cookies }: Browser) =>
  [...cookies].map((pair) => pair.join('=')).join('; ')
