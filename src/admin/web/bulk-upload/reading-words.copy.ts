import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import type { SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'

export type ReadColumns = Pick<SheetFacts, 'name' | 'names' | 'headingRow' | 'columns' | 'fields'>

/** Returns the required fields that no column is read as. */
export function missingFields({ columns, fields }: Pick<ReadColumns, 'columns' | 'fields'>) {
  return fields.filter(
    ({ field, isNeeded }) => isNeeded && !columns.some((column) => column.field === field),
  )
}

/** `7 columns understood, 2 left aside; needed: Buy URL` */
export function columnsInWords(
  sheet: Pick<ReadColumns, 'columns' | 'fields'>,
  isNeedy: boolean,
): string {
  const known = sheet.columns.filter(({ field }) => field !== null)
  const aside = sheet.columns.length - known.length
  const missing = missingFields(sheet)
  const words = `${countOf(known.length, 'column')} understood`
  const rest = aside > 0 ? `, ${formatCount(aside)} left aside` : ''
  const needed =
    missing.length > 0 && isNeedy
      ? `; needed: ${missing.map(({ heading }) => heading).join(', ')}`
      : ''
  return `${words}${rest}${needed}`
}

/** Describes what updating changes and what it leaves alone. */
export function updatingInWords({ duplicates }: BulkUploadReport, isUpdating: boolean): string {
  if (isUpdating) {
    return 'Found by link, or by GTIN at the same retailer. An empty cell changes nothing; whether a deal is out, and since when, stays as it is.'
  }
  const there = new Set(duplicates.flatMap(({ row, sameAs }) => ('row' in sameAs ? [] : row))).size
  if (there === 0)
    return 'By link, or by GTIN at the same retailer. Before and after are shown first.'
  const are = there === 1 ? 'row is of a deal that is' : 'rows are of deals that are'
  return `${formatCount(there)} ${are} there already. Before and after are shown first.`
}

export function hiddenRowsInWords(rows: number, said: 'take' | 'leave' | undefined): string {
  const counted = countOf(rows, 'row')
  const [are, they] = rows === 1 ? ['is', 'Is it'] : ['are', 'Are they']
  if (said === 'leave') return `${counted} that ${are} hidden in the sheet ${are} left out.`
  if (said === 'take')
    return `${counted} that ${are} hidden in the sheet ${are} taken like the others.`
  return `${counted} of the sheet ${are} hidden, as by a filter. ${they} meant?`
}
