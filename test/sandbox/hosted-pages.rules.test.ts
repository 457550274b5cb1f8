import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HOSTILE,
  idOf,
  openPaymentPages,
  type PaymentPages,
  PUBLIC_URL,
} from '#test/support/paying/payment-pages.ts'

let pages: PaymentPages
beforeAll(async () => {
  pages = await openPaymentPages()
})
afterAll(() => pages.close())

describe('the card page', () => {
  test('says what is bought, what it costs and when, and that it is a sandbox', async () => {
    const page = await pages.get(await pages.checkout({ sale: 'Autumn sale' }))
    expect(page.statusCode).toBe(200)
    for (const words of [
      'Nouveau',
      'Annual membership',
      '3 days free',
      '$97.00',
      'Autumn sale',
      '−$30.00',
      '$67.00',
      'Due today',
      '$0.00',
      'Start trial',
      'No card is charged',
      '4000 0000 0000 0341',
      `href="${PUBLIC_URL}/checkout/cancel"`,
    ]) {
      expect(page.body).toContain(words)
    }
    expect(page.headers['x-robots-tag']).toBe('noindex')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).not.toMatch(/<style|style="|\son\w+="|<script(?! src=")/)
  })

  test('shows names as text, whatever is in them', async () => {
    const address = await pages.checkout({ name: HOSTILE, sale: HOSTILE.slice(0, 40) })
    const page = await pages.get(address)
    expect(page.body).not.toContain('<script>')
    expect(page.body.match(/&lt;script&gt;/g)?.length).toBe(3)
    const again = await pages.post(address, { email: HOSTILE, name: HOSTILE })
    expect(again.body).not.toContain('<script>')
    expect(again.body).toContain('&lt;script&gt;')
  })

  test('a paid checkout leads back to the shop, and pressing twice is as good as once', async () => {
    const address = await pages.checkout()
    const subscriptions = () => pages.processor.objects('subscription').length
    const before = subscriptions()
    const first = await pages.pay(address)
    expect(first.statusCode).toBe(303)
    expect(first.headers.location).toBe(
      `${PUBLIC_URL}/checkout/success?session_id=${idOf(address)}`,
    )
    const second = await pages.pay(address)
    expect(second.headers.location).toBe(first.headers.location)
    expect(subscriptions()).toBe(before + 1)
  })

  test('what is missing is said at each field and above them, all at once', async () => {
    const page = await pages.post(await pages.checkout(), { email: '' })
    expect(page.statusCode).toBe(422)
    for (const field of ['email', 'number', 'expiry', 'cvc']) {
      expect(page.body).toContain(`<a href="#${field}">`)
      expect(page.body).toContain(`aria-describedby="${field}-error"`)
      expect(page.body).toContain(`id="${field}-error"`)
    }
    expect(page.body).toContain('Your card number is incomplete.')
  })

  test('keeps the e-mail that was typed, and never sends a card number back', async () => {
    const page = await pages.pay(await pages.checkout(), { expiry: '', number: '4000056655665556' })
    expect(page.body).toContain('value="ann@example.com"')
    expect(page.body.replaceAll(' ', '')).not.toContain('4000056655665556')
  })

  test('a declined card is told in the provider’s words, and another one may be tried', async () => {
    const address = await pages.checkout()
    const declined = await pages.pay(address, { number: '4000000000009995' })
    expect(declined.statusCode).toBe(402)
    expect(declined.body).toContain('Your card has insufficient funds.')
    const mistyped = await pages.pay(address, { number: '4242424242424241' })
    expect(mistyped.body).toContain('id="number-error">Your card number is invalid.')
    expect((await pages.pay(address)).statusCode).toBe(303)
  })

  test('the e-mail address that came with the checkout cannot be changed', async () => {
    const address = await pages.checkout({ email: 'bound@example.com' })
    expect((await pages.get(address)).body).toContain('value="bound@example.com" readonly')
    await pages.pay(address, { email: 'other@example.com' })
    const session = pages.processor.findCheckout(idOf(address))
    expect(session?.customer_details?.email).toBe('bound@example.com')
  })

  test('a test card can be chosen without scripts, and nothing else can be put in', async () => {
    const address = await pages.checkout()
    expect((await pages.get(`${address}?card=declined`)).body).toContain(
      'value="4000 0000 0000 0002"',
    )
    const other = await pages.get(
      `${address}?card=${encodeURIComponent(HOSTILE)}&declined=constructor`,
    )
    expect(other.body).not.toContain('alert(1)')
    expect(other.body).toContain('Your card was declined.')
  })

  test('a checkout that is over says so and tells nothing of the buyer', async () => {
    const paid = await pages.checkout()
    await pages.pay(paid, { email: 'secret@example.com' })
    const done = await pages.get(paid)
    expect(done.body).toContain('You’re all done here')
    const expired = await pages.checkout({ email: 'secret@example.com' })
    await pages.call(`/checkout/sessions/${idOf(expired)}/expire`, {})
    const over = await pages.get(expired)
    expect(over.statusCode).toBe(410)
    expect((await pages.pay(expired)).statusCode).toBe(410)
    for (const page of [done, over]) expect(page.body).not.toContain('secret@example.com')
    expect((await pages.get('/sandbox/checkout/cs_test_nothing')).statusCode).toBe(404)
    expect((await pages.pay('/sandbox/checkout/cs_test_nothing')).statusCode).toBe(404)
  })

  test('takes forms from its own pages and nothing else', async () => {
    const address = await pages.checkout()
    const foreign = await pages.pay(address, {}, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.statusCode).toBe(403)
    const json = await pages.pay(address, {}, { 'content-type': 'application/json' })
    expect(json.statusCode).toBe(415)
    expect(pages.processor.findCheckout(idOf(address))?.status).toBe('open')
  })
})

describe('the bank’s page', () => {
  const challenged = async (address: string) => {
    const { headers } = await pages.pay(address, { number: '4000000000003220' })
    return String(headers.location)
  }

  test('failing it leads back to the card form, passing it to the shop', async () => {
    const address = await pages.checkout()
    const bank = await challenged(address)
    expect((await pages.get(bank)).body).toContain('Complete authentication')
    const failed = await pages.post(bank, { answer: 'fail' })
    expect(failed.statusCode).toBe(303)
    const form = await pages.get(String(failed.headers.location))
    expect(form.body).toContain('We are unable to authenticate your payment method.')

    const passed = await pages.post(await challenged(address), { answer: 'complete' })
    expect(passed.headers.location).toContain('/checkout/success?session_id=')
    expect((await pages.post(bank, { answer: 'complete' })).statusCode).toBe(404)
  })

  test('leads to none but the card forms of the sandbox', async () => {
    const [bank] = (await challenged(await pages.checkout())).split('?')
    for (const back of ['https://evil.example', '//evil.example', '/sandbox/checkout/../../x']) {
      const page = await pages.get(`${bank}?back=${encodeURIComponent(back)}`)
      expect(page.body).not.toContain('back=')
    }
  })
})

test('where the shop is on another origin, a buyer can be sent back to it', async () => {
  const policy = (await pages.get(await pages.checkout())).headers['content-security-policy']
  expect(policy).toContain(`form-action 'self' ${PUBLIC_URL}`)
})
