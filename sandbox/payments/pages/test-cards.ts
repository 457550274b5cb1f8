import { type Html, html } from '#sandbox/html.ts'

/** The test card numbers and their outcomes. */
const TEST_CARDS = [
  { key: 'paid', number: '4242424242424242', outcome: 'Payment succeeds' },
  { key: 'declined', number: '4000000000000002', outcome: 'Declined' },
  {
    key: 'insufficient-funds',
    number: '4000000000009995',
    outcome: 'Declined: insufficient funds',
  },
  { key: 'expired', number: '4000000000000069', outcome: 'Declined: expired card' },
  { key: '3ds', number: '4000000000003220', outcome: '3-D Secure is asked for' },
  { key: '3ds-always', number: '4000002760003184', outcome: '3-D Secure for every payment' },
  { key: '3ds-declined', number: '4000008400001629', outcome: '3-D Secure, then declined' },
  { key: 'fails-later', number: '4000000000000341', outcome: 'Attaches, fails when charged later' },
  { key: 'refund-fails', number: '4000000000005126', outcome: 'Pays; a refund fails a day later' },
] as const

/** The values that a test card's link fills in without scripts; empty for an unknown key. */
export function filledCard(key: unknown, now: Date): Record<string, string> {
  const card = TEST_CARDS.find((each) => each.key === key)
  if (!card) return {}
  return { number: grouped(card.number), expiry: expiryAhead(now), cvc: '123', name: 'Test Buyer' }
}

/** The banner that explains the stand-in and lists test cards; each link fills in its card. */
export function testCards(address: string, now: Date): Html {
  return html`<aside class="sandbox" aria-label="About this sandbox">
    <p><strong>Sandbox.</strong> This page stands in for the payment provider. No card is charged: use a test card, never a real one.</p>
    <details><summary>Test cards</summary>
    <p>Choose one to fill it in, with any future date and any code.</p>
    <ul class="cards">${TEST_CARDS.map(
      ({ key, number, outcome }) =>
        html`<li><a href="${address}?card=${key}#card" data-number="${number}" data-expiry="${expiryAhead(now)}"><span>${outcome}</span> <code>${grouped(number)}</code></a></li>`,
    )}</ul></details></aside>`
}

function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Some years ahead of the sandbox's clock. */
function expiryAhead(now: Date): string {
  return `12 / ${String(now.getUTCFullYear() + 4).slice(-2)}`
}
