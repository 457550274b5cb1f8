import type { BoardDeal, EditionBoard } from '#app/admin/editions/editions.contract.ts'
import type { SeenAs } from '#app/admin/editions/editions.facts.ts'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import type { EditionGap } from '#app/deals/editions.facts.ts'
import { formatForeign, HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { countOf, formatCount, wordFor } from '#app/shared/counts.ts'
import { businessDay, formatMoment, formatTime } from '#app/shared/dates.ts'
import type { BoardGroup, Direction } from './board.rules.ts'

/** Each gap in a few words, and the action that fixes it. */
export const EDITION_GAP_WORDS: Record<EditionGap, { lacks: string; mend: string }> = {
  name: { lacks: 'No brand or name', mend: 'Fill in' },
  rate: { lacks: 'No rate for its currency', mend: 'Give its price in dollars' },
  picture: { lacks: 'No picture', mend: 'Add a picture' },
  category: { lacks: 'No category', mend: 'Choose one' },
  basis: { lacks: 'No basis for the old price', mend: 'Say what it rests on' },
  'alternative-text': { lacks: 'No alternative text', mend: 'Write it' },
  check: { lacks: 'Price not looked at for a day', mend: 'It is as it says' },
}

/** Describes our prices of a deal, to compare with the shop’s page. */
export function pricesSaid(deal: BoardDeal['deal']): string {
  const { currency, salePrice, originalPrice, foreignNow, foreignWas } = deal
  const isHome = currency === HOME_CURRENCY
  const [now, was] = isHome ? [salePrice, originalPrice] : [foreignNow, foreignWas]
  if (now === null) return 'no price'
  const said = (amount: number) => formatForeign(Math.round(amount * 100), currency)
  return was === null ? said(now) : `${said(now)}, was ${said(was)}`
}

/** Formats the time of a group, with the day if it is another one. */
export function timeWords(at: string, day: string): string {
  return businessDay(new Date(at)) === day ? hourWords(formatTime(at)) : formatMoment(at)
}

/** Formats the value of a time field as `7:00`, as on the button. */
export function hourWords(time: string): string {
  return time.replace(/^0(?=\d)/, '')
}

export function groupTitle({ isOut, at, deals }: BoardGroup, day: string): string {
  const drafts = deals.filter(({ deal }) => deal.state === 'draft').length
  const count = countOf(deals.length, 'deal')
  if (isOut) return `Out · ${count}`
  if (at === null) return `Without a time · ${count}`
  const waiting =
    drafts === 0
      ? ''
      : drafts === deals.length
        ? ', none scheduled'
        : `, ${countOf(drafts, 'draft')} among them`
  return `${timeWords(at, day)} · ${count}${waiting}`
}

/** The number of deals a day that the site promises. */
export function promiseWords(promised: number): string {
  return `We promise ${formatCount(promised)} or more deals a day`
}

type Planned = { promised: number; all: number; withoutHour: number }

/** Lists what a day still lacks: `13 to find`, `7 still without an hour`. */
export function lackWords({ promised, all, withoutHour }: Planned): string[] {
  return [
    all < promised ? `${formatCount(promised - all)} to find` : '',
    withoutHour > 0 ? `${formatCount(withoutHour)} still without an hour` : '',
  ].filter(Boolean)
}

/** The promise, followed by what the day still lacks. */
export function keptWords(planned: Planned): string {
  const promise = promiseWords(planned.promised)
  const lacks = lackWords(planned).join(', ')
  if (planned.all < planned.promised) return `${promise}: ${lacks}.`
  return lacks === ''
    ? `${promise}, and this day keeps it.`
    : `${promise}, and this day has them: ${lacks}.`
}

export function countWords({ deals, promised, usualAt, day }: EditionBoard): string {
  const scheduled = deals.filter(({ deal }) => deal.state === 'scheduled').length
  const withoutHour = deals.filter(({ deal }) => deal.state === 'draft').length
  const out = deals.filter(({ deal }) => deal.isPublished).length
  const part = (count: number, words: string) =>
    count === 0 ? '' : `${count === deals.length ? 'All' : formatCount(count)} ${words}`
  const parts = [part(out, 'out'), part(scheduled, 'scheduled')].filter(Boolean).join(', ')
  const kept = keptWords({ promised, all: deals.length, withoutHour })
  const when = scheduled > 0 && usualAt ? ` Most go out at ${timeWords(usualAt, day)}.` : ''
  return `${parts && `${parts}. `}${kept}${when}`
}

/** `3 of 30` while deals are missing, else just their number. */
export function sizeWords({ deals, promised }: Pick<EditionBoard, 'deals' | 'promised'>): string {
  return deals.length < promised
    ? `${formatCount(deals.length)} of ${formatCount(promised)}`
    : countOf(deals.length, 'deal')
}

/** Says that deals are no longer scheduled. */
export function takenBackWords(count: number): string {
  return `${countOf(count, 'deal')} will not go out by ${wordFor(count, 'itself', 'themselves')} any more.`
}

/** Says that alternative texts were saved. */
export function alternativesWords(count: number): string {
  return `What ${countOf(count, 'picture')} ${wordFor(count, 'shows', 'show')} is said.`
}

/** Tells screen readers where a deal was moved. */
export function movedWords(deal: BoardDeal['deal'], place: number, of: number): string {
  return `${dealTitle(deal)}: now ${place} of ${of}.`
}

export function cannotMoveWords(deal: BoardDeal['deal'], direction: Direction): string {
  const where = direction === 'earlier' || direction === 'top' ? 'first' : 'last'
  return `${dealTitle(deal)} is the ${where} of those that go out with it.`
}

export const KEYS: Array<[string, string]> = [
  ['Arrows', 'to another deal'],
  ['Alt + arrows', 'move it one place'],
  ['Alt + Home', 'move to top'],
  ['Alt + End', 'move to the end'],
  ['Space', 'choose it'],
  ['E', 'edit it'],
  ['Delete', 'out of the edition'],
]

export const SEEN_AS_LABELS: Record<SeenAs, string> = {
  visitor: 'Visitor',
  free: 'Free',
  member: 'Member',
  'past-due': 'Past due',
}

export const SEEN_AS_WORDS: Record<SeenAs, string> = {
  visitor: 'As a visitor will see it',
  free: 'As a free account will see it',
  member: 'As a member will see it',
  'past-due': 'As somebody whose payment is past due will see it',
}
