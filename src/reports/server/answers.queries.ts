import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Found } from '#app/reports/reports.contract.ts'
import type { ReportOutcome } from '#app/reports/reports.facts.ts'

/** Returns deals that changed since an open report; `answeredBy` then judges each report. */
export async function findChangedSince(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .innerJoin('deals', 'deals.id', 'reports.dealId')
    .select('reports.dealId')
    .distinct()
    .where('answeredAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('isPublished', '=', false),
        eb('endedAt', 'is not', null),
        eb.and([
          eb('kind', '=', 'price'),
          eb('salePriceCents', 'is not', null),
          sql<boolean>`sale_price_cents is distinct from shown_cents`,
        ]),
        eb.and([
          eb('kind', '=', 'size'),
          sql<boolean>`cardinality(sizes) > 0 and size <> all(sizes)`,
        ]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ dealId }) => dealId)
}

/** Returns the open reports of a deal, oldest first. */
export async function findOpenReports(
  trx: Trx,
  { dealId, through }: { dealId: string; through?: number | undefined },
) {
  return trx
    .selectFrom('reports')
    .select(['id', 'kind', 'size', 'shownCents', 'userId'])
    .where('dealId', '=', dealId)
    .where('answeredAt', 'is', null)
    .$if(through !== undefined, (reports) => reports.where('id', '<=', through ?? 0))
    .orderBy('id')
    .execute()
}

export async function findDealByNow(trx: Trx, dealId: string) {
  return trx
    .selectFrom('deals')
    .select(['isPublished', 'endedAt', 'endedReason', 'salePriceCents', 'sizes'])
    .where('id', '=', dealId)
    .executeTakeFirst()
}

export async function markAnswered(
  trx: Trx,
  ids: number[],
  { outcome, answer, now }: { outcome: ReportOutcome; answer: Found; now: Date },
): Promise<void> {
  if (ids.length === 0) return
  await trx
    .updateTable('reports')
    .set({ outcome, answer: JSON.stringify(answer), answeredAt: now, tellAt: now })
    .where('id', 'in', ids)
    .execute()
}

/** Returns deals with findings that are due to be told to a reporter. */
export async function findToTellOf(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reports')
    .select('dealId')
    .distinct()
    .where('tellAt', '<=', now)
    .where('toldAt', 'is', null)
    .where('userId', 'is not', null)
    .limit(limit)
    .execute()
  return rows.map(({ dealId }) => dealId)
}

/** Marks due findings as told and returns them, oldest first. */
export async function takeUntold(trx: Trx, { dealId, now }: { dealId: string; now: Date }) {
  const rows = await trx
    .updateTable('reports')
    .set({ toldAt: now })
    .where('dealId', '=', dealId)
    .where('tellAt', '<=', now)
    .where('toldAt', 'is', null)
    .where('userId', 'is not', null)
    .returning(['id', 'userId', 'kind', 'outcome', 'answer'])
    .execute()
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Marks findings as untold again, to be told from `tellAt` on. */
export async function postponeTelling(trx: Trx, ids: number[], tellAt: Date): Promise<void> {
  await trx.updateTable('reports').set({ toldAt: null, tellAt }).where('id', 'in', ids).execute()
}

/** Returns the sizes named in open reports of a deal, up to report `through`. */
export async function findSizesOf(
  trx: Trx,
  { dealId, through }: { dealId: string; through?: number | undefined },
): Promise<string[]> {
  const rows = await trx
    .selectFrom('reports')
    .select('size')
    .distinct()
    .where('dealId', '=', dealId)
    .where('answeredAt', 'is', null)
    .where('size', 'is not', null)
    .$if(through !== undefined, (reports) => reports.where('id', '<=', through ?? 0))
    .execute()
  return rows.flatMap(({ size }) => size ?? [])
}
