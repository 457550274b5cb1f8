import type Stripe from 'stripe'
import { z } from 'zod'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import { isDeliveredEverywhere, withPendingCount } from '#sandbox/payments/deliveries/queue.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import type { Page } from '#sandbox/payments/store/store.ts'
import { API_VERSION, type World } from '#sandbox/payments/world.ts'
import type { AddCall } from './calls.ts'
import { envelope, fromPath, listPage } from './lists.ts'
import {
  boolean,
  clearable,
  created,
  expandable,
  mergeMetadata,
  metadata,
  paged,
  text,
  url,
} from './params.ts'

const List = z.strictObject({
  ...paged,
  created,
  delivery_success: boolean.optional(),
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
})
const CreateEndpoint = z.strictObject({
  ...expandable,
  url,
  enabled_events: z.array(text()).min(1),
  api_version: z.enum([API_VERSION]).optional(),
  description: clearable(text()).optional(),
  metadata: clearable(metadata).optional(),
})

const KEPT_SECONDS = 30 * DAY

export function eventsRoutes(add: AddCall) {
  add('GET', '/events', List, (world, params) => {
    const { delivery_success: isDelivered, type, types, created: given, ...paging } = params
    const url = '/v1/events'
    const oldest = world.clock.seconds() - KEPT_SECONDS
    const range = { ...given, gte: Math.max(oldest, given?.gte ?? oldest) }
    const where = { type: type ?? types }
    if (isDelivered !== undefined) {
      const { limit, starting_after: startingAfter } = paging
      return listByDelivery(world, url, isDelivered, {
        where,
        created: range,
        limit,
        startingAfter,
      })
    }
    const page = listPage(world, 'event', { url, where, paging: { ...paging, created: range } })
    return { ...page, data: page.data.map((event) => withPendingCount(world, event)) }
  })

  add('GET', '/events/:id', z.strictObject(expandable), (world, _, path) =>
    withPendingCount(world, fromPath(world, 'event', path)),
  )

  add('POST', '/webhook_endpoints', CreateEndpoint, (world, params) => {
    const secret = newId('whsec', 32)
    const endpoint: Stripe.WebhookEndpoint = {
      id: newId('we'),
      object: 'webhook_endpoint',
      api_version: params.api_version ?? null,
      application: null,
      created: world.clock.seconds(),
      description: params.description ?? null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: mergeMetadata({}, params.metadata),
      status: 'enabled',
      url: params.url,
    }
    world.store.insert<'webhook_endpoint'>(endpoint, { secret })
    return { ...endpoint, secret }
  })

  add('GET', '/webhook_endpoints', z.strictObject(paged), (world, paging) => {
    const page = listPage(world, 'webhook_endpoint', { url: '/v1/webhook_endpoints', paging })
    const isFirst = paging.starting_after === undefined && paging.ending_before === undefined
    const own = isFirst ? ownEndpoint(world) : []
    const data = [...own, ...page.data].slice(0, paging.limit ?? 10)
    return { ...page, data, has_more: page.has_more || own.length + page.data.length > data.length }
  })

  add('GET', '/webhook_endpoints/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'webhook_endpoint', path),
  )

  add('DELETE', '/webhook_endpoints/:id', z.strictObject(expandable), (world, _, path) => {
    const endpoint = fromPath(world, 'webhook_endpoint', path)
    world.store.run('delete from objects where id = ?', endpoint.id)
    return { id: endpoint.id, object: 'webhook_endpoint', deleted: true }
  })
}

/** The shop's own endpoint. Unlike at the provider it needs no set-up and receives all events. */
function ownEndpoint(world: World): Stripe.WebhookEndpoint[] {
  if (!world.hasOwnEndpoint) return []
  return [
    {
      id: 'we_sandboxown',
      object: 'webhook_endpoint',
      api_version: API_VERSION,
      application: null,
      created: world.clock.seconds(),
      description: null,
      enabled_events: ['*'],
      livemode: false,
      metadata: {},
      status: 'enabled',
      url: `${world.publicUrl}${WEBHOOK_PATH}`,
    },
  ]
}

/** Delivery is not part of an event, so it is looked up for each. */
function listByDelivery(
  world: World,
  url: string,
  isDelivered: boolean,
  { limit = 10, ...page }: Page,
) {
  const found = world.store
    .list('event', page)
    .filter(({ id }) => isDeliveredEverywhere(world, id) === isDelivered)
  const events = found.slice(0, limit).map((event) => withPendingCount(world, event))
  return envelope(url, events, found.length > limit)
}
