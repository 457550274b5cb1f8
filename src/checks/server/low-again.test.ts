import { describe, expect, test } from 'vitest'
import { bringBackDeals } from '#app/deals/server/editing/ending.ts'
import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'
import { SOLD_OUT, sells, useShops } from '#test/checks/shops.ts'
import { acceptFinding, ignoreFinding } from './deciding.ts'

const { app, answers, deal, look, lookFor, dealOf, waiting, inOne } = useShops()

describe('what is as low again as before its price went up is no reduction by the rule of 30 days, and a person is asked', () => {
  const isAsked = async () => (await waiting()).map(({ kind, dealId }) => [kind, dealId])

  async function lowAgain() {
    const { id } = await deal('again.example')
    await look('again.example', sells(1000))
    expect(await dealOf(id)).toMatchObject({ endedReason: 'price-up' })
    answers.set('again.example', sells(400))
    await lookFor(30 * HOUR_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'price-up', salePriceCents: 40_000 })
    expect(await isAsked()).toEqual([['back', id]])
    return id
  }
  const decide = async (by: typeof acceptFinding | typeof ignoreFinding) => {
    const [asked] = await waiting()
    await inOne<unknown>((trx) => by(trx, app.ctx, asked?.id ?? 0, { by: 'Noor' }))
  }

  test('once a person has put it on again it stays at that price, and ends when it is dearer', async () => {
    const id = await lowAgain()
    // Found again day after day, it stays one question with the same price.
    await lookFor(2 * DAY_MS)
    expect(await isAsked()).toEqual([['back', id]])
    await decide(acceptFinding)
    expect(await dealOf(id)).toMatchObject({ endedReason: null, salePriceCents: 40_000 })
    await lookFor(2 * DAY_MS)
    expect([(await dealOf(id)).endedReason, await waiting()]).toEqual([null, []])
    answers.set('again.example', sells(410))
    await lookFor(DAY_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'price-up' })
  })

  test('what a person brings back on the list of deals stays at that price, too', async () => {
    const id = await lowAgain()
    await inOne((trx) => bringBackDeals(trx, app.ctx, [id]))
    await lookFor(2 * DAY_MS)
    expect([(await dealOf(id)).endedReason, await waiting()]).toEqual([null, []])
    answers.set('again.example', sells(1000))
    await lookFor(DAY_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'price-up' })
    // Brought back at its full price, it is no deal.
    await inOne((trx) => bringBackDeals(trx, app.ctx, [id]))
    await lookFor(2 * DAY_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'price-up' })
  })

  test('what a person leaves as it is is not asked again the days after', async () => {
    const id = await lowAgain()
    await decide(ignoreFinding)
    await lookFor(3 * DAY_MS)
    expect([(await dealOf(id)).endedReason, await waiting()]).toEqual(['price-up', []])
  })

  test.each([
    ['sold out', SOLD_OUT, 'price-up'],
    ['as dear as before', sells(1000), 'price-up'],
    ['lower than ever', sells(300), null],
  ] as const)('nobody is asked any more once it is %s', async (_how, answer, endedReason) => {
    const id = await lowAgain()
    answers.set('again.example', answer)
    await lookFor(30 * HOUR_MS)
    expect([await waiting(), await dealOf(id)]).toMatchObject([[], { endedReason }])
  })
})
