import { catalogueOf } from '#app/deals/server/deals.ts'
import { setSaidGone } from '#app/deals/server/life/said-gone.ts'
import { findViewer } from '#app/membership/server/membership.ts'
import type { NewReport } from '#app/reports/reports.contract.ts'
import { answerReports, holdReports } from '#app/reports/server/answers.ts'
import { addReports, takeReport } from '#app/reports/server/reports.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay, HOUR_MS } from '#app/shared/dates.ts'
import { findSized } from './demo.queries.ts'

/** Skips the newest deals, which most people look at first. */
const FROM = 40

/**
 * Adds reports: three open in the back office, one deal said to be gone, and one that was checked and is in
 * order.
 */
export async function tellOfSome(ctx: AppContext, memberId: string): Promise<void> {
  const [gone, other, size, price, before] = await findSized(ctx.db, { offset: FROM, limit: 5 })
  if (!gone || !other || !size || !price || !before) return
  const viewer = await findViewer(ctx, memberId)
  if (viewer.class === 'visitor') return
  const tell = (dealId: string, report: NewReport) =>
    takeReport(ctx, catalogueOf(ctx), { viewer, dealId, report })
  await tell(price.id, {
    kind: 'price',
    seenPrice: Math.ceil((price.salePriceCents ?? 0) / 100) + 40,
  })
  await tell(size.id, { kind: 'size', size: size.sizes[0] ?? 'One size' })
  await tell(other.id, { kind: 'other', words: 'The shop says wool; I read silk here.' })
  await ctx.db.transaction().execute(async (trx) => {
    const hoursAgo = (hours: number) => new Date(ctx.now().getTime() - hours * HOUR_MS)
    const told = (dealId: string, hours: number) => ({
      dealId,
      userId: null,
      kind: 'gone' as const,
      isEvidence: true,
      reportedAt: hoursAgo(hours),
      reportedOn: businessDay(hoursAgo(hours)),
    })
    await addReports(trx, [told(gone.id, 5), told(gone.id, 2), told(before.id, 30)])
    await setSaidGone(trx, [gone.id], hoursAgo(2))
    await holdReports(trx, [before.id])
    const nothing = { outcome: 'nothing-wrong', answer: {} } as const
    await answerReports(trx, { now: () => hoursAgo(29) }, { dealId: before.id, ...nothing })
  })
}
