import {
  reportDeliveries,
  resendEvent,
  withPendingCount,
} from '#sandbox/payments/deliveries/queue.ts'
import { answerChallenge } from '#sandbox/payments/life/answer-challenge.ts'
import { advance, catchUp } from '#sandbox/payments/life/calendar.ts'
import { findChallenge } from '#sandbox/payments/life/challenges.ts'
import { payCheckout } from '#sandbox/payments/life/checkout.ts'
import {
  closeDispute,
  failRefund,
  findPaidCharge,
  openDispute,
  refundCharge,
} from '#sandbox/payments/life/money-back.ts'
import { pausePayments } from '#sandbox/payments/life/pausing.ts'
import { payInvoice } from '#sandbox/payments/life/pay-invoice.ts'
import {
  cancelInPortal,
  invoicesIn,
  replaceCard,
  subscriptionsIn,
  uncancelInPortal,
} from '#sandbox/payments/life/portal.ts'
import { summarizeCheckout } from '#sandbox/payments/life/summary.ts'
import type { Kind, Kinds } from '#sandbox/payments/store/kinds.ts'
import type { Processor } from './processor.ts'
import { noSuch } from './provider-error.ts'
import type { World } from './world.ts'

const MOST_SHOWN = 200

/** The operations of buyers and of the console. */
export function createProcessor(world: World): Processor {
  /** Runs work in one transaction at one moment of the clock, after everything that is due. */
  function act<T>(work: () => T): T {
    catchUp(world)
    return world.store.transaction(() => world.clock.at(world.clock.nowMs(), work))
  }
  function find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    catchUp(world)
    return world.store.find(kind, id)
  }

  return {
    now: () => new Date(world.clock.nowMs()),
    advance: (seconds) => advance(world, seconds),
    switches: world.switches,
    setSwitches: (change) =>
      world.store.transaction(() =>
        world.store.writeSetting('switches', { ...world.switches(), ...change }),
      ),

    findCheckout: (id) => find('checkout.session', id),
    summarize: (id) => summarizeCheckout(world, id),
    payCheckout: (id, by) => act(() => payCheckout(world, id, by)),

    findInvoice: (id) => find('invoice', id),
    payInvoice: (id, card) => act(() => payInvoice(world, id, card)),

    findPortalSession: (id) => find('billing_portal.session', id),
    replaceCard: (id, card) => act(() => replaceCard(world, id, card)),
    cancelInPortal: (id) => act(() => cancelInPortal(world, id)),
    uncancelInPortal: (id) => act(() => uncancelInPortal(world, id)),
    portalSubscriptions: (id) => {
      catchUp(world)
      return subscriptionsIn(world, id)
    },
    portalInvoices: (id) => {
      catchUp(world)
      return invoicesIn(world, id)
    },

    findChallenge(id) {
      const challenge = findChallenge(world, id)
      const merchant = new URL(world.publicUrl).host
      return challenge && { id, amount: challenge.amount, merchant }
    },
    answerChallenge: (id, passed) => act(() => answerChallenge(world, id, passed)),

    findPaymentMethod: (id) => find('payment_method', id),
    findProduct: (id) => find('product', id),
    objects(kind) {
      catchUp(world)
      return listObjects(world, kind)
    },
    events() {
      catchUp(world)
      return world.store.list('event', { limit: MOST_SHOWN }).map((event) => ({
        event: withPendingCount(world, event),
        deliveries: reportDeliveries(world, event.id),
      }))
    },
    resend: (eventId) => act(() => resendEvent(world, eventId)),
    refund(id, amount) {
      act(() => {
        const charge = findPaidCharge(world, id)
        if (!charge) throw noSuch('charge', id)
        refundCharge(world, { charge, amount })
      })
    },
    failRefund(refundId) {
      act(() => failRefund(world, refundId))
    },
    openDispute(chargeId) {
      act(() => openDispute(world, chargeId))
    },
    pausePayments(id) {
      act(() => pausePayments(world, id))
    },
    closeDispute(disputeId, outcome) {
      act(() => closeDispute(world, disputeId, outcome))
    },
  }
}

function listObjects(world: World, kind: string | undefined): ReturnType<Processor['objects']> {
  return world.store
    .all<{ kind: string; id: string; created: number; json: string }>(
      `select kind, id, created, json from objects
       where kind = ? or (? = '' and kind <> 'event') order by seq desc limit ${MOST_SHOWN}`,
      kind ?? '',
      kind ?? '',
    )
    .map(({ created, json, ...row }) => ({
      ...row,
      createdAt: new Date(created * 1000),
      json: JSON.parse(json),
    }))
}
