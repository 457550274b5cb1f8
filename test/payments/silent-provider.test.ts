import { afterEach, expect, test } from 'vitest'
import { createPayments } from '#app/server/payments.ts'
import { openBuyer, sessionsAt, subscriptionOf } from '#test/checkout/buyers.ts'
import { useUnsteadyApp } from '#test/checkout/unsteady-app.ts'
import { runJobs } from '#test/support/jobs.ts'
import { hurry } from '#test/support/paying/payment-retries.ts'

const { app, provider } = await useUnsteadyApp()
const TIMEOUT_MS = 300

/** The product's own payments with short timeouts; the circuit breaker rests for an hour by default. */
function havePayments({ restMs = 3_600_000 } = {}) {
  const { config, now, log } = app.ctx
  app.ctx.payments = hurry(createPayments(config, now, { log, timeoutMs: TIMEOUT_MS, restMs }))
  app.logLines.length = 0
}
const linesOf = (words: string) => app.logLines.filter((line) => line.includes(words))
const ANY = /./
const FOREVER = 1000

afterEach(() => havePayments())

test.each(['hangs', 'trickles'] as const)(
  'a provider that %s is waited for once, and after two have waited nobody is made to',
  async (mood) => {
    havePayments()
    const buyers = [1, 2, 3, 4].map(() => openBuyer(app))
    provider.next(ANY, mood, FOREVER)
    const before = sessionsAt(app).length
    const tried: Array<[status: number, code: string, asked: number]> = []
    for (const buyer of buyers) {
      provider.asked.length = 0
      const { statusCode, headers, body } = await buyer.open()
      expect(headers['retry-after']).toMatch(/^[5-9]$/)
      expect(JSON.parse(body).error).toContain('Nothing was charged. Please try again in a moment.')
      tried.push([statusCode, JSON.parse(body).code, provider.asked.length])
    }
    expect(tried).toEqual([1, 1, 0, 0].map((asked) => [503, 'payments-unavailable', asked]))
    expect(linesOf('does not answer: it is asked less often')).toHaveLength(1)

    provider.calm()
    havePayments()
    expect((await buyers[0]?.open())?.statusCode).toBe(200)
    expect(sessionsAt(app)).toHaveLength(before + 1)
  },
)

test('one that answers again is heard by the next who asks', async () => {
  havePayments({ restMs: 0 })
  const buyer = openBuyer(app)
  provider.next(ANY, 'hangs', 3)
  for (let time = 0; time < 3; time += 1) expect((await buyer.open()).statusCode).toBe(503)
  expect((await buyer.open()).statusCode).toBe(200)
  expect(linesOf('answers again')).toHaveLength(1)
})

test('what it reports, and what we do by ourselves, waits for the next try and is not turned away', async () => {
  const buyer = openBuyer(app)
  const sessionId = await buyer.begin()
  havePayments({ restMs: 50 })
  provider.next(ANY, 'hangs', 2)
  for (let time = 0; time < 2; time += 1) expect((await buyer.open()).statusCode).toBe(503)
  // The circuit is open, and the provider has recovered without our knowledge.
  provider.asked.length = 0
  app.payments.pay(sessionId, buyer.email)
  await app.payments.deliverAll()
  expect(provider.asked).not.toEqual([])
  expect(await subscriptionOf(app, sessionId)).toMatch(/^sub_/)
  const reports = linesOf('"route":"/api/stripe/webhook"').map((line) => JSON.parse(line).status)
  expect(new Set(reports)).toEqual(new Set([200]))
  expect(await runJobs(app.ctx)).toMatchObject({ failed: 0 })
})
