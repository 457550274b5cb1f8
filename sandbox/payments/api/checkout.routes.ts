import { z } from 'zod'
import { expireCheckout } from '#sandbox/payments/life/checkout.ts'
import { invalid } from '#sandbox/payments/provider-error.ts'
import type { AddCall } from './calls.ts'
import { CreateCheckout } from './checkout-params.ts'
import { createCheckout } from './create-checkout.ts'
import { envelope, fromPath, listPage } from './lists.ts'
import { created, email, expandable, paged, text } from './params.ts'

const List = z.strictObject({
  ...paged,
  created,
  customer: text().optional(),
  customer_details: z.strictObject({ email }).optional(),
  payment_intent: text().optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
  subscription: text().optional(),
})
const ListItems = z.strictObject(paged)

export function checkoutRoutes(add: AddCall) {
  add('POST', '/checkout/sessions', CreateCheckout, createCheckout)

  add('GET', '/checkout/sessions', List, (world, params) => {
    const { customer, customer_details, payment_intent, status, subscription, ...paging } = params
    const where = {
      customer,
      'customer_details.email': customer_details?.email,
      payment_intent,
      status,
      subscription,
    }
    return listPage(world, 'checkout.session', { url: '/v1/checkout/sessions', where, paging })
  })

  add('GET', '/checkout/sessions/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'checkout.session', path),
  )

  add('GET', '/checkout/sessions/:id/line_items', ListItems, (world, params, path) => {
    const { id } = fromPath(world, 'checkout.session', path)
    const { lineItems } = world.store.hidden('checkout.session', id)
    const { limit = 10 } = params
    const url = `/v1/checkout/sessions/${id}/line_items`
    return envelope(url, lineItems.slice(0, limit), lineItems.length > limit)
  })

  add('POST', '/checkout/sessions/:id/expire', z.strictObject(expandable), (world, _, path) => {
    const { id, status } = fromPath(world, 'checkout.session', path)
    if (status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session ` +
          `has a status of ${status}.`,
      )
    }
    return expireCheckout(world, id)
  })
}
