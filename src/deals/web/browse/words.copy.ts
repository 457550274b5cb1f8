import type { DealFigures, Place } from '#app/deals/browse.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { foldLetters } from '#app/shared/names.ts'

/** A description for search results: `34 deals by Aubrelle, from $120. The largest saving is $1,240. ...` */
export function figuresInWords(what: string, figures: DealFigures): string {
  const { deals, lowestPrice, largestSaving, newestDay } = figures
  if (deals === 0) return `No deals ${what} at the moment. New ones arrive every morning.`
  return [
    `${countOf(deals, 'deal')} ${what}${lowestPrice === null ? '' : `, from ${formatShortPrice(lowestPrice)}`}.`,
    largestSaving === null ? '' : `The largest saving is ${formatShortPrice(largestSaving)}.`,
    newestDay === null ? '' : `Newest: ${formatDateOfWeek(newestDay)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type NamesByLetter = { letter: string; places: Place[] }

/** Groups places by first letter, as people look them up; those that begin with no letter come last. */
export function byLetter(places: readonly Place[]): NamesByLetter[] {
  const letters = new Map<string, Place[]>()
  for (const place of places) {
    const [first = ''] = foldLetters(place.name).replace(/^[^\p{L}\p{N}]+/u, '')
    const letter = /[a-z]/.test(first) ? first.toUpperCase() : '#'
    letters.set(letter, [...(letters.get(letter) ?? []), place])
  }
  return [...letters]
    .map(([letter, ofLetter]) => ({ letter, places: ofLetter }))
    .toSorted(
      (a, b) =>
        Number(a.letter === '#') - Number(b.letter === '#') || (a.letter < b.letter ? -1 : 1),
    )
}

/** The id of a letter's heading. */
export function anchorOfLetter(letter: string): string {
  return `letter-${letter === '#' ? 'other' : letter.toLowerCase()}`
}

export type Month = {
  /** The first day of the month. */
  first: string
  /** Empty cells before it, in weeks that begin on Sunday. */
  before: number
  days: string[]
}

/** The months that contain these days, newest first, each with all its days. */
export function monthsOf(days: readonly string[]): Month[] {
  const firsts = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))].toSorted().toReversed()
  return firsts.map((first) => {
    const date = new Date(first)
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    return {
      first,
      before: date.getUTCDay(),
      days: Array.from(
        { length },
        (_, index) => `${first.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
      ),
    }
  })
}
