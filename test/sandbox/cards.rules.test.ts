import { describe, expect, test } from 'vitest'
import { answer, buy, CARDS, card, openCheckout, TRIAL } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'

const { shop, prices } = usePricedShop()

const pay = (id: string, number: string = CARDS.good) =>
  shop.processor.payCheckout(id, { email: 'ann@example.test', card: card(number) })

describe('a card that is not taken', () => {
  test.each([
    [CARDS.declined, 'card_declined', 'Your card was declined.'],
    [CARDS.noFunds, 'card_declined', 'Your card has insufficient funds.'],
    [CARDS.expired, 'expired_card', 'Your card has expired.'],
    [CARDS.wrongCvc, 'incorrect_cvc', 'Your card’s security code is incorrect.'],
  ])('%s says so, and the session stays open', async (number, code, message) => {
    for (const params of [{}, TRIAL]) {
      const { id } = await openCheckout(shop, prices.monthly, params)
      expect(pay(id, number)).toEqual({ kind: 'declined', code, message })
      const session = await shop.stripe.checkout.sessions.retrieve(id)
      expect(session).toMatchObject({ status: 'open', customer: null, subscription: null })
      expect(pay(id).kind).toBe('done')
    }
  })

  test.each([
    ['4242424242424241', {}, 'invalid_number'],
    ['4242', {}, 'incomplete_number'],
    ['4242 4242 4242 424x', {}, 'invalid_number'],
    [CARDS.good, { expYear: 2020 }, 'invalid_expiry_year_past'],
    [CARDS.good, { expMonth: 13 }, 'invalid_expiry_month'],
    [CARDS.good, { cvc: '12' }, 'incomplete_cvc'],
    ['4111111111111111', {}, 'card_declined'],
  ])('%s with %o is refused at the form: %s', async (number, changes, code) => {
    const { id } = await openCheckout(shop, prices.monthly)
    const attempt = shop.processor.payCheckout(id, {
      email: 'ann@example.test',
      card: card(number, changes),
    })
    expect(attempt).toMatchObject({ kind: 'declined', code })
  })

  test('the number of a card is kept nowhere', async () => {
    await buy(shop, prices.monthly, { number: '4000056655665556' })
    const [cardOnFile] = shop.processor.objects('payment_method')
    expect(cardOnFile?.json).toMatchObject({ card: { last4: '5556', funding: 'debit' } })
    const everything = JSON.stringify([shop.processor.objects(), shop.processor.events()])
    expect(everything.includes('4000056655665556')).toBe(false)
  })

  test.each(['', 'nobody', 'a@b', 'a b@example.test'])(
    'the address %j is refused',
    async (email) => {
      const { id } = await openCheckout(shop, prices.monthly)
      expect(shop.processor.payCheckout(id, { email, card: card() })).toMatchObject({
        kind: 'declined',
        code: 'email_invalid',
      })
    },
  )
})

describe('a bank that asks for its customer', () => {
  test.each([CARDS.asksOnce, CARDS.asks, CARDS.asksAlways])(
    '%s: passed is paid',
    async (number) => {
      const { id } = await openCheckout(shop, prices.monthly)
      const asked = pay(id, number)
      if (asked.kind !== 'challenge') throw new Error(asked.kind)
      expect(shop.processor.findChallenge(asked.challengeId)).toEqual({
        id: asked.challengeId,
        amount: 800,
        merchant: 'shop.test',
      })
      expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('open')
      expect(answer(shop, asked, true).kind).toBe('done')
      expect((await shop.stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
      expect(shop.processor.findChallenge(asked.challengeId)).toBeUndefined()
    },
  )

  test('failed is declined, and another card is as good as ever', async () => {
    for (const params of [{}, TRIAL]) {
      const { id } = await openCheckout(shop, prices.monthly, params)
      const asked = pay(id, CARDS.asks)
      expect(answer(shop, asked, false)).toMatchObject({
        kind: 'declined',
        code: 'payment_intent_authentication_failure',
      })
      expect(answer(shop, asked, true).kind).toBe('declined')
      expect(pay(id).kind).toBe('done')
    }
  })

  test('passed may still be declined by the bank', async () => {
    const { id } = await openCheckout(shop, prices.annual, TRIAL)
    expect(answer(shop, pay(id, CARDS.asksThenDeclines), true)).toMatchObject({
      kind: 'declined',
      code: 'card_declined',
    })
  })
})

test('the same number has the same fingerprint, another number another one', async () => {
  const fingerprints = []
  for (const number of [CARDS.good, CARDS.good, '5555555555554444']) {
    const { subscriptionId } = await buy(shop, prices.monthly, { number })
    const { default_payment_method: method } = await shop.stripe.subscriptions.retrieve(
      subscriptionId,
      { expand: ['default_payment_method'] },
    )
    if (method === null || typeof method === 'string') throw new Error('not expanded')
    fingerprints.push(method.card?.fingerprint)
  }
  expect(fingerprints[0]).toBe(fingerprints[1])
  expect(fingerprints[0]).not.toBe(fingerprints[2])
})
