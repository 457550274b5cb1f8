import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { FREE_DEALS_A_DAY } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { formatTime } from '#app/shared/dates.ts'
import { dealName } from '#app/shared/names.ts'
import type { ConflictField, SavedBy } from './conflict.rules.ts'
import type { PreviewViewer } from './preview.rules.ts'

/** What a deal is called in a sentence, also while it has neither brand nor name. */
export function dealTitle(deal: Pick<ManagedDeal, 'brandName' | 'productName' | 'domain'>): string {
  return dealName(deal, `a deal at ${deal.domain}`)
}

export function fieldName(field: ConflictField): string {
  return field === 'pictures' ? 'Pictures' : FORM_FIELDS[field].label
}

/** `Ada saved it at 9:12 AM.` */
export function savedWords({ name, at }: SavedBy): string {
  return at === undefined ? `${name} saved it.` : `${name} saved it at ${formatTime(at)}.`
}

/** On a button that waits for pictures. */
export function waitingWords(count: number): string {
  return count === 1 ? 'Waiting for a picture…' : `Waiting for ${count} pictures…`
}

export const FAILED_PICTURE = 'A picture could not be used. Try it again or remove it.'

/** What a screen reader says while a picture is moved, by places: pictures have no names. */
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

/** What the preview of the card cannot show. */
export function previewNote(viewer: PreviewViewer, isPreview: boolean): string {
  if (viewer === 'member') return 'Members go straight to the shop.'
  if (viewer === 'visitor')
    return 'Visitors get neither the name nor the shop, and are led to join.'
  return isPreview
    ? `Open to free users while it is among the day’s first ${spellNumber(FREE_DEALS_A_DAY)} free deals.`
    : 'Closed to free users. Tick “Free preview” to open it.'
}
