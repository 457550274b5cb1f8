import type { BroughtMetrics, Period } from '#app/admin/metrics/metrics.contract.ts'
import type { ReadContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { sumChecks, sumReports, sumTrips } from './brought.queries.ts'
import { spansOf } from './periods.rules.ts'
import { countKeptByDay } from './saves.queries.ts'

/** Returns the metrics of trips and their outcomes, price checks, reports, and what people save and follow. */
export async function readBroughtMetrics(
  ctx: ReadContext,
  period: Period,
): Promise<BroughtMetrics> {
  const { span, before } = spansOf(period, businessDay(ctx.now()))
  const { savedCents, commissionCents, ...trips } = await sumTrips(ctx.db, span)
  const earlier = await sumTrips(ctx.db, before)
  const kept = await countKeptByDay(ctx.db, span)
  const sum = (wanted: string) =>
    kept.reduce((all, { what, count }) => (what === wanted ? all + count : all), 0)
  return {
    period,
    span,
    before,
    ...trips,
    tripsBefore: earlier.trips,
    saved: savedCents / 100,
    commission: commissionCents / 100,
    checks: await sumChecks(ctx.db, ctx.now()),
    reports: await sumReports(ctx.db, span),
    kept: {
      saves: sum('saves'),
      follows: sum('follows'),
      alerts: sum('alerts'),
      opened: sum('opened'),
      wentOn: sum('went-on'),
    },
  }
}
