import Stripe from 'stripe'
import { expect } from 'vitest'
import { claimYear, REFUNDS_QUEUE } from '#app/guarantee/server/claims.ts'
import { readGuarantee } from '#app/guarantee/server/guarantee.ts'
import { sweepGuarantees } from '#app/guarantee/server/sweep.ts'
import { queues } from '#app/queues.ts'
import type { AppContext } from '#app/server/context.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { runJobs } from '#test/support/jobs.ts'
import { createPayer, type Payer } from '#test/support/paying/payer.ts'
import type { TestApp } from '#test/support/test-app.ts'

export const DAY = DAY_MS / 1000

/** Memberships at the payment provider, whose clock the test advances. */
export function livesOf(app: TestApp) {
  const { stripe } = app.ctx.payments

  /** Advances the clock by this many days and does everything that falls due on the way. */
  async function pass(days: number) {
    app.payments.processor.advance(days * DAY)
    await settle()
  }

  async function settle() {
    // Any answer of the provider carries its clock, which the product adopts.
    await stripe.prices.list({ limit: 1 })
    // Delivers what has happened for as long as the provider still retries it.
    await app.payments.deliverAll()
    await sweepGuarantees(app.ctx)
  }

  /** Advances the clock without webhooks; the product reads the outcome from the provider at the end. */
  async function leap({ id }: Pick<Payer, 'id'>, days: number) {
    app.payments.processor.setSwitches({ drop: true })
    app.payments.processor.advance(days * DAY)
    app.payments.processor.setSwitches({ drop: false })
    await app.db.insertInto('guaranteeChanges').values({ userId: id }).execute()
    await settle()
  }

  /** Advances the clock to within a day after the end of this person's year. */
  async function passYear(person: Pick<Payer, 'id'>) {
    for (let turn = 0; turn < 6; turn += 1) {
      const { endsAt, isWhole } = await row(person)
      if (!endsAt) throw new Error('There is no year.')
      const left = (endsAt.getTime() - app.payments.processor.now().getTime()) / DAY_MS
      if (left < 0 && isWhole) return
      await leap(person, Math.max(1, Math.ceil(left)) + 0.2)
    }
    throw new Error('The year does not end.')
  }

  const row = ({ id }: Pick<Payer, 'id'>) =>
    app.db.selectFrom('guarantees').selectAll().where('userId', '=', id).executeTakeFirstOrThrow()

  /** Returns the provider's refunds to this person, by payment. */
  async function refundsOf({ subscriptionId }: Pick<Payer, 'subscriptionId'>) {
    const { customer } = await stripe.subscriptions.retrieve(subscriptionId)
    const charges = await stripe.charges
      .list({ customer: String(customer), limit: 100 })
      .autoPagingToArray({ limit: 1000 })
    const paid = charges.filter((charge) => charge.paid).toReversed()
    return Promise.all(
      paid.map(async ({ id, amount }) => {
        const { data } = await stripe.refunds.list({ charge: id, limit: 100 })
        return { id, amount, refunds: data.map((refund) => refund.amount) }
      }),
    )
  }

  /** Returns each refunded payment with the total amount and the number of refunds. */
  const givenBack = async (person: Pick<Payer, 'subscriptionId'>) =>
    (await refundsOf(person))
      .filter(({ refunds }) => refunds.length > 0)
      .map(({ refunds }) => refunds)

  async function work(everything = true) {
    const only = { [REFUNDS_QUEUE]: queues[REFUNDS_QUEUE] } as typeof queues
    return runJobs(app.ctx, { everything, queues: only })
  }

  return {
    pass,
    settle,
    passYear,
    row,
    refundsOf,
    givenBack,
    work,
    stripe,
    state: async ({ id }: Pick<Payer, 'id'>) => readGuarantee(app.ctx, id),
    claim: async ({ id }: Pick<Payer, 'id'>) => claimYear(app.ctx, id),
    async join(draft: Parameters<typeof createPayer>[1] = {}) {
      // All test members pay with the same card but are different people: forget the earlier claims.
      await app.db
        .updateTable('guaranteeClaims')
        .set({ askedAt: new Date('9999-01-01T12:00:00Z') })
        .execute()
      const payer = await createPayer(app, draft)
      await settle()
      return payer
    },
    /** Expects that all of this is paid back, and that running again pays nothing more. */
    async expectPaid(person: Payer, cents: number) {
      for (let again = 0; again < 2; again += 1) {
        await work()
        await settle()
      }
      expect(await readGuarantee(app.ctx, person.id)).toMatchObject({
        state: 'paid',
        paidBack: cents / 100,
      })
    },
  }
}

/** Returns the context of the same process with another refund function in the provider's library. */
export function withRefunds(
  ctx: AppContext,
  change: (create: AppContext['payments']['stripe']['refunds']['create']) => unknown,
): AppContext {
  const { stripe } = ctx.payments
  const { refunds } = stripe
  const create = refunds.create.bind(refunds)
  const changed = new Proxy(refunds, {
    get: (target, name) =>
      name === 'create' ? change(create as never) : Reflect.get(target, name).bind(target),
  })
  const library = new Proxy(stripe, {
    get: (target, name) => (name === 'refunds' ? changed : Reflect.get(target, name)),
  })
  return { ...ctx, payments: { ...ctx.payments, stripe: library } }
}

/** Returns the context of the same process, with one failing call to the provider, counted from 1. */
export function failingAt(
  ctx: AppContext,
  step: number,
  when: 'before' | 'after',
): { ctx: AppContext; calls: () => number } {
  let calls = 0
  const resource = (real: object): object =>
    new Proxy(real, {
      get(target, name) {
        const found = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...given: unknown[]) => {
          calls += 1
          if (calls !== step) return found.apply(target, given)
          const failure = () =>
            new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'cut off' })
          if (when === 'before') throw failure()
          return Promise.resolve(found.apply(target, given)).then(() => {
            throw failure()
          })
        }
      },
    })
  const stripe = new Proxy(ctx.payments.stripe, {
    get(target, name) {
      const found = Reflect.get(target, name)
      return typeof found === 'object' && found !== null ? resource(found) : found
    },
  })
  return { ctx: { ...ctx, payments: { ...ctx.payments, stripe } }, calls: () => calls }
}
