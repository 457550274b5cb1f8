import type { Trx } from '#app/db/database.ts'
import type {
  CandidatesBack,
  DismissedCandidates,
} from '#app/product-feeds/product-feeds.contract.ts'
import { DISMISSAL_KEPT_MS } from '#app/product-feeds/product-feeds.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import {
  type DismissalRow,
  deleteDismissals,
  deleteMissingBefore,
  findDismissals,
  insertDismissals,
  updateMissing,
} from './dismissals.queries.ts'
import { findCandidatesById } from './pool.queries.ts'

type Asked = { ids: number[]; by: string }

/**
 * Dismisses candidates: they stay out of the pool even if their feed brings them again. Idempotent: what was
 * already dismissed stays as it is. `now` holds those dismissed by this call.
 */
export async function dismissCandidates(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { ids, by }: Asked,
): Promise<{ now: DismissalRow[]; answer: DismissedCandidates }> {
  const now = await insertDismissals(trx, { ids, at: ctx.now(), by })
  const byId = new Map((await findDismissals(trx, ids)).map((each) => [each.id, each.dismissedBy]))
  const answer: DismissedCandidates = { dismissed: [], others: [], gone: [] }
  for (const id of new Set(ids)) {
    const whose = byId.get(id)
    answer[whose === undefined ? 'gone' : whose === by ? 'dismissed' : 'others'].push(id)
  }
  return { now, answer }
}

/** Returns candidates to the pool, whoever dismissed them. `now` holds those that were dismissed. */
export async function bringBackCandidates(
  trx: Trx,
  ids: number[],
): Promise<{ now: DismissalRow[]; answer: CandidatesBack }> {
  const now = await deleteDismissals(trx, ids)
  const there = new Set([
    ...now.map(({ candidateId }) => candidateId),
    ...(await findCandidatesById(trx, ids)).map(({ id }) => id),
  ])
  const asked = [...new Set(ids)]
  return {
    now,
    answer: {
      back: asked.filter((id) => there.has(id)),
      gone: asked.filter((id) => !there.has(id)),
    },
  }
}

/** Deletes dismissals of pieces that their feeds have not brought for long. */
export async function purgeDismissals({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    await updateMissing(trx, at)
    await deleteMissingBefore(trx, new Date(at.getTime() - DISMISSAL_KEPT_MS))
  })
}
