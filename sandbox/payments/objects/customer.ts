import type Stripe from 'stripe'
import { newId, randomText } from '#sandbox/payments/store/ids.ts'

type Draft = {
  id?: string | undefined
  created: number
  email?: string | null | undefined
  name?: string | null | undefined
  phone?: string | null | undefined
  description?: string | null | undefined
  address?: Stripe.Address | null | undefined
  metadata?: Stripe.Metadata | undefined
}

export function newCustomer(draft: Draft): Stripe.Customer {
  return {
    id: draft.id ?? newId('cus', 14),
    object: 'customer',
    address: draft.address ?? null,
    balance: 0,
    created: draft.created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: draft.description ?? null,
    discount: null,
    email: draft.email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: draft.metadata ?? {},
    name: draft.name ?? null,
    next_invoice_sequence: 1,
    phone: draft.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
