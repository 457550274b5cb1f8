import type { Http } from '#app/server/http/http.ts'
import {
  addressOf,
  allowReturnTo,
  cardFormAddress,
  follow,
  type PageRequest,
  sendPage,
} from './hosted-page.ts'
import { noticePage } from './html-page.ts'
import type { PageOptions } from './pages.routes.ts'
import type { Processor } from './processor.ts'
import { threeDSecurePage } from './three-d-secure-page.ts'

/** The bank's page: is it really you? The answer ends the payment or lets it go on. */
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
    // A checkout that was paid meanwhile leads on from there.
    ...(back ? { link: { href: back, text: 'Continue' } } : {}),
  })
}
