import type Stripe from 'stripe'
import { DAY } from '#sandbox/payments/store/clock.ts'
import { newId } from '#sandbox/payments/store/ids.ts'

export function newRefund(draft: {
  created: number
  amount: number
  charge: Stripe.Charge
  reason: Stripe.Refund.Reason | null
  metadata?: Stripe.Metadata | undefined
}): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount: draft.amount,
    balance_transaction: null,
    charge: draft.charge.id,
    created: draft.created,
    currency: draft.charge.currency,
    customer: draft.charge.customer as string | null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: draft.metadata ?? {},
    payment_intent: draft.charge.payment_intent as string | null,
    payment_method: draft.charge.payment_method,
    reason: draft.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/** Opens a dispute: the card holder wants the money back through the bank. */
export function newDispute(charge: Stripe.Charge, created: number): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: created + 7 * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent as string | null,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
