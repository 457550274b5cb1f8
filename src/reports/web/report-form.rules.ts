import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import type { NewReport } from '#app/reports/reports.contract.ts'
import { LONGEST_SIZE_TOLD, LONGEST_WORDS, REPORT_KINDS } from '#app/reports/reports.facts.ts'

export type ReportField = 'kind' | 'seenPrice' | 'size' | 'words'
type ReadReport = { report: NewReport } | { field: ReportField; error: string }

/** Reads a report from the form, or says what is missing; ignores fields of kinds that were not chosen. */
export function readReportForm(form: FormData): ReadReport {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const kind = REPORT_KINDS.find((each) => each === text('kind'))
  switch (kind) {
    case undefined:
      return { field: 'kind', error: 'Choose what is wrong.' }
    case 'price':
      return readSeenPrice(text('seenPrice'))
    case 'size': {
      const size = text('size')
      if (size === '') return { field: 'size', error: 'Say which size.' }
      if (size.length > LONGEST_SIZE_TOLD) return { field: 'size', error: 'That is no size.' }
      return { report: { kind, size } }
    }
    case 'other': {
      // Browsers count a line break as one character but send two.
      const words = text('words').replaceAll('\r\n', '\n')
      if (words === '') return { field: 'words', error: 'Say in a few words what is wrong.' }
      if (words.length > LONGEST_WORDS) {
        return { field: 'words', error: `Say it in ${LONGEST_WORDS} characters.` }
      }
      return { report: { kind, words } }
    }
    default:
      return { report: { kind } }
  }
}

function readSeenPrice(text: string): ReadReport {
  const price = parsePrice(text)
  if ('cents' in price && price.cents !== null) {
    return { report: { kind: 'price', seenPrice: price.cents / 100 } }
  }
  const isOther = 'fault' in price && price.fault === 'other-currency'
  const error = isOther
    ? 'Say it in US dollars; for another currency choose ‘Something else’.'
    : 'Say what you saw, in dollars, such as 419.50.'
  return { field: 'seenPrice', error }
}
