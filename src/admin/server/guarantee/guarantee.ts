import { type Actor, noteReason, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { DecideClaim } from '#app/guarantee/guarantee-desk.contract.ts'
import { decideClaim } from '#app/guarantee/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'

const ACTIONS = {
  pay: 'guarantee.paid',
  'paid-by-hand': 'guarantee.paid-by-hand',
  refuse: 'guarantee.refused',
} as const

/** Decides a claim and records who decided and why, in one transaction. */
export async function decideClaimAsAdmin(
  ctx: AppContext,
  actor: Actor,
  wish: DecideClaim & { guaranteeId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const decided = await decideClaim(trx, ctx, { ...wish, name: actor.name })
    const why = await noteReason(trx, ctx, { userId: decided.userId, reason: wish.reason })
    await recordAudit(trx, ctx, actor, [
      {
        action: ACTIONS[wish.decision],
        subject: { kind: 'guarantee', id: decided.id, label: decided.label },
        before: decided.before,
        after: { ...decided.after, ...why },
      },
    ])
  })
}
