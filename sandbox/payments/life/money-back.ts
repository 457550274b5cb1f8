import type Stripe from 'stripe'
import { newDispute, newRefund } from '#sandbox/payments/objects/refund.ts'
import { invalid, noSuch, ProviderError } from '#sandbox/payments/provider-error.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { formatMoney } from './invoice-lines.ts'
import { change, record } from './record.ts'

type RefundWish = {
  charge: Stripe.Charge
  /** In cents; defaults to what has not been refunded yet. */
  amount?: number | undefined
  reason?: Stripe.Refund.Reason | null | undefined
  metadata?: Stripe.Metadata | undefined
}

/** Refunds a charge. The subscription continues and has to be cancelled separately. */
export function refundCharge(world: World, { charge, ...wish }: RefundWish): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded
  if (!charge.paid) {
    throw invalid(`Charge ${charge.id} was not successful, so it cannot be refunded.`, 'charge')
  }
  if (isHeldByDispute(world, charge)) {
    throw new ProviderError(400, {
      type: 'invalid_request_error',
      code: 'charge_disputed',
      message: `The charge ${charge.id} has been charged back; cannot issue a refund.`,
    })
  }
  if (left === 0) {
    throw new ProviderError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  }
  const amount = wish.amount ?? left
  if (amount > left) {
    const [asked, there] = [amount, left].map((each) => formatMoney(each, charge.currency))
    throw invalid(
      `Refund amount (${asked}) is greater than unrefunded amount on charge (${there})`,
      'amount',
    )
  }
  const refund = newRefund({
    created: world.clock.seconds(),
    amount,
    charge,
    reason: wish.reason ?? null,
    metadata: wish.metadata,
  })
  world.store.insert<'refund'>(refund)
  record(world, 'refund.created', refund)
  change(
    world,
    'charge',
    charge.id,
    (draft) => {
      draft.amount_refunded += amount
      draft.refunded = draft.amount_refunded === draft.amount
    },
    'charge.refunded',
  )
  if (isSentBack(world, charge)) world.due.set('refund.fail', refund.id, refund.created + DAY)
  return refund
}

/**
 * Fails a refund days after it seemed to have arrived, as when the card no longer exists. The money returns
 * to the shop, which may try again.
 */
export function failRefund(world: World, refundId: string): void {
  const refund = world.store.find('refund', refundId)
  if (!refund) throw noSuch('refund', refundId)
  const { status, amount, charge } = refund
  if (status === 'failed' || status === 'canceled') {
    throw invalid(`The refund ${refundId} has failed already.`)
  }
  const previous = { status, failure_reason: null }
  const failed = change(world, 'refund', refundId, (draft) => {
    draft.status = 'failed'
    draft.failure_reason = 'expired_or_canceled_card'
  })
  change(
    world,
    'charge',
    String(charge),
    (draft) => {
      draft.amount_refunded -= amount
      draft.refunded = false
    },
    'charge.updated',
  )
  record(world, 'refund.updated', failed, previous)
  record(world, 'charge.refund.updated', failed, previous)
  record(world, 'refund.failed', failed)
}

function isSentBack(world: World, { payment_method: card }: Stripe.Charge): boolean {
  if (card === null) return false
  return world.store.hidden('payment_method', card).behavior.sendsRefundsBack === true
}

/**
 * Whether a dispute blocks refunds: money that the bank has taken back cannot be refunded, unless the dispute
 * was won.
 */
function isHeldByDispute(world: World, { id }: Stripe.Charge): boolean {
  return world.store
    .list('dispute', { where: { charge: id } })
    .some(({ status }) => status !== 'won')
}

/** The successful charge of a payment, or a charge by its own id. */
export function findPaidCharge(world: World, id: string): Stripe.Charge | undefined {
  const charge = world.store.find('charge', id)
  if (charge) return charge
  const intent = world.store.find('payment_intent', id)
  return intent?.latest_charge
    ? world.store.find('charge', intent.latest_charge as string)
    : undefined
}

export function openDispute(world: World, chargeId: string): Stripe.Dispute {
  const charge = world.store.find('charge', chargeId)
  if (!charge) throw noSuch('charge', chargeId)
  if (!charge.paid || charge.disputed) {
    throw invalid(`Charge ${chargeId} cannot be disputed.`, 'charge')
  }
  const dispute = newDispute(charge, world.clock.seconds())
  world.store.insert<'dispute'>(dispute)
  change(
    world,
    'charge',
    chargeId,
    (draft) => {
      draft.disputed = true
    },
    'charge.updated',
  )
  record(world, 'charge.dispute.created', dispute)
  record(world, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Closes a dispute by the bank's decision. If it is won, the money returns. */
export function closeDispute(world: World, disputeId: string, outcome: 'won' | 'lost'): void {
  const dispute = world.store.find('dispute', disputeId)
  if (!dispute) throw noSuch('dispute', disputeId)
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalid(`The dispute ${disputeId} is closed already.`)
  }
  const closed = change(world, 'dispute', disputeId, (draft) => {
    draft.status = outcome
  })
  if (outcome === 'won') record(world, 'charge.dispute.funds_reinstated', closed)
  record(world, 'charge.dispute.closed', closed)
}
