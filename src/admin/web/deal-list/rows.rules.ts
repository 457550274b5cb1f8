import { ADMIN_PAGE_SIZE } from '#app/admin/admin.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'

/** A row: the heading of a day, a deal, or a gap for one that is not loaded yet. */
export type DealListRow =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'deal'; key: string; deal: ManagedDeal; position: number }
  | { kind: 'gap'; key: string; position: number }

type Input = {
  /** The number of deals, loaded or not. */
  total: number
  /** The loaded pages by number, from 1. */
  pages: ReadonlyMap<number, readonly ManagedDeal[]>
  /** Deals that have just been deleted; the loaded pages may still have them. */
  gone: ReadonlySet<string>
  /** Sorted by anything but the day, the list has no headings. */
  isByDay?: boolean
}

/** Builds all rows, with a heading before the first deal of each day. The days of gaps are unknown. */
export function buildRows({ total, pages, gone, isByDay = true }: Input): DealListRow[] {
  const rows: DealListRow[] = []
  const seen = new Set<string>(gone)
  const days = new Set<string>()
  let day = ''
  for (let position = 0; position < total; position += 1) {
    const page = pages.get(Math.floor(position / ADMIN_PAGE_SIZE) + 1)
    const deal = page?.[position % ADMIN_PAGE_SIZE]
    if (!deal) {
      // The loaded page is too short: deals were deleted, and the total will follow.
      if (!page) rows.push({ kind: 'gap', key: `gap-${position}`, position })
      continue
    }
    // Two pages loaded at different moments may both contain the deal.
    if (seen.has(deal.id)) continue
    seen.add(deal.id)
    if (isByDay && deal.createdDay !== day) {
      day = deal.createdDay
      // Pages loaded at different moments may split a day, and headings need unique keys.
      rows.push({ kind: 'day', key: days.has(day) ? `day-${day}-${position}` : `day-${day}`, day })
      days.add(day)
    }
    rows.push({ kind: 'deal', key: deal.id, deal, position })
  }
  return rows
}

/** Returns the pages needed for the deals on the screen, with one more before and after. */
export function pagesAround(first: number, last: number, total: number): number[] {
  const lastPage = Math.max(1, Math.ceil(total / ADMIN_PAGE_SIZE))
  const from = Math.max(1, Math.floor(first / ADMIN_PAGE_SIZE))
  const to = Math.min(lastPage, Math.floor(last / ADMIN_PAGE_SIZE) + 2)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}

/** `unpublished` is unknown for a day that is only partly loaded. */
export type DayCount = { deals: number; unpublished?: number }

/** Counts the deals of each day: from the rows if the whole day is loaded, else from `known`. */
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
      // Earlier deals of this day may be in the gap.
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
 * Returns the row that the cursor goes to for this index: it skips headings in its direction and turns back
 * at the ends. Undefined without any such row.
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
