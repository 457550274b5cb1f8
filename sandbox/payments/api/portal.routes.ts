import type Stripe from 'stripe'
import { z } from 'zod'
import { newPortalConfiguration, newPortalSession } from '#sandbox/payments/objects/portal.ts'
import { noSuch } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import type { AddCall } from './calls.ts'
import { isDeleted } from './customers.routes.ts'
import { listPage } from './lists.ts'
import { boolean, expandable, paged, text, url } from './params.ts'

const Create = z.strictObject({
  ...expandable,
  customer: text(),
  configuration: text().optional(),
  return_url: url.optional(),
  flow_data: z
    .strictObject({
      type: z.enum(['payment_method_update', 'subscription_cancel']),
      after_completion: z
        .strictObject({
          type: z.enum(['hosted_confirmation', 'portal_homepage', 'redirect']),
          redirect: z.strictObject({ return_url: url }).optional(),
        })
        .optional(),
      subscription_cancel: z.strictObject({ subscription: text() }).optional(),
    })
    .optional(),
})

const ListConfigurations = z.strictObject({
  ...paged,
  active: boolean.optional(),
  is_default: boolean.optional(),
})

export function portalRoutes(add: AddCall) {
  add('GET', '/billing_portal/configurations', ListConfigurations, (world, params) => {
    const { active, is_default: isDefault, ...paging } = params
    usualConfiguration(world)
    const page = listPage(world, 'billing_portal.configuration', {
      url: '/v1/billing_portal/configurations',
      paging,
    })
    const isWanted = (each: Stripe.BillingPortal.Configuration) =>
      (active === undefined || each.active === active) &&
      (isDefault === undefined || each.is_default === isDefault)
    return { ...page, data: page.data.filter(isWanted) }
  })

  add('POST', '/billing_portal/sessions', Create, (world, params) => {
    const { customer, configuration, return_url: returnUrl, flow_data: flow } = params
    if (!world.store.find('customer', customer) || isDeleted(world, customer)) {
      throw noSuch('customer', customer, 'customer')
    }
    if (configuration && !world.store.find('billing_portal.configuration', configuration)) {
      throw noSuch('configuration', configuration, 'configuration')
    }
    const session = newPortalSession({
      created: world.clock.seconds(),
      configurationId: configuration ?? usualConfiguration(world).id,
      customerId: customer,
      returnUrl: returnUrl ?? null,
      flow: flow ? flowOf(flow) : null,
      publicUrl: world.publicUrl,
    })
    return world.store.insert<'billing_portal.session'>(session)
  })
}

/** The default portal configuration, created on first use. */
function usualConfiguration(world: World): Stripe.BillingPortal.Configuration {
  const [known] = world.store.list('billing_portal.configuration', { limit: 1 })
  if (known) return known
  return world.store.insert<'billing_portal.configuration'>(
    newPortalConfiguration(world.clock.seconds()),
  )
}

function flowOf(
  given: NonNullable<z.infer<typeof Create>['flow_data']>,
): Stripe.BillingPortal.Session.Flow {
  const redirect = given.after_completion?.redirect
  const subscription = given.subscription_cancel?.subscription
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: redirect ? { return_url: redirect.return_url } : null,
      type: given.after_completion?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: subscription ? { retention: null, subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: given.type,
  }
}
