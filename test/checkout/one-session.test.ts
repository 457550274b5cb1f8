import { describe, expect, test } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import { withTrouble } from '#test/support/paying/payer.ts'
import { unhurried } from '#test/support/paying/payment-retries.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { openBuyer, sessionsAt } from './buyers.ts'

const app = useTestApp({ hasPayments: true })
const twenty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work))
const idsOf = (answers: Array<{ statusCode: number; json: () => { id: string } }>) => {
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  return new Set(answers.map((each) => each.json().id))
}
const openAt = (ids: Iterable<string>) => {
  const mine = new Set(ids)
  return sessionsAt(app).filter(({ id, status }) => mine.has(id) && status === 'open')
}

describe('twenty clicks at once open one payment page', () => {
  test('of a browser that has been here before', async () => {
    const buyer = openBuyer(app, { cookie: `co=${newToken()}` })
    const before = sessionsAt(app).length
    expect(idsOf(await twenty(() => buyer.open())).size).toBe(1)
    expect(sessionsAt(app)).toHaveLength(before + 1)
  })

  test('of a new browser, by the token of its page', async () => {
    const token = newToken()
    const before = sessionsAt(app).length
    const answers = await twenty(() => openBuyer(app).open({ checkout_token: token }))
    expect(idsOf(answers).size).toBe(1)
    expect(sessionsAt(app)).toHaveLength(before + 1)
    // Whichever response's cookie the browser keeps, it belongs to the session that may finish.
    expect(new Set(answers.map(({ cookies }) => cookies[0]?.value)).size).toBe(1)
  })

  test('when the payment provider takes its time', async () => {
    const token = newToken()
    const before = sessionsAt(app).length
    await withTrouble(app, { latencyMs: 150 }, async () => {
      const open = () => openBuyer(app).open({ checkout_token: token })
      const answers = await unhurried(app, () => twenty(open))
      expect(idsOf(answers).size).toBe(1)
    })
    expect(sessionsAt(app)).toHaveLength(before + 1)
    const again = await openBuyer(app).open({ checkout_token: token })
    expect(again.json().id).toBe(sessionsAt(app)[0]?.id)
  })
})

test('a token that could be guessed binds nobody', async () => {
  const [one, two] = [openBuyer(app), openBuyer(app)]
  expect(await one.begin({ checkout_token: 'abc' })).not.toBe(
    await two.begin({ checkout_token: 'abc' }),
  )
})

test('a second tab, the way back and a new try get the page that is open', async () => {
  const buyer = openBuyer(app)
  const first = await buyer.begin({ checkout_token: newToken() })
  expect(await buyer.begin({ checkout_token: newToken() })).toBe(first)
  expect(await buyer.verify(first)).toMatchObject({ valid: false, code: 'not-valid' })
  expect(await buyer.begin()).toBe(first)
})

test('another plan takes the place of the first: only one page can be paid at', async () => {
  const buyer = openBuyer(app)
  const annual = await buyer.begin()
  const monthly = await buyer.begin({ priceId: 'monthly' })
  expect(openAt([annual, monthly]).map(({ id }) => id)).toEqual([monthly])
  expect(() => app.payments.pay(annual, buyer.email)).toThrow()
  expect(await buyer.verify(annual)).toMatchObject({ valid: false, code: 'expired' })

  const annualAgain = await buyer.begin()
  expect(openAt([annual, monthly, annualAgain]).map(({ id }) => id)).toEqual([annualAgain])
})

test('somebody else gets a page of their own', async () => {
  const [one, two] = [openBuyer(app), openBuyer(app)]
  expect(await one.begin()).not.toBe(await two.begin())
})

test('a page that is about to run out is not offered again', async () => {
  const buyer = openBuyer(app)
  const first = await buyer.begin()
  app.payments.processor.advance(24 * 60 * 60 - 4 * 60)
  const second = await buyer.begin()
  expect(second).not.toBe(first)
  expect(openAt([first, second]).map(({ id }) => id)).toEqual([second])
})

test('a page that has run out leads to a new one, and says so', async () => {
  const buyer = openBuyer(app)
  const first = await buyer.begin()
  app.payments.processor.advance(25 * 60 * 60)
  expect(await buyer.verify(first)).toMatchObject({
    valid: false,
    error: 'Session expired. Please start checkout again.',
  })
  expect(await buyer.begin()).not.toBe(first)
})
