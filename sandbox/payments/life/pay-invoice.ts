import { subscriptionIdOf } from '#sandbox/payments/objects/invoice.ts'
import type { Attempt, Card } from '#sandbox/payments/processor.ts'
import type { World } from '#sandbox/payments/world.ts'
import { askBank, attachCard, setSubscriptionCard, takeCard } from './cards-on-file.ts'
import { openChallenge } from './challenges.ts'
import { declined } from './checkout.ts'
import { collect } from './collecting.ts'

/** Pays an open invoice on its hosted page. The card is used from then on. */
export function payInvoice(world: World, invoiceId: string, card: Card): Attempt {
  const invoice = world.store.find('invoice', invoiceId)
  const closed = closedAnswer(world, invoiceId)
  if (!invoice || closed) return closed ?? NOT_PAYABLE
  const taken = takeCard(world, card, invoice.customer_email)
  if ('refusal' in taken) return declined(taken.refusal)
  return tryInvoice(world, {
    invoiceId,
    paymentMethodId: taken.paymentMethod.id,
    hasPassedChallenge: false,
  })
}

export function tryInvoice(
  world: World,
  attempt: { invoiceId: string; paymentMethodId: string; hasPassedChallenge: boolean },
): Attempt {
  const { invoiceId, paymentMethodId, hasPassedChallenge } = attempt
  const closed = closedAnswer(world, invoiceId)
  if (closed) return closed
  const invoice = world.store.get('invoice', invoiceId)
  const customerId = invoice.customer as string
  if (!askBank(world, paymentMethodId, 'atCharge', { hasPassedChallenge })) {
    attachCard(world, paymentMethodId, customerId)
    setSubscriptionCard(world, subscriptionIdOf(invoice), paymentMethodId)
  }
  const verdict = collect(world, invoiceId, { paymentMethodId, hasPassedChallenge })
  if (!verdict) return { kind: 'done', redirectTo: invoice.hosted_invoice_url ?? '/' }
  if ('decline' in verdict) return declined(verdict.decline)
  const amount = invoice.amount_due
  const challenge = { kind: 'invoice' as const, invoiceId, paymentMethodId, amount }
  return { kind: 'challenge', challengeId: openChallenge(world, challenge) }
}

function closedAnswer(world: World, invoiceId: string): Attempt | undefined {
  const invoice = world.store.find('invoice', invoiceId)
  if (invoice?.status === 'paid') {
    return { kind: 'done', redirectTo: invoice.hosted_invoice_url ?? '/' }
  }
  return invoice?.status === 'open' ? undefined : NOT_PAYABLE
}

const NOT_PAYABLE = declined({
  code: 'invoice_not_payable',
  message: 'This invoice cannot be paid.',
})
