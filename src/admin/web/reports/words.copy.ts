import { REPORT_WORDS } from '#app/reports/reports.copy.ts'
import type { ReportDecision } from '#app/reports/reports.facts.ts'
import type { ReportCase, ReportsAnswered, ToldReport } from '#app/reports/reports-desk.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDollars } from '#app/shared/money.ts'

/** The decisions on one deal or many, each with its key. */
export const DECISION_WORDS: Array<{ decision: ReportDecision; key: string; words: string }> = [
  { decision: 'gone', key: 'g', words: 'Gone' },
  { decision: 'sold-out', key: 's', words: 'Sold out' },
  { decision: 'price-up', key: 'u', words: 'Back at full price' },
  { decision: 'size-off', key: 'z', words: 'Take the size off' },
  { decision: 'link-mended', key: 'l', words: 'Link mended' },
  { decision: 'nothing-wrong', key: 'n', words: 'Nothing wrong' },
  { decision: 'unclear', key: 'c', words: 'Cannot tell' },
  { decision: 'noted', key: 't', words: 'Noted, thanks' },
]

export function decisionOfKey(key: string): ReportDecision | undefined {
  return DECISION_WORDS.find((each) => each.key === key)?.decision
}

/** `It is gone, the price is different`: each kind once, in order of arrival. */
export function kindsInWords({ reports }: Pick<ReportCase, 'reports'>): string {
  const kinds = [...new Set(reports.map(({ kind }) => REPORT_WORDS[kind]))]
  if (kinds.length === 0) return 'Said to be gone'
  const [first = '', ...others] = kinds
  return [first, ...others.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(
    ', ',
  )
}

/** Returns the details of a report besides its kind. */
export function detailInWords({ seenPrice, shownPrice, size }: ToldReport): string {
  if (size !== null) return size
  if (seenPrice === null) return ''
  const shown = shownPrice === null ? '' : `; we said ${formatDollars(shownPrice)}`
  return `saw ${formatDollars(seenPrice)}${shown}`
}

/** `Member, right 3 of 4 times before` */
export function teller({ isEvidence, answered, right }: ToldReport): string {
  const who = isEvidence ? 'Member' : 'Free account, no evidence'
  if (answered === 0) return who
  return `${who}, right ${right} of ${countOf(answered, 'time')} before`
}

/** `12 minutes`, `3 hours`, `2 days` */
export function minutesInWords(minutes: number): string {
  if (minutes < 90) return countOf(Math.max(1, Math.round(minutes)), 'minute')
  if (minutes < 48 * 60) return countOf(Math.round(minutes / 60), 'hour')
  return countOf(Math.round(minutes / 60 / 24), 'day')
}

/** Describes the result of a decision, and why some deals were left. */
export function answeredInWords({ answered, left }: ReportsAnswered): string {
  const done = `${countOf(answered.length, 'deal')} answered. Who told of it hears what was found.`
  const reasons = [...new Set(left.map(({ reason }) => reason))].join(' ')
  if (left.length === 0) return done
  return `${answered.length > 0 ? `${done} ` : ''}${countOf(left.length, 'deal')} left: ${reasons}`
}
