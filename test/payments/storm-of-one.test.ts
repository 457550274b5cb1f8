import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { purchase } from './purchases.ts'
import { findRow, recordsOf } from './records.ts'
import { startSlowProvider } from './slow-provider.ts'
import { deliver, deliverAtOnce, eventsAbout, madeUpEvent } from './webhooks.ts'

const provider = await startSlowProvider()
const app = useTestApp({
  hasPayments: true,
  environment: { STRIPE_API_BASE: provider.origin },
})
beforeAll(() => provider.pointTo(app.ctx.config.http.ownOrigin))
afterAll(() => provider.close())

test('five hundred events about one subscription are all taken in, and cost few readings', async () => {
  const buyer = await createPerson(app.ctx)
  const bought = await purchase(app, { buyer })
  await deliver(app, eventsAbout(app, bought.customerId))
  const before = await recordsOf(app.db)
  const [paid] = eventsAbout(app, bought.customerId).filter(({ type }) => type === 'invoice.paid')
  const storm = Array.from({ length: 500 }, (_, n) =>
    n % 2 === 0 && paid
      ? madeUpEvent({ type: 'invoice.paid', data: paid.data })
      : madeUpEvent({
          type: 'customer.subscription.updated',
          data: { object: { id: bought.subscriptionId } },
        }),
  )
  const { number } = await readNumber(bought.subscriptionId)
  provider.calls.length = 0
  app.logLines.length = 0

  expect(new Set(await deliverAtOnce(app, storm, 50))).toEqual(new Set([200]))

  expect(await recordsOf(app.db)).toEqual(before)
  const stored = await app.db
    .selectFrom('webhookEvents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(
      'id',
      'in',
      storm.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  expect(Number(stored.count)).toBe(500)
  const readings = provider.calls.filter((call) => call.startsWith('GET /v1/subscriptions/'))
  expect(readings.length).toBeLessThan(125)
  expect((await readNumber(bought.subscriptionId)).number).toBe(number + readings.length)
  expect(app.logLines.filter((line) => /"level":"?(40|50|warn|error)/.test(line))).toEqual([])
})

async function readNumber(id: string) {
  return { number: (await findRow(app.db, id))?.readNumber ?? 0 }
}
