import { readMoment } from '#app/deals/server/deal/dates.rules.ts'
import type { SheetRow } from '#app/deals/server/sheets/messages.ts'
import { countOf } from '#app/shared/counts.ts'
import { businessDay, formatDay } from '#app/shared/dates.ts'
import type { Columns } from './columns.rules.ts'

const TOLD = {
  publishedAt: {
    says: 'is read as the day on which a deal was published',
    does: 'What goes out stands under that day in the feed; drafts leave it aside.',
  },
  startsAt: {
    says: 'is read as when a deal comes out by itself',
    does: 'What is published waits until then.',
  },
  endsAt: {
    says: 'is read as when a deal ends by itself',
    does: 'From then on it counts as ended.',
  },
} as const

/** Notes the effect of each date column, since the meaning of a date is not obvious. */
export function dateNotes(columns: Columns, rows: SheetRow[]): string[] {
  return (['publishedAt', 'startsAt', 'endsAt'] as const).flatMap((field) => {
    const column = columns[field]
    if (!column) return []
    const days = rows.flatMap(({ cells }) => {
      const moment = readMoment(cells[column.index] ?? null)
      return moment.ok && moment.value ? businessDay(moment.value) : []
    })
    const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)]
    if (first === undefined || last === undefined) return []
    const when =
      first === last ? formatDay(first) : `from ${formatDay(first)} to ${formatDay(last)}`
    const { says, does } = TOLD[field]
    return `“${column.heading}” ${says}: ${countOf(days.length, 'row')}, ${when}. ${does}`
  })
}
