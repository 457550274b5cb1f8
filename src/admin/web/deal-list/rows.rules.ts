import { ADMIN_PAGE_SIZE } from '#app/admin/admin.facts.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'

/** A line of the list: the heading of a day, a deal, or one that is still on its way. */
export type DealListRow =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'deal'; key: string; deal: ManagedDeal; position: number }
  | { kind: 'gap'; key: string; position: number }

type Input = {
  /** How many deals there are, loaded or not. */
  total: number
  /** Those that are here, by the number of their page, from 1. */
  pages: ReadonlyMap<number, readonly ManagedDeal[]>
  /** Deals that have just been deleted, whatever the pages still say. */
  gone: ReadonlySet<string>
}

/** The whole list, a day's heading before its first deal. Days of gaps are not known yet. */
export function buildRows({ total, pages, gone }: Input): DealListRow[] {
  const rows: DealListRow[] = []
  const seen = new Set<string>(gone)
  const days = new Set<string>()
  let day = ''
  for (let position = 0; position < total; position += 1) {
    const page = pages.get(Math.floor(position / ADMIN_PAGE_SIZE) + 1)
    const deal = page?.[position % ADMIN_PAGE_SIZE]
    if (!deal) {
      // A page that is shorter than it should be has its end; the total will follow.
      if (!page) rows.push({ kind: 'gap', key: `gap-${position}`, position })
      continue
    }
    // Pages that were read at different moments may both hold it.
    if (seen.has(deal.id)) continue
    seen.add(deal.id)
    if (deal.createdDay !== day) {
      day = deal.createdDay
      // Lists read at different moments may tear a day apart; its headings need names of their own.
      rows.push({ kind: 'day', key: days.has(day) ? `day-${day}-${position}` : `day-${day}`, day })
      days.add(day)
    }
    rows.push({ kind: 'deal', key: deal.id, deal, position })
  }
  return rows
}

/** Pages to have for the deals on the screen, with one more before and after them. */
export function pagesAround(first: number, last: number, total: number): number[] {
  const lastPage = Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
  const from = Math.max(1, Math.floor(first / ADMIN_PAGE_SIZE))
  const to = Math.min(lastPage, Math.floor(last / ADMIN_PAGE_SIZE) + 2)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** `unpublished` is not known of a day that is here in part. */
export type DayCount = { deals: number; unpublished?: number }

/**
 * How many deals each day has: counted where a day is here from its first deal to its last, else as
 * `known` has it, if it does.
 */
export function countDays(
  rows: readonly DealListRow[],
  known: ReadonlyArray<{ name: string; deals: number }> = [],
): Map<string, DayCount> {
  const counts = new Map<string, { deals: number; unpublished: number }>()
  const cut = new Set<string>()
  let day = ''
  let isAfterGap = false
  for (const row of rows) {
    if (row.kind === 'gap') {
      cut.add(day)
      isAfterGap = true
    } else if (row.kind === 'day') {
      day = row.day
      // What came before on this day may be in the gap.
      if (isAfterGap) cut.add(day)
      isAfterGap = false
      if (!counts.has(day)) counts.set(day, { deals: 0, unpublished: 0 })
    } else {
      const count = counts.get(day)
      if (!count) continue
      count.deals += 1
      if (!row.deal.isPublished) count.unpublished += 1
    }
  }
  for (const day of cut) counts.delete(day)
  return new Map<string, DayCount>([
    ...known.map(({ name, deals }) => [name, { deals }] as const),
    ...counts,
  ])
}

/**
 * The row to go to when one wants to be at this index: a heading is passed in the direction one
 * goes, and at the ends one turns back. Undefined when there is none.
 */
export function findTarget(
  rows: readonly DealListRow[],
  wanted: number,
  direction: 1 | -1,
): number | undefined {
  const start = Math.max(0, Math.min(wanted, rows.length - 1))
  for (const by of [direction, -direction]) {
    for (let index = start; index >= 0 && index < rows.length; index += by) {
      if (rows[index]?.kind !== 'day') return index
    }
  }
  return undefined
}
