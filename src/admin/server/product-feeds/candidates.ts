import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { PickCandidates, PickedCandidates } from '#app/product-feeds/product-feeds.contract.ts'
import { pickCandidates } from '#app/product-feeds/server/pool/picking.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'

/** Drafts of candidates, and the audit entries that say who made them, in one transaction. */
export async function pickCandidatesAsAdmin(
  ctx: AppContext,
  actor: Actor,
  asked: PickCandidates,
): Promise<PickedCandidates> {
  return ctx.db.transaction().execute(async (trx) => {
    const { made, there, gone } = await pickCandidates(trx, ctx, { ...asked, by: actor.name })
    const entries = made.map(({ outcome: { id, label, after }, feedName }) => ({
      action: 'deal.created',
      subject: { kind: 'deal' as const, id, label },
      after: { ...after, productFeed: feedName },
    }))
    await recordAudit(trx, ctx, actor, entries, made.length > 1 ? newId() : null)
    return {
      made: made.map(({ id, outcome }) => ({ id, dealId: outcome.id, name: outcome.label })),
      there,
      gone,
    }
  })
}
