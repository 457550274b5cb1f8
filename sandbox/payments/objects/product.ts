import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

type Draft = {
  id?: string | undefined
  created: number
  name: string
  active?: boolean | undefined
  description?: string | null | undefined
  images?: string[] | undefined
  metadata?: Stripe.Metadata | undefined
  statementDescriptor?: string | null | undefined
  unitLabel?: string | null | undefined
  url?: string | null | undefined
}

export function newProduct(draft: Draft): Stripe.Product {
  return {
    id: draft.id ?? newId('prod', 14),
    object: 'product',
    active: draft.active ?? true,
    created: draft.created,
    default_price: null,
    description: draft.description ?? null,
    images: draft.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: draft.metadata ?? {},
    name: draft.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: draft.statementDescriptor ?? null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: draft.unitLabel ?? null,
    updated: draft.created,
    url: draft.url ?? null,
  }
}
