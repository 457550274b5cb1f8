import { z } from 'zod'
import { endSubscription, hasEnded } from '#sandbox/payments/life/subscription-state.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import type { AddCall } from './calls.ts'
import { fromPath, listPage } from './lists.ts'
import { boolean, clearable, created, expandable, paged, text } from './params.ts'
import { UpdateSubscription } from './subscription-params.ts'
import { updateSubscription } from './update-subscription.ts'

const List = z.strictObject({
  ...paged,
  created,
  customer: text().optional(),
  price: text().optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
})

const Cancel = z.strictObject({
  ...expandable,
  cancellation_details: z
    .strictObject({
      comment: clearable(text()).optional(),
      feedback: clearable(text()).optional(),
    })
    .optional(),
  invoice_now: boolean.optional(),
  prorate: boolean.optional(),
})

const ALIVE = ['active', 'incomplete', 'past_due', 'paused', 'trialing', 'unpaid']

export function subscriptionsRoutes(add: AddCall) {
  add('GET', '/subscriptions', List, (world, { customer, price, status, ...paging }) => {
    const statuses =
      status === undefined
        ? ALIVE
        : status === 'ended'
          ? ['canceled', 'incomplete_expired']
          : status
    const where = {
      customer,
      'items.data[0].price.id': price,
      status: statuses === 'all' ? undefined : statuses,
    }
    return listPage(world, 'subscription', { url: '/v1/subscriptions', where, paging })
  })

  add('GET', '/subscriptions/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'subscription', path),
  )

  add('POST', '/subscriptions/:id', UpdateSubscription, (world, params, path) =>
    updateSubscription(world, fromPath(world, 'subscription', path), params),
  )

  add('DELETE', '/subscriptions/:id', Cancel, (world, params, path) => {
    const subscription = fromPath(world, 'subscription', path)
    if (hasEnded(subscription)) throw noSuch('subscription', subscription.id)
    if (params.invoice_now || params.prorate) {
      throw invalid('The sandbox does not settle a subscription that is cancelled.', 'prorate')
    }
    const { comment, feedback } = params.cancellation_details ?? {}
    return endSubscription(world, subscription.id, 'cancellation_requested', {
      ...(comment === undefined ? {} : { comment }),
      ...(feedback === undefined ? {} : { feedback }),
    })
  })
}
