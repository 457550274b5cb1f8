import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

type Draft = {
  created: number
  currency: string
  /** In cents. */
  unitAmount: number
  product: string
  active?: boolean | undefined
  lookupKey?: string | null | undefined
  metadata?: Stripe.Metadata | undefined
  nickname?: string | null | undefined
  recurring: { interval: Stripe.Price.Recurring.Interval; intervalCount: number } | null
  taxBehavior?: Stripe.Price.TaxBehavior | undefined
}

export function newPrice(draft: Draft): Stripe.Price {
  return {
    id: newId('price'),
    object: 'price',
    active: draft.active ?? true,
    billing_scheme: 'per_unit',
    created: draft.created,
    currency: draft.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: draft.lookupKey ?? null,
    metadata: draft.metadata ?? {},
    nickname: draft.nickname ?? null,
    product: draft.product,
    recurring: draft.recurring && {
      interval: draft.recurring.interval,
      interval_count: draft.recurring.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: draft.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: draft.recurring ? 'recurring' : 'one_time',
    unit_amount: draft.unitAmount,
    unit_amount_decimal: decimal(draft.unitAmount),
  }
}

/** The legacy `plan` of a subscription item: the same price under its older name. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = recurrenceOf(price)
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product as string,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** The billing interval of a price. Throws for a one-time price. */
export function recurrenceOf(price: Stripe.Price): Stripe.Price.Recurring {
  if (!price.recurring) throw new Error(`The price ${price.id} is charged only once`)
  return price.recurring
}

/** Decimals are strings in the API; the provider's library converts them to its own type. */
function decimal(cents: number): Stripe.Decimal {
  return String(cents) as unknown as Stripe.Decimal
}
