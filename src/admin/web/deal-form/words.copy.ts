import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { MOST_PICTURE_BYTES, MOST_PICTURES } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import { sizeLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import { formatMegabytes, groupThousands, spellNumber } from '#app/shared/counts.ts'
import { formatTime } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import { dealName } from '#app/shared/names.ts'
import type { ConflictField, SavedBy } from './conflict.rules.ts'
import type { DraftFault, DraftFaults, FormDraft } from './draft.rules.ts'
import type { PictureFault } from './picture-list.rules.ts'
import type { PreviewViewer } from './preview.rules.ts'

/** Returns the name of a deal within a sentence, even if it has neither brand nor name. */
export function dealTitle(deal: Pick<ManagedDeal, 'brandName' | 'productName' | 'domain'>): string {
  return dealName(deal, `a deal at ${deal.domain}`)
}

export function fieldName(field: ConflictField): string {
  if (field === 'notes') return 'Said of pictures'
  return field === 'pictures' ? 'Pictures' : FORM_FIELDS[field].label
}

const NO_PRICE = 'Write the price like 1290.00.'

const DRAFT_FAULTS: Record<DraftFault, string> = {
  'no-link': 'Buy URL is required',
  'no-brand': 'A brand is needed before it can be published.',
  'no-name': 'A product name is needed before it can be published.',
  'no-price': NO_PRICE,
  'other-currency': NO_PRICE,
  'two-readings': NO_PRICE,
  'too-precise': NO_PRICE,
  'below-zero': 'A price cannot be below 0.',
  'too-high': `A price ends at ${groupThousands((HIGHEST_PRICE_CENTS / 100).toFixed(2))}.`,
  'above-original': 'The sale price is above the original price.',
}

/** Error texts by field name. */
export type FieldErrors = Record<string, string>

export function faultWords(faults: DraftFaults): FieldErrors {
  return Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field, DRAFT_FAULTS[fault]]),
  )
}

export const PICTURE_FAULTS: Record<PictureFault, string> = {
  'no-picture': 'Only JPEG, PNG and WebP pictures can be used.',
  'too-large': `The picture is larger than ${formatMegabytes(MOST_PICTURE_BYTES)}.`,
  empty: 'The file is empty.',
}

export function leftOutWords(left: number): string {
  return `A deal has at most ${MOST_PICTURES} pictures; ${left} ${left === 1 ? 'was' : 'were'} left out.`
}

const MOST_FOUND_BY = 8

/** Describes how typed sizes are read and compared; empty if there is nothing to say. */
export function sizesInWords(draft: Pick<FormDraft, 'sizes' | 'department' | 'category'>): string {
  const { sizes, unread } = readSizes(draft.sizes)
  const [first] = unread
  if (first !== undefined) return `“${first}” is no size that we know.`
  if (sizes.length === 0) return ''
  const { department, category } = draft
  const keys = keysOfSizes(sizes, { department: department || null, category: category || null })
  const labels = [...new Set(keys.map(sizeLabel))]
  const more = labels.length > MOST_FOUND_BY ? ` and ${labels.length - MOST_FOUND_BY} more` : ''
  const hint = category === '' ? ' Sizes are compared once department and category are chosen.' : ''
  return `Found as ${labels.slice(0, MOST_FOUND_BY).join(', ')}${more}.${hint}`
}

/** `Ada saved it at 09:12.` */
export function savedWords({ name, at }: SavedBy): string {
  return at === undefined ? `${name} saved it.` : `${name} saved it at ${formatTime(at)}.`
}

/** The label of a button that waits for pictures. */
export function waitingWords(count: number): string {
  return count === 1 ? 'Waiting for a picture…' : `Waiting for ${count} pictures…`
}

export const FAILED_PICTURE = 'A picture could not be used. Try it again or remove it.'

/** The announcements for screen readers while a picture is moved, by place, since pictures have no names. */
export function announceMoves(ids: string[]): Announcements {
  const place = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return {
    onDragStart: ({ active }) => `Picture ${place(active.id)} is taken up.`,
    onDragOver: ({ over }) => (over ? `It is over place ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) =>
      over ? `The picture is now at place ${place(over.id)}.` : 'The picture is where it was.',
    onDragCancel: () => 'The picture is where it was.',
  }
}

/** Says what the preview of the card cannot show. */
export function previewNote(viewer: PreviewViewer, isPreview: boolean): string {
  if (viewer === 'member') return 'Members go straight to the shop.'
  if (viewer === 'visitor')
    return 'Visitors get neither the name nor the shop, and are led to join.'
  return isPreview
    ? `Open to free users while it is among the day’s first ${spellNumber(FREE_DEALS_A_DAY)} free deals.`
    : 'Closed to free users. Tick “Free preview” to open it.'
}
