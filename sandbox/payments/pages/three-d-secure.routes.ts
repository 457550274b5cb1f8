import type { Http } from '#app/server/http/http.ts'
import { money } from '#sandbox/format.ts'
import { html, noticePage, standInPage } from '#sandbox/html.ts'
import type { Processor } from '#sandbox/payments/processor.ts'
import {
  addressOf,
  allowReturnTo,
  cardFormAddress,
  follow,
  type PageOptions,
  type PageRequest,
  sendPage,
} from './hosted.ts'

/** The bank's challenge page; the answer fails the payment or lets it continue. */
export function threeDSecureRoutes(http: Http, processor: Processor, options: PageOptions) {
  http.get('/sandbox/3ds/:id', (request, reply) => {
    const { params, query } = request as PageRequest
    const challenge = processor.findChallenge(params.id ?? '')
    const back = cardFormAddress(query.back)
    if (!challenge) return sendPage(reply, overPage(back), 404)
    allowReturnTo(reply, [options.publicUrl])
    const address = `${addressOf(request)}${back ? `?back=${encodeURIComponent(back)}` : ''}`
    return sendPage(reply, threeDSecurePage(address, { ...challenge, merchant: options.merchant }))
  })

  http.post('/sandbox/3ds/:id', (request, reply) => {
    const { params, query, body } = request as PageRequest
    const challenge = processor.findChallenge(params.id ?? '')
    const back = cardFormAddress(query.back)
    if (!challenge) return sendPage(reply, overPage(back), 404)
    const attempt = processor.answerChallenge(challenge.id, body.answer === 'complete')
    if (attempt.kind !== 'declined') return follow(reply, attempt, back ?? '')
    if (back) return reply.redirect(`${back}?declined=${encodeURIComponent(attempt.code)}`, 303)
    return sendPage(reply, noticePage({ title: 'Payment failed', text: attempt.message }), 402)
  })
}

function overPage(back: string | undefined): string {
  return noticePage({
    title: 'This confirmation has ended',
    text: 'It was answered already, or it is not known here.',
    // If the checkout was paid meanwhile, its page redirects.
    ...(back ? { link: { href: back, text: 'Continue' } } : {}),
  })
}

type Challenge = { id: string; amount: number; merchant: string }

/** The page on which the buyer's bank asks for confirmation. */
function threeDSecurePage(address: string, { amount, merchant }: Challenge): string {
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
