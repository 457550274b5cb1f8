import type { BulkAction, DealFlags } from '#app/admin/web/shell/deal-api.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { endedInWords } from '#app/deals/life.copy.ts'
import type { ReasonToEnd } from '#app/deals/life.facts.ts'
import { countOf, formatCount, wordFor } from '#app/shared/counts.ts'
import {
  daysBetween,
  formatDateOfWeek,
  formatDayOfWeek,
  formatDayOfWeekFrom,
  formatMoment,
} from '#app/shared/dates.ts'
import { dealName } from '#app/shared/names.ts'
import type { DayCount } from './rows.rules.ts'
import type { Step } from './undo.rules.ts'

/** Returns the name of a deal in the list, or its link if it has neither brand nor name. */
export function dealLabel(deal: Pick<ManagedDeal, 'brandName' | 'productName' | 'buyUrl'>): string {
  return dealName(deal, deal.buyUrl)
}

function endings<Word extends string>(word: Word): Record<`end-${ReasonToEnd}`, Word> {
  return {
    'end-sold-out': word,
    'end-gone': word,
    'end-price-up': word,
    'end-withdrawn': word,
  }
}

/** Describes the state of a deal if it is more than published or not; undefined otherwise. */
export function lifeInWords(deal: ManagedDeal, today: string): string | undefined {
  if (deal.state === 'scheduled' && deal.startsAt) return `Starts ${formatMoment(deal.startsAt)}`
  if (deal.state === 'ended') return endedInWords(deal, today)
  if (deal.state === 'live' && deal.endsAt) return `Ends ${formatMoment(deal.endsAt)}`
}

/** Shown while the action is running. */
export const WORKING: Record<BulkAction, string> = {
  publish: 'Publishing',
  unpublish: 'Unpublishing',
  delete: 'Deleting',
  restore: 'Restoring',
  'bring-back': 'Bringing back',
  ...endings('Ending'),
}

/** Shown while an edit of many deals is running. */
export const CHANGING = 'Changing'

const PAST: Record<BulkAction, string> = {
  publish: 'Published',
  unpublish: 'Unpublished',
  delete: 'Deleted',
  restore: 'Restored',
  'bring-back': 'Brought back',
  ...endings('Ended'),
}

/** `Published 41 deals`, or the name of the deal if it is one. */
export function actionDoneWords(action: BulkAction, count: number, name?: string): string {
  if (count === 1 && name) return `${PAST[action]} ${name}`
  return `${PAST[action]} ${countOf(count, 'deal')}`
}

/** `Deleting 12 deals`: names an action that was interrupted before any deal is known to be done. */
export function brokenOffWords(doing: string, count: number): string {
  return `${doing} ${countOf(count, 'deal')}`
}

/** `Changed 12 deals`. */
export function editedWords(count: number, name?: string): string {
  return count === 1 && name ? `Changed ${name}` : `Changed ${countOf(count, 'deal')}`
}

/** Only the first few deals with the same reason are named. */
const MOST_NAMED = 3

/** `A brand is needed before it can be published: Fold Coat`, a line for each reason. */
export function reasonsInWords(left: Step['left']): string[] {
  const byReason = Map.groupBy(left, ({ reason }) => reason)
  return [...byReason].map(([reason, those]) => {
    const names = those.slice(0, MOST_NAMED).map(({ name }) => name)
    const more = those.length - names.length
    const who = more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : names.join(', ')
    return `${reason.replace(/\.$/, '')}: ${who}`
  })
}

/** `2 left as they were` */
export function leftInWords(count: number, one?: string): string {
  const what = one ? countOf(count, one) : formatCount(count)
  return `${what} left as ${wordFor(count, 'it was', 'they were')}`
}

/** `2 deals`, or with filters `2 deals match`. */
export function totalInWords(total: number, isFiltered: boolean): string {
  return `${countOf(total, 'deal')}${isFiltered ? ` ${wordFor(total, 'matches', 'match')}` : ''}`
}

/** Summarizes a step in one sentence, for the live region. */
export function stepInWords({ words, left, error }: Step): string {
  return [words, left.length > 0 ? leftInWords(left.length) : '', error ?? '']
    .filter(Boolean)
    .join('. ')
}

/** Says which flag of a deal could not be set. */
export function flagFailureWords(flags: DealFlags): string {
  if (flags.isPublished !== undefined)
    return flags.isPublished ? 'Failed to publish deal' : 'Failed to unpublish deal'
  if (flags.showInSplash !== undefined) return 'Failed to update splash setting'
  if (flags.carouselAssignment !== undefined) return 'Failed to update carousel assignment'
  return 'Failed to update preview setting'
}

/** `Today, Saturday, November 21`, with the year if it is another one. Without `today`, only the date. */
export function dayHeading(day: string, today: string | undefined): string {
  if (today === undefined) return formatDateOfWeek(day)
  const daysAgo = daysBetween(day, today)
  if (daysAgo === 0) return `Today, ${formatDayOfWeek(day)}`
  if (daysAgo === 1) return `Yesterday, ${formatDayOfWeek(day)}`
  return formatDayOfWeekFrom(day, today)
}

/** `34 deals · 2 unpublished`. */
export function dayCountInWords({ deals, unpublished = 0 }: DayCount): string {
  const all = countOf(deals, 'deal')
  return unpublished > 0 ? `${all} · ${formatCount(unpublished)} unpublished` : all
}

/** Shown after the person declined the warnings. */
export const NOT_PUBLISHED = 'Not published. Everything is as it was.'
export const NOT_CHANGED = 'Not changed. Everything is as it was.'
