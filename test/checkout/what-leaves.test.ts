import { expect, test } from 'vitest'
import { createDeal } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { checkoutOf, openBuyer, sessionsAt, verifyUrl } from './buyers.ts'

const app = useTestApp({ hasPayments: true, hasPages: true })

test('no address that leads to others, and no log, holds a session id, an e-mail or a secret', async () => {
  const { id: dealId } = await createDeal(app.ctx)
  const buyer = openBuyer(app)
  const opened = await buyer.open()
  const { id: sessionId, purchaseEventId } = opened.json()
  app.payments.pay(sessionId, buyer.email)
  await app.payments.deliverAll()

  const address = `/checkout/success?session_id=${sessionId}`
  const page = await buyer.browser.get(address)
  expect(page.statusCode).toBe(200)
  // The browser sends no referrer.
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(elsewhereIn(page.body)).toEqual([])

  // One purchase has one id, however often and by whichever way it is reported.
  for (let time = 0; time < 2; time += 1) {
    expect((await buyer.browser.get(verifyUrl(sessionId))).json()).toMatchObject({
      purchaseEventId,
    })
  }
  expect((await checkoutOf(app, sessionId)).eventId).toBe(purchaseEventId)
  await buyer.complete(sessionId)
  expect((await buyer.verify(sessionId)).purchaseEventId).toBe(purchaseEventId)

  const account = await buyer.browser.get('/account')
  expect(elsewhereIn(account.body)).toEqual([])
  const wayOut = await buyer.browser.get(`/track?deal_id=${dealId}`)
  expect(wayOut.headers['referrer-policy']).toBe('no-referrer')
  expect(wayOut.body).not.toContain(sessionId)
  const way = (await buyer.browser.get(`/api/track/deal/${dealId}`)).json()
  expect(way.buyUrl).not.toMatch(new RegExp(`${sessionId}|@|%40`))
  const fix = await buyer.act('portal')
  await buyer.browser.post('/api/forgot-password', { email: buyer.email })
  await runJobs(app.ctx, { everything: true })

  // The provider is sent no more than it needs.
  const [session] = sessionsAt(app)
  for (const url of [session?.success_url, session?.cancel_url, session?.client_reference_id]) {
    expect(url).not.toMatch(/@|%40|co=/)
  }
  const log = app.logLines.join('\n')
  expect(log.length).toBeGreaterThan(1000)
  const secrets = [sessionId, buyer.email, fix.json().url, ...buyer.browser.cookies.values()]
  for (const { text } of await readOutbox(app.ctx)) {
    secrets.push(...(text ?? '').matchAll(/(?:link|token)=([\w-]+)/g).map(([, secret]) => secret))
  }
  for (const secret of secrets) expect(log).not.toContain(secret)
})

/** Returns the links and forms of a page that lead to other sites. */
function elsewhereIn(html: string): string[] {
  const found = [...html.matchAll(/(?:href|src|action)="(https?:[^"]*|\/\/[^"]*)"/g)]
  return found.flatMap(([, url = '']) => (url.startsWith('http://localhost:') ? [] : url))
}
