import { ENDED_WORDS, type EndedReason } from '#app/deals/life.facts.ts'
import { BASIS_WORDS, type PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { isTermField, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { capitalize } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'

type Snapshot = Record<string, unknown>
export type Change = { field: string; before: string | null; after: string | null }

/** Fields that are derived from others, or mean nothing to a person. */
const SILENT = new Set([
  'id',
  'version',
  'discount',
  'imagePlaceholder',
  'isAccessible',
  'createdDay',
  'createdAt',
  'clicks',
  'importId',
  'dealIds',
  'guessed',
  'unread',
  'price',
  'reasonId',
  // Shown by picture below.
  'pictureNotes',
])
const PICTURE = 'dealCardImageUrl'
const PICTURES = 'images'
const CAROUSEL = 'carouselAssignment'

/** Returns the differences of two snapshots, field by field, as text for people. */
export function readChanges(was: Snapshot | null, is: Snapshot | null): Change[] {
  const [before, after] = [withToldPictures(was), withToldPictures(is)]
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])
  // Fields that are false say nothing about something that was created or deleted.
  const isWhole = before === null || after === null
  const isTold = (field: string) =>
    !SILENT.has(field) && !(isWhole && (after ?? before)?.[field] === false)
  return (
    [...fields]
      .filter(isTold)
      .map((field) => changeOf(field, before?.[field], after?.[field]))
      .filter((change) => change.before !== change.after && !isSaidByPublishing(change))
      // The database returns the fields in an order of its own.
      .toSorted((a, b) => (a.field < b.field ? -1 : 1))
  )
}

/** Describes a field of a snapshot for people: its label and its value. */
export function tellField(name: string, snapshot: Snapshot) {
  const told = withToldPictures(snapshot)
  if (name === 'pictures') {
    const kept = textOf('', told?.keptAlike)
    const texts = [
      textOf('alternativeText', told?.alternativeText),
      textOf('', told?.focalPoint),
      kept && `kept beside one that looks the same: ${kept}`,
    ]
    return { label: 'Said of pictures', words: texts.filter(Boolean).join(' · ') || null }
  }
  const value = snapshot[name]
  if (name === PICTURE) return { label: wordsOf(name), words: value ? 'a picture' : null }
  return { label: wordsOf(name), words: textOf(name, value) }
}

type ToldPicture = { alternative?: string; focus?: [number, number] | null; isKept?: boolean }

/** Turns the notes on pictures into fields of their own, in the order of the pictures. */
function withToldPictures(snapshot: Snapshot | null): Snapshot | null {
  if (!Array.isArray(snapshot?.pictures)) return snapshot
  const { pictures, ...rest } = snapshot
  const told = pictures as ToldPicture[]
  return {
    ...rest,
    alternativeText: told.flatMap(({ alternative }) => alternative || []),
    focalPoint: told.flatMap(({ focus }) => (focus ? `${focus[0] / 10}% ${focus[1] / 10}%` : [])),
    keptAlike: told.flatMap(({ isKept }, at) => (isKept ? `picture ${at + 1}` : [])),
  }
}

/** `Published` already says that a draft goes live, or that a live deal becomes a draft. */
function isSaidByPublishing({ field, before, after }: Change): boolean {
  const plain = [null, 'draft', 'live']
  return field === 'State' && plain.includes(before) && plain.includes(after)
}

function changeOf(name: string, before: unknown, after: unknown): Change {
  const field = wordsOf(name)
  if (name === PICTURE) return { field, ...pictureChange(before, after) }
  const change = { field, before: textOf(name, before), after: textOf(name, after) }
  const isExchanged = name === PICTURES && change.before !== null && change.before === change.after
  return isExchanged && JSON.stringify(before) !== JSON.stringify(after)
    ? { field, before: null, after: 'changed' }
    : change
}

function pictureChange(before: unknown, after: unknown) {
  if ((before ?? null) === (after ?? null)) return { before: null, after: null }
  if (before && after) return { before: null, after: 'changed' }
  return after ? { before: null, after: 'added' } : { before: null, after: 'removed' }
}

/** Null for an empty value. */
function textOf(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (name === CAROUSEL && value === 0) return null
  // Prices are in dollars unless another currency is named.
  if (name === 'currency' && value === HOME_CURRENCY) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return /price$/i.test(name) ? formatDollars(value) : String(value)
  if (typeof value === 'string') {
    if (isTermField(name)) return termLabel(name, value)
    if (name === 'basis') return BASIS_WORDS[value as PriceBasis] ?? value
    if (name === 'endedReason') return ENDED_WORDS[value as EndedReason] ?? value
    return /At$/.test(name) ? momentOf(value) : value
  }
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return null
  if (name === PICTURES) return value.length === 1 ? '1 picture' : `${value.length} pictures`
  return value.join(', ')
}

function momentOf(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : formatMoment(at)
}

const NAMES: Record<string, string> = {
  [PICTURE]: 'Card picture',
  [PICTURES]: 'Further pictures',
  [CAROUSEL]: 'Carousel',
  gtin: 'GTIN',
  foreignWas: 'Original price at the shop',
  foreignNow: 'Sale price at the shop',
  rateDay: 'Day of the rate',
  endedReason: 'Why it ended',
  keptAlike: 'Kept beside one that looks the same',
}

/** `salePrice` as "Sale price", `isPreview` as "Preview". */
function wordsOf(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/Url$/, ' URL')
    .replace(/([a-z])([A-Z])(?![A-Z])/g, (_, end: string, start: string) => {
      return `${end} ${start.toLowerCase()}`
    })
  return NAMES[name] ?? capitalize(words)
}
