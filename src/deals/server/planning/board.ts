import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { EditionGap } from '#app/deals/editions.facts.ts'
import { findManagedDeals, listManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { nameFaults } from '#app/deals/server/editing/editing.rules.ts'
import { findEditionSizes } from '#app/deals/server/feed/feed.queries.ts'
import { isRated } from '#app/deals/server/rates/rates.rules.ts'
import type { ReadContext } from '#app/server/context.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { arrange } from './order.rules.ts'
import { findLastLooks, findPlanned, type PlannedRow } from './planning.queries.ts'

export type PlannedDeal = {
  deal: ManagedDeal
  /** When it went or will go out; null for a draft without a time. */
  at: Date | null
  /** Version of its place on the board, which a move must match. */
  version: number
  /** The last certain look at its price. */
  lookedAt: Date | null
  gaps: EditionGap[]
}

/** The deals of a day in the order members will see them, latest first. */
export async function readBoard(ctx: ReadContext, day: string) {
  const rows = await findPlanned(ctx.db, { first: day, last: day, isOutWanted: true })
  const { inOrder, usualMs } = arrange(rows, day, ctx.now())
  const deals = await findManagedDeals(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const board = inOrder.flatMap((row): PlannedDeal[] => {
    const deal = deals.get(row.id)
    // Deleted between the two queries.
    if (!deal) return []
    const { at, version, lookedAt } = row
    return [{ deal, at, version, lookedAt, gaps: gapsOf(row, ctx.now()) }]
  })
  return { deals: board, usualAt: usualMs === null ? null : new Date(usualMs) }
}

/** Drafts that are in no coming edition, newest first. */
export async function findUnplanned(
  ctx: ReadContext,
  { q, page, limit }: { q: string; page: number; limit: number },
): Promise<{ deals: PlannedDeal[]; total: number }> {
  const unplannedFrom = businessDay(ctx.now())
  const filter = { q, state: 'draft' as const, unplannedFrom }
  const { deals, total } = await listManagedDeals(ctx, filter, { page, limit })
  const looks = await findLastLooks(
    ctx.db,
    deals.map(({ id }) => id),
  )
  const planned = deals.map((deal) => {
    const lookedAt = looks.get(deal.id) ?? null
    return {
      deal,
      at: null,
      version: 0,
      lookedAt,
      gaps: gapsOf({ ...lacksOf(deal), lookedAt }, ctx.now()),
    }
  })
  return { deals: planned, total }
}

/** The same flags that the query of a day returns. */
function lacksOf(deal: ManagedDeal) {
  return {
    isLiving: true,
    hasName: Object.keys(nameFaults(deal)).length === 0,
    hasRate: isRated(deal),
    hasPicture: deal.pictures.length > 0,
    hasAlternative: deal.pictures[0]?.alternative !== '',
    hasCategory: deal.category !== null,
    hasBasis: deal.basis !== 'unknown',
  }
}

/** Per day: the deals that are out, those scheduled or in draft, and how many of these lack something. */
export async function countEditions(
  ctx: ReadContext,
  { first, last }: Record<'first' | 'last', string>,
) {
  const out = await findEditionSizes(ctx.db, { from: first, to: last, of: 'editions' })
  const planned = await findPlanned(ctx.db, { first, last, isOutWanted: false })
  const days = new Map<
    string,
    { out: number; scheduled: number; drafts: number; lacking: number; at: Date | null }
  >()
  const dayOf = (day: string) => {
    const known = days.get(day) ?? { out: 0, scheduled: 0, drafts: 0, lacking: 0, at: null }
    days.set(day, known)
    return known
  }
  for (const { day, deals } of out) dayOf(day).out = deals
  for (const row of planned) {
    const counts = dayOf(row.day)
    counts[row.isScheduled ? 'scheduled' : 'drafts'] += 1
    if (gapsOf(row, ctx.now()).length > 0) counts.lacking += 1
    if (row.at && (counts.at === null || row.at < counts.at)) counts.at = row.at
  }
  return [...days]
    .map(([day, counts]) => ({ day, ...counts }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

type Lacking = Pick<
  PlannedRow,
  | ('isLiving' | 'hasName' | 'hasRate' | 'hasPicture' | 'hasCategory')
  | ('hasAlternative' | 'hasBasis' | 'lookedAt')
>

function gapsOf(row: Lacking, now: Date): EditionGap[] {
  // Ended deals lack nothing.
  if (!row.isLiving) return []
  const isFresh = row.lookedAt !== null && now.getTime() - row.lookedAt.getTime() <= DAY_MS
  const lacks: Array<[EditionGap, boolean]> = [
    ['name', !row.hasName],
    ['rate', !row.hasRate],
    ['picture', !row.hasPicture],
    ['category', !row.hasCategory],
    ['basis', !row.hasBasis],
    ['alternative-text', !row.hasAlternative],
    ['check', !isFresh],
  ]
  return lacks.flatMap(([gap, isLacking]) => (isLacking ? [gap] : []))
}
