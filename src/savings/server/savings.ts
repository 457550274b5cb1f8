import type { Deal } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { type Savings, type TripEntry, TripOutcome } from '#app/savings/savings.contract.ts'
import { basisWords, noughtWords, stateWords } from '#app/savings/savings.copy.ts'
import { TRIPS_ON_A_PAGE } from '#app/savings/savings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { csvText } from '#app/server/csv.ts'
import { businessDay } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { mayAnswer } from './answers.rules.ts'
import { type EntryRow, findEntries, sumEntries } from './savings.queries.ts'
import { countAnswered, totalsOf } from './totals.rules.ts'

type Whose = { viewer: Viewer; userId: string }

/** Returns a page of a person's trips, newest first, as they may see them now, with all totals. */
export async function readSavings(
  ctx: AppContext,
  catalogue: Catalogue,
  { page, ...whose }: Whose & { page: number },
): Promise<Savings> {
  const { userId } = whose
  const place = { offset: (page - 1) * TRIPS_ON_A_PAGE, limit: TRIPS_ON_A_PAGE }
  const [rows, { trips, withoutTrip, firstPaidAt, days }] = await Promise.all([
    findEntries(ctx.db, { userId, ...place }),
    sumEntries(ctx.db, userId),
  ])
  const today = businessDay(ctx.now())
  return {
    total: trips + withoutTrip,
    open: trips + withoutTrip - countAnswered(days),
    trips: await drawEntries(catalogue, whose.viewer, rows),
    totals: totalsOf(days, { firstDay: firstPaidAt ? businessDay(firstPaidAt) : undefined, today }),
    today,
  }
}

async function drawEntries(
  catalogue: Catalogue,
  viewer: Viewer,
  rows: EntryRow[],
): Promise<TripEntry[]> {
  // Without a membership, a trip shows only its brand, date and prices.
  const ids =
    viewer.class === 'member' ? rows.flatMap((row) => (row.isPublished ? row.dealId : [])) : []
  const deals = await catalogue.readDeals(viewer, [...new Set(ids)])
  return rows.map((row) => toEntry(row, deals))
}

function toEntry(row: EntryRow, deals: Map<string, Deal>): TripEntry {
  const { number, at, dealId, brandName, basis, isProven, travels } = row
  const known = row.rowId === null ? undefined : row
  return {
    number,
    dealId,
    brandName,
    basis,
    isProven,
    travels,
    at: at.toISOString(),
    was: centsToDollars(row.wasCents),
    now: centsToDollars(row.nowCents),
    outcome: known ? toOutcome(known) : null,
    // A purchase without a trip has no answers; it is recorded again for its deal.
    mayChange: number === null ? [] : mayAnswer(known),
    deal: deals.get(dealId) ?? null,
  }
}

type OutcomeRow = Pick<
  EntryRow,
  | 'state'
  | 'boughtOn'
  | 'paidCents'
  | 'savingCents'
  | 'noughtWhy'
  | 'waitsFor'
  | 'reason'
  | 'changes'
>

function toOutcome({ paidCents, savingCents, changes, ...row }: OutcomeRow): TripOutcome {
  return TripOutcome.parse({
    ...row,
    paid: centsToDollars(paidCents),
    saving: savingCents / 100,
    changes: changes.map(({ at, by, what, paidCents: cents }) => ({
      by,
      what,
      at: new Date(at).toISOString(),
      paid: centsToDollars(cents),
    })),
  })
}

const CSV_COLUMNS = [
  'Trip',
  'When (Toronto)',
  'Brand',
  'Was (USD)',
  'Now (USD)',
  'The was-price',
  'State',
  'Bought on',
  'Paid (USD)',
  'Saved (USD)',
  'Why nothing',
  'Reason',
]

const ROWS_AT_ONCE = 500

/** Writes all of a person's trips as CSV: without names, shops or links. */
export function savingsAsCsv(ctx: AppContext, userId: string) {
  return csvText(CSV_COLUMNS, rowsOf(ctx, userId))
}

async function* rowsOf(ctx: AppContext, userId: string) {
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const rows = await findEntries(ctx.db, { userId, offset, limit: ROWS_AT_ONCE })
    if (rows.length === 0) return
    yield rows.map(csvRow)
  }
}

function csvRow(row: EntryRow) {
  const isKnown = row.rowId !== null
  return [
    row.number ?? '',
    businessDay(row.at),
    row.brandName,
    centsToDollars(row.wasCents),
    centsToDollars(row.nowCents),
    row.number === null ? '' : basisWords(row),
    stateWords(isKnown ? row.state : 'open'),
    isKnown && !['open', 'not-bought'].includes(row.state) ? row.boughtOn : '',
    isKnown ? centsToDollars(row.paidCents) : null,
    isKnown ? row.savingCents / 100 : null,
    row.noughtWhy ? noughtWords(row.noughtWhy) : '',
    row.reason ?? '',
  ]
}
