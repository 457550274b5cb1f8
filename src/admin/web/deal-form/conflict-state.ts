import type { AuditPage } from '#app/admin/audit.contract.ts'
import { adminPath } from '#app/admin/web/shell/queries.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import type { ConflictField, DealVersion } from './conflict-fields.rules.ts'
import { formDraftOf } from './draft.rules.ts'
import { type PictureItem, pictureKeysOf, storedItem } from './picture-list.rules.ts'
import { newPictureId } from './picture-uploads.ts'

/** What stands in the way of saving, while somebody decides. */
export type Conflict = {
  saved: SavedBy
  /** Fields that both have changed. */
  contested: { field: ConflictField; theirs: DealVersion }[]
  /** What only they have changed: it is in the form by now. */
  takenOver: { field: ConflictField; before: DealVersion; theirs: DealVersion }[]
}

export type SavedBy = { name: string; at: string | undefined }

export function versionOf(deal: ManagedDeal): DealVersion {
  return { draft: formDraftOf(deal), pictures: picturesOf(deal) }
}

export function picturesOf(deal: ManagedDeal): string[] {
  return [...new Set([deal.dealCardImageUrl, ...deal.images])].filter((key) => key !== null)
}

/** The list of a form for these pictures; what was in the list already keeps its place there. */
export function itemsFor(keys: string[], known: PictureItem[], placeholder: string | null) {
  return keys.flatMap((key, index) => {
    const item = known.find((other) => other.key === key || other.id === key)
    return (
      item ?? storedItem(newPictureId(), { key, placeholder: index === 0 ? placeholder : null })
    )
  })
}

/** Pictures as they are compared: one that is not stored yet is a change by its own. */
export function comparedKeys(list: PictureItem[]): string[] {
  const stored = new Set(pictureKeysOf(list))
  return list.map(({ key, id }) => (key !== null && stored.has(key) ? key : id))
}

/** Who saved the deal last, from the audit; nobody by name when that cannot be read. */
export async function findSavedBy(dealId: string, ownSession: string): Promise<SavedBy> {
  const path = adminPath('/api/admin/audit', { kind: 'deal', subjectId: dealId, limit: 1 })
  try {
    const { entries } = (await browserApi.load(path)) as AuditPage
    const [last] = entries
    if (!last) return { name: 'Somebody else', at: undefined }
    const isOwn = last.actorSession === ownSession
    return { name: isOwn ? 'You, in another tab' : last.actorName, at: last.happenedAt }
  } catch {
    return { name: 'Somebody else', at: undefined }
  }
}
