import { money } from './format-page.ts'
import { html, standInPage } from './html-page.ts'

type Challenge = { id: string; amount: number; merchant: string }

/** The page of the buyer's bank, which asks whether it is really them. */
export function threeDSecurePage(address: string, { amount, merchant }: Challenge): string {
  return standInPage({
    title: '3-D Secure | Test bank',
    kind: 'bank',
    hasScript: true,
    banner: html`<aside class="sandbox" aria-label="About this page"><p><strong>Sandbox.</strong> This page stands in for the buyer’s bank. There is no bank and no charge.</p></aside>`,
    main: html`<main id="main"><p class="issuer">Test Bank</p>
      <h1>Confirm it’s you</h1>
      <dl class="lines"><div><dt>Merchant</dt><dd>${merchant}</dd></div>
        <div><dt>Amount</dt><dd>${amount > 0 ? money(amount) : `${money(0)} now`}</dd></div></dl>
      ${amount === 0 && html`<p class="soft">Nothing is due now: your bank confirms the card for later payments.</p>`}
      <form method="post" action="${address}" data-once>
        <button class="main" name="answer" value="complete">Complete authentication</button>
        <button class="plain" name="answer" value="fail">Fail authentication</button>
      </form></main>`,
  })
}
