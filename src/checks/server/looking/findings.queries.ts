import { type Insertable, sql } from 'kysely'
import {
  CHECKED_ENDS,
  type FindingKind,
  type FindingState,
  IGNORED_FOR_MS,
} from '#app/checks/checks.facts.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { lockEnds } from './work.queries.ts'

type NewFinding = Omit<Insertable<Tables['checkFindings']>, 'facts' | 'kind' | 'dealId'> & {
  dealId: string | null
  kind: FindingKind
  facts: Record<string, unknown>
}

/**
 * Stores a finding, or updates the one already waiting. Returns false without storing anything if a person
 * has ignored the same finding within the last week.
 */
export async function keepFinding(trx: Trx, { facts, ...finding }: NewFinding): Promise<boolean> {
  const text = JSON.stringify(facts)
  if (finding.state === 'waiting') {
    const since = new Date(finding.foundAt.getTime() - IGNORED_FOR_MS)
    const same = trx
      .selectFrom('checkFindings')
      .select([
        'id',
        'state',
        sql<boolean>`facts = ${text}::jsonb and decided_at > ${since}`.as('isSame'),
      ])
      .where('retailerId', '=', finding.retailerId)
      .where('kind', '=', finding.kind)
      .where('dealId', finding.dealId === null ? 'is' : '=', finding.dealId)
      .orderBy('id', 'desc')
      .limit(1)
    const last = await same.executeTakeFirst()
    if (last?.state === 'ignored' && last.isSame) return false
    if (last?.state === 'waiting') {
      await trx
        .updateTable('checkFindings')
        .set({ facts: text, evidence: finding.evidence ?? null, lookedAt: finding.foundAt })
        .where('id', '=', last.id)
        .execute()
      return true
    }
  }
  await trx
    .insertInto('checkFindings')
    .values({ ...finding, facts: text })
    .execute()
  return true
}

/** Tells whether the question about too many endings is already open for a retailer. */
export async function isStopped(trx: Trx, retailerId: string): Promise<boolean> {
  const stop = await trx
    .selectFrom('checkFindings')
    .select('id')
    .where('retailerId', '=', retailerId)
    .where('kind', '=', 'many-endings')
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst()
  return stop !== undefined
}

/** Tells whether a person ignored the deal's latest finding of this kind, recently enough for it to hold. */
export async function wasIgnored(
  trx: Trx,
  { dealId, kind, now }: { dealId: string; kind: FindingKind; now: Date },
): Promise<boolean> {
  const last = await trx
    .selectFrom('checkFindings')
    .select(['state', 'decidedAt'])
    .where('dealId', '=', dealId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const since = new Date(now.getTime() - IGNORED_FOR_MS)
  return last?.state === 'ignored' && last.decidedAt !== null && last.decidedAt > since
}

/** Whether a person put the deal on again at this price or a higher one, although that is no reduction. */
export async function wasPutOnAt(trx: Trx, dealId: string, nowCents: number): Promise<boolean> {
  const last = await trx
    .selectFrom('checkFindings')
    .select(['state', sql<number | null>`(facts ->> 'nowCents')::integer`.as('nowCents')])
    .where('dealId', '=', dealId)
    .where('kind', '=', 'back')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.state === 'accepted' && (last.nowCents ?? 0) >= nowCents
}

/** Returns a deal's shop link, its currency and the basis of its earlier price. */
export async function findSoldAs(db: Database, dealId: string) {
  return db
    .selectFrom('deals')
    .select(['buyUrl as link', 'priceCurrency as soldIn', 'priceBasis as basis'])
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
}

/** Closes what was waiting for a person after a certain check has answered it. */
export async function outdateWaiting(
  trx: Trx,
  { dealId, retailerId }: { dealId: string; retailerId: string },
  at: Date,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('checkFindings')
    .set({ state: 'outdated', decidedAt: at })
    .where('dealId', '=', dealId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  // Without the lock, two transactions closing the last findings would each see the other's as still waiting.
  await lockEnds(trx, retailerId)
  await outdateStop(trx, retailerId, at)
}

/** Closes a retailer's question about too many endings once none of these is waiting. */
export async function outdateStop(trx: Trx, retailerId: string, at: Date): Promise<void> {
  await trx
    .updateTable('checkFindings')
    .set({ state: 'outdated', decidedAt: at })
    .where('retailerId', '=', retailerId)
    .where('kind', '=', 'many-endings')
    .where('state', '=', 'waiting')
    .where((eb) => eb.not(eb.exists(waitingEnds(trx, retailerId).select('id'))))
    .execute()
}

export async function findFindings(
  db: Database,
  { states, limit }: { states: readonly FindingState[]; limit: number },
) {
  return (
    db
      .selectFrom('checkFindings')
      .selectAll()
      .where('state', 'in', states)
      // Held-back retailers come first, and the endings behind such a question last: there may be hundreds.
      .$if(states.includes('waiting'), (query) =>
        query.orderBy((eb) =>
          eb
            .case()
            .when('kind', '=', 'many-endings')
            .then(0)
            .when('kind', 'in', CHECKED_ENDS)
            .then(2)
            .else(1)
            .end(),
        ),
      )
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  )
}

export async function countFindings(db: Database, states: readonly FindingState[]) {
  const { count } = await db
    .selectFrom('checkFindings')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the finding until the transaction ends, so that two people cannot decide it at once. */
export async function lockFinding(trx: Trx, id: number) {
  return trx
    .selectFrom('checkFindings')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function findWaitingEnds(trx: Trx, retailerId: string) {
  return waitingEnds(trx, retailerId).selectAll().orderBy('id').forUpdate().execute()
}

export async function countWaitingEnds(trx: Trx, retailerId: string): Promise<number> {
  const { count } = await waitingEnds(trx, retailerId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function waitingEnds(trx: Trx, retailerId: string) {
  return trx
    .selectFrom('checkFindings')
    .where('retailerId', '=', retailerId)
    .where('state', '=', 'waiting')
    .where('kind', 'in', CHECKED_ENDS)
    .where('dealId', 'is not', null)
}

export async function decideFindings(
  trx: Trx,
  ids: number[],
  decided: { state: FindingState; decidedAt: Date; decidedBy: string | null },
): Promise<void> {
  if (ids.length === 0) return
  await trx.updateTable('checkFindings').set(decided).where('id', 'in', ids).execute()
}

export async function deleteFindingsBefore(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('checkFindings')
    .where('foundAt', '<', before)
    .where('state', '<>', 'waiting')
    .execute()
}
