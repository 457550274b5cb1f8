import type { z } from 'zod'
import type { ColumnType, MetricRows } from '#app/admin/metrics/metrics.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { offer, type Plan } from '#app/shared/offer.ts'
import type { Narrowed, RowRange } from './lists.queries.ts'

/** The context and filters of a list. */
export type Listing = { ctx: Pick<AppContext, 'db' | 'now' | 'payments'>; query: Narrowed }

/** `place` is the cursor after this row; only in lists that can be long. */
export type ListRow = MetricRows['rows'][number] & { place?: number }

/** `isTotal`: the sum of the other counts of its row. */
export type MetricColumn = { label: string; type: z.infer<typeof ColumnType>; isTotal?: true }

/** The rows behind a number: paged on the page, all of them in a file. */
export type MetricList = {
  title: string
  note: string
  columns: MetricColumn[]
  count: () => Promise<number>
  find: (range: RowRange) => Promise<ListRow[]>
}

/** A row without links. */
export function plainRow(key: string | number, cells: ListRow['cells']): ListRow {
  return { key: String(key), cells, dealId: null, leadsTo: null }
}

/** Returns the parameters of a link to other rows of the same days. */
export function datesOf({ from, to }: Listing['query']): Record<string, string> {
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
}

/** Makes a list that is short enough to be loaded whole. */
export function wholeList(
  list: Omit<MetricList, 'count' | 'find'> & { rows: () => Promise<ListRow[]> },
): MetricList {
  let made: Promise<ListRow[]> | undefined
  const all = () => {
    made ??= list.rows()
    return made
  }
  return {
    ...list,
    count: async () => (await all()).length,
    find: async ({ offset = 0, limit }) => (await all()).slice(offset, offset + limit),
  }
}

/** Returns the name of a plan, or its key if it is no longer sold. */
export function planName(plan: string): string {
  return offer.plans[plan as Plan]?.name ?? plan
}
