import type { Found } from '#app/reports/reports.contract.ts'
import type { ReportKind, ReportOutcome } from '#app/reports/reports.facts.ts'

export type OpenReport = {
  kind: ReportKind
  size: string | null
  /** The price we showed when the report was made. */
  shownCents: number | null
}
export type DealByNow = {
  isPublished: boolean
  endedAt: Date | null
  endedReason: string | null
  salePriceCents: number | null
  sizes: string[]
}
export type Finding = { outcome: ReportOutcome; answer: Found }

/**
 * Returns the answer that the deal itself now gives to a report, whoever changed it: a check, a curator or
 * its end. Undefined while the reported problem still stands.
 */
export function answeredBy(deal: DealByNow, report: OpenReport): Finding | undefined {
  if (!deal.isPublished) return { outcome: 'ended', answer: { reason: 'withdrawn' } }
  if (deal.endedAt) return { outcome: 'ended', answer: { reason: deal.endedReason ?? 'time' } }
  const { salePriceCents, sizes } = deal
  if (report.kind === 'price' && salePriceCents !== null && salePriceCents !== report.shownCents) {
    return { outcome: 'price-corrected', answer: { toCents: salePriceCents } }
  }
  const isListed = report.size !== null && sizes.includes(report.size)
  if (report.kind === 'size' && sizes.length > 0 && !isListed) {
    return { outcome: 'size-off', answer: {} }
  }
}
