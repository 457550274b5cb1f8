import type { Database, Trx } from '#app/db/database.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { REPORTS_LISTED, WAITING_LISTED } from '#app/savings/savings.facts.ts'
import type { DecideSaving, RevenueRow, SavingsDesk } from '#app/savings/savings-desk.contract.ts'
import { findReports } from '#app/savings/server/network-reports/reports.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { dealName } from '#app/shared/names.ts'
import {
  findNamesOfBrands,
  findNamesOfRetailers,
  findWaiting,
  type RevenueOf,
  sumRevenue,
} from './desk.queries.ts'
import { findRow, findRowsOfTrips, type LedgerRow, lockTrips } from './rows.queries.ts'
import { refreshTrips } from './rows.ts'

const REVENUE_LISTED = 20

/** Returns the networks' reports, what waits for a person, and the revenue from purchases. */
export async function readSavingsDesk({ db }: Pick<AppContext, 'db'>): Promise<SavingsDesk> {
  const [reports, waiting] = await Promise.all([
    findReports(db, REPORTS_LISTED),
    findWaiting(db, WAITING_LISTED),
  ])
  const names = await namesOfDeals(
    db,
    waiting.map(({ dealId }) => dealId),
  )
  return {
    reports: reports.map((report) => ({
      ...report,
      createdAt: report.createdAt.toISOString(),
      undoneAt: report.undoneAt?.toISOString() ?? null,
    })),
    waiting: waiting.map((row) => ({
      id: row.id,
      tripNumber: row.tripNumber,
      dealId: row.dealId,
      name: names.get(row.dealId) ?? row.brandName,
      boughtOn: row.boughtOn,
      waitsFor: row.waitsFor,
      was: centsToDollars(row.wasCents),
      now: centsToDollars(row.nowCents),
      paid: centsToDollars(row.paidCents),
      saving: row.savingCents / 100,
      order: row.orderCents / 100,
      back: row.backCents / 100,
    })),
    waitingCount: waiting[0]?.total ?? 0,
    revenue: {
      deals: await readRevenue(db, 'deal'),
      brands: await readRevenue(db, 'brand'),
      retailers: await readRevenue(db, 'retailer'),
    },
  }
}

/** Returns the revenue by deal, brand or retailer, the highest first. */
async function readRevenue(db: Database, of: RevenueOf): Promise<RevenueRow[]> {
  const rows = await sumRevenue(db, of, REVENUE_LISTED)
  const names = await NAMES[of](
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, purchases, valueCents, commissionCents }) => ({
    id,
    purchases,
    name: names.get(id) ?? 'No longer there',
    value: Number(valueCents) / 100,
    commission: Number(commissionCents) / 100,
  }))
}

const NAMES = { deal: namesOfDeals, brand: findNamesOfBrands, retailer: findNamesOfRetailers }

async function namesOfDeals(db: Database, ids: string[]): Promise<Map<string, string>> {
  const deals = await findManagedDeals(db, ids)
  return new Map([...deals].map(([id, deal]) => [id, dealName(deal)]))
}

/**
 * Applies a person's decision about a waiting saving. Returns the row before and after. Throws 404, and 409
 * if it no longer waits.
 */
export async function decideSaving(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { rowId, wish, actorName }: { rowId: string; wish: DecideSaving; actorName: string },
): Promise<{ before: LedgerRow; after: LedgerRow }> {
  const found = await findRow(trx, rowId)
  if (!found?.tripNumber) throw notFound('saving')
  await lockTrips(trx, [found.tripNumber])
  const [before] = await findRowsOfTrips(trx, [found.tripNumber])
  if (!before) throw notFound('saving')
  if (before.waitsFor === null) {
    throw new Problem(409, 'nothing-waits', 'This saving does not wait for anybody any more.')
  }
  const paidCents = wish.decision === 'counts' ? Math.round(wish.paid * 100) : null
  const [after] = await refreshTrips(trx, ctx, [found.tripNumber], {
    madeBy: 'person',
    actorName,
    what: wish.decision,
    decided: { what: wish.decision, paidCents, why: wish.reason },
  })
  if (!after) throw notFound('saving')
  return { before, after }
}
