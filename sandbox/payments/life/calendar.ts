import type { DueRow, Work } from '#sandbox/payments/store/due.ts'
import type { World } from '#sandbox/payments/world.ts'
import { dropPendingChange } from './change-plan.ts'
import { expireCheckout } from './checkout.ts'
import { collectDueInvoice } from './collecting.ts'
import { failRefund } from './money-back.ts'
import { sayTrialWillEnd, turnSubscription } from './subscriptions.ts'

const WORKS: Record<Work, (world: World, ref: string) => void> = {
  'checkout.expire': expireCheckout,
  'subscription.turn': turnSubscription,
  'subscription.trial-will-end': sayTrialWillEnd,
  'subscription.drop-pending-change': dropPendingChange,
  'invoice.collect': collectDueInvoice,
  'refund.fail': failRefund,
}

/** Runs everything that is due, in order of time, each at its own moment of the clock. */
export function catchUp(world: World, until = world.clock.seconds()): void {
  for (let row = world.due.next(until); row; row = world.due.next(until)) {
    const { id, work, ref, at } = row
    try {
      world.store.transaction(() => {
        // Another process may have taken it first.
        if (world.due.take(id)) doWork(world, { work, ref, at })
      })
    } catch (error) {
      // A failing entry is removed so that it does not block those after it.
      world.due.take(id)
      world.log.error({ err: error, work, ref }, 'the payment sandbox left something undone')
    }
  }
}

function doWork(world: World, { work, ref, at }: Pick<DueRow, 'work' | 'ref' | 'at'>): void {
  const cause = world.request
  world.request = null
  try {
    world.clock.at(at * 1000, () => WORKS[work](world, ref))
  } finally {
    world.request = cause
  }
}

/** Moves the clock forward and runs what falls due on the way. */
export function advance(world: World, seconds: number): void {
  if (!(seconds > 0)) return
  catchUp(world, Math.floor((world.clock.nowMs() + seconds * 1000) / 1000))
  world.store.transaction(() => world.clock.move(seconds * 1000))
}
