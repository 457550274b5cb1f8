import { createAccount, findAccount } from '#app/accounts/server/accounts.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { SubscriptionUpdated } from '#app/devtools/devtools.contract.ts'
import { DEMO_PASSWORD } from '#app/devtools/devtools.facts.ts'
import { addSubscription, readSubscription } from '#app/membership/server/membership.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import { offer } from '#app/shared/offer.ts'

const EMAIL = 'test-user@demo.test'

/** Creates an active, paid subscription with this id at the payment provider. */
export type EnsureSubscription = (draft: { subscriptionId: string; email: string }) => void

/** Gives the test user an active subscription, at the provider and, through it, in our database. */
export async function activateTestUser(
  ctx: AppContext,
  { actor, ensure }: { actor: Actor; ensure: EnsureSubscription | undefined },
): Promise<SubscriptionUpdated> {
  if (!ensure) {
    throw new Problem(
      409,
      'no-sandbox',
      'Only the payment sandbox makes subscriptions by itself. With a key, pay with a test card.',
    )
  }
  const user =
    (await findAccount(ctx, { email: EMAIL })) ??
    (await createAccount(ctx, { email: EMAIL, password: DEMO_PASSWORD }))
  const before = await readSubscription(ctx, user.id)
  if (!before.isMember) await subscribe(ctx, { userId: user.id, ensure })
  const after = await readSubscription(ctx, user.id)
  if (after.status !== 'active') {
    throw new Problem(502, 'not-active', 'The payment provider does not say that it is active.')
  }
  await ctx.db.transaction().execute((trx) =>
    recordAudit(trx, ctx, actor, [
      {
        action: 'subscription.activated',
        subject: { kind: 'subscription', id: user.id, label: EMAIL },
        before: { status: before.status },
        after: { status: after.status },
      },
    ]),
  )
  return {
    success: true,
    email: EMAIL,
    password: DEMO_PASSWORD,
    subscriptionStatus: after.status,
    currentPeriodEnd: after.currentPeriodEnd,
  }
}

/** Our row first, so that the data read from the provider can be assigned to the user. */
async function subscribe(
  ctx: AppContext,
  { userId, ensure }: { userId: string; ensure: EnsureSubscription },
) {
  const subscriptionId = `sub_tester${newId().replaceAll(/[^A-Za-z0-9]/g, '0')}`
  await addSubscription(ctx.db, {
    id: subscriptionId,
    userId,
    status: 'incomplete',
    plan: offer.defaultPlan,
    priceCents: ctx.config.prices[offer.defaultPlan] ?? null,
    currentPeriodEnd: null,
  })
  ensure({ subscriptionId, email: EMAIL })
  await syncSubscription(ctx, subscriptionId)
}
