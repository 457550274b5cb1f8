import { z } from 'zod'
import { record } from '#sandbox/payments/life/record.ts'
import { newCoupon } from '#sandbox/payments/objects/coupon.ts'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import type { World } from '#sandbox/payments/world.ts'
import type { AddCall } from './calls.ts'
import { fromPath, listPage } from './lists.ts'
import {
  clearable,
  created,
  currency,
  expandable,
  integer,
  mergeMetadata,
  metadata,
  paged,
  positive,
  text,
} from './params.ts'

const Create = z.strictObject({
  ...expandable,
  amount_off: positive.optional(),
  currency: currency.optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: positive.optional(),
  id: text(200).optional(),
  max_redemptions: positive.optional(),
  metadata: clearable(metadata).optional(),
  name: text(40).optional(),
  percent_off: z
    .string()
    .regex(/^\d{1,3}(\.\d+)?$/, { error: (issue) => `Invalid decimal: ${issue.input}` })
    .transform(Number)
    .refine((value) => value > 0 && value <= 100, { error: 'Invalid percent off.' })
    .optional(),
  redeem_by: integer.optional(),
})
const List = z.strictObject({ ...paged, created })

export function couponsRoutes(add: AddCall) {
  add('POST', '/coupons', Create, (world, params) => {
    const { amount_off: amountOff, percent_off: percentOff } = params
    const duration = params.duration ?? 'once'
    if ((amountOff === undefined) === (percentOff === undefined)) {
      throw invalid('Must provide exactly one of amount_off or percent_off.', 'amount_off')
    }
    if (amountOff !== undefined && !params.currency) {
      throw invalid('You must pass currency when passing amount_off', 'currency')
    }
    if ((duration === 'repeating') !== (params.duration_in_months !== undefined)) {
      throw invalid(
        'You must pass duration_in_months with a duration of repeating, and only then.',
        'duration_in_months',
      )
    }
    if (params.id && world.store.find('coupon', params.id)) {
      throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
    }
    const coupon = newCoupon({
      id: params.id,
      created: world.clock.seconds(),
      amountOff: amountOff ?? null,
      percentOff: percentOff ?? null,
      currency: params.currency?.toLowerCase() ?? null,
      duration,
      durationInMonths: params.duration_in_months ?? null,
      maxRedemptions: params.max_redemptions ?? null,
      metadata: mergeMetadata({}, params.metadata),
      name: params.name ?? null,
      redeemBy: params.redeem_by ?? null,
    })
    world.store.insert<'coupon'>(coupon)
    record(world, 'coupon.created', coupon)
    return coupon
  })

  add('GET', '/coupons', List, (world, paging) =>
    listPage(world, 'coupon', { url: '/v1/coupons', paging }),
  )

  add('GET', '/coupons/:id', z.strictObject(expandable), (world, _, path) =>
    fromPath(world, 'coupon', path),
  )
}

/** The coupon named by a parameter. Throws unless it can still be used. */
export function usableCoupon(world: World, id: string, param: string) {
  const coupon = world.store.find('coupon', id)
  if (!coupon) throw noSuch('coupon', id, param)
  const isOver = coupon.redeem_by !== null && coupon.redeem_by <= world.clock.seconds()
  if (!coupon.valid || isOver) {
    throw invalid(`Coupon ${id} is no longer valid.`, param, 'coupon_expired')
  }
  return coupon
}
