import { type Actor, type AuditDraft, recordAudit } from '#app/admin/server/audit/audit.ts'
import { inAuditedTransaction } from '#app/admin/server/audit/audited-transaction.ts'
import type {
  CandidatesBack,
  DismissedCandidates,
  PickCandidates,
  PickedCandidates,
} from '#app/product-feeds/product-feeds.contract.ts'
import {
  bringBackCandidates,
  dismissCandidates,
} from '#app/product-feeds/server/pool/dismissing.ts'
import { pickCandidates } from '#app/product-feeds/server/pool/picking.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'

/** Makes drafts of candidates and records who made them, in one transaction. */
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

export async function dismissCandidatesAsAdmin(
  ctx: AppContext,
  actor: Actor,
  ids: number[],
): Promise<DismissedCandidates> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const { now, answer } = await dismissCandidates(trx, ctx, { ids, by: actor.name })
    return { entries: entriesOf('dismissed', now), answer }
  })
}

export async function bringBackCandidatesAsAdmin(
  ctx: AppContext,
  actor: Actor,
  ids: number[],
): Promise<CandidatesBack> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const { now, answer } = await bringBackCandidates(trx, ids)
    return { entries: entriesOf('brought-back', now), answer }
  })
}

/** Each reading gives candidates new numbers; the audit names them by the one they were dismissed under. */
function entriesOf(
  verb: string,
  rows: Awaited<ReturnType<typeof bringBackCandidates>>['now'],
): AuditDraft[] {
  return rows.map(({ candidateId, name, feedName }) => ({
    action: `candidate.${verb}`,
    subject: { kind: 'candidate', id: String(candidateId), label: name },
    after: { productFeed: feedName },
  }))
}
