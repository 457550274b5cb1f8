import type { FormFieldName } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { PictureNote } from '#app/deals/editing/picture-notes.facts.ts'
import { DRAFT_FIELDS, type FormDraft, formDraftOf, isSame } from './draft.rules.ts'
import { isSameOrder, otherNotes, type PictureItem, pictureKeysOf } from './picture-list.rules.ts'

/** What the edit dialog can change of a deal, in a form to compare and merge. */
export type DealVersion = {
  draft: FormDraft
  pictures: string[]
  /** Alternative texts and focal points of the pictures, by key. */
  notes: Record<string, PictureNote>
}

export type ConflictField = FormFieldName | 'pictures' | 'notes'

type Difference = {
  field: ConflictField
  /** Changed on both sides: a conflict. What only they have changed is merged. */
  isContested: boolean
}

/** A conflict with what somebody else has saved, until it is resolved. */
export type Conflict = {
  saved: SavedBy
  /** Fields that both sides have changed. */
  contested: { field: ConflictField; theirs: DealVersion }[]
  /** What only they have changed: it is already in the form. */
  takenOver: { field: ConflictField; before: DealVersion; theirs: DealVersion }[]
}

export type SavedBy = { name: string; at: string | undefined }

type Versions = {
  /** The version when the dialog was opened. */
  base: DealVersion
  theirs: DealVersion
  mine: DealVersion
}

const FIELDS: ConflictField[] = [...DRAFT_FIELDS, 'pictures', 'notes']

/** Returns the fields that they have changed since and whose values differ from mine. */
export function findDifferences({ base, theirs, mine }: Versions): Difference[] {
  return FIELDS.filter(
    (field) => !isSameField(field, base, theirs) && !isSameField(field, mine, theirs),
  ).map((field) => ({ field, isContested: !isSameField(field, base, mine) }))
}

/** Three-way merge: my changes on top of theirs, except for fields where theirs were taken. */
export function mergeVersions(versions: Versions, taken: ReadonlySet<ConflictField>): DealVersion {
  const { base, theirs, mine } = versions
  const isMine = (field: ConflictField) => !taken.has(field) && !isSameField(field, base, mine)
  const draft = { ...theirs.draft }
  for (const field of DRAFT_FIELDS) if (isMine(field)) copyField(field, mine.draft, draft)
  return {
    draft,
    pictures: isMine('pictures') ? mine.pictures : theirs.pictures,
    // Notes on a picture that only one side has are kept as well.
    notes: isMine('notes')
      ? { ...theirs.notes, ...mine.notes }
      : { ...mine.notes, ...theirs.notes },
  }
}

function copyField<Field extends FormFieldName>(field: Field, from: FormDraft, to: FormDraft) {
  to[field] = from[field]
}

export function isSameField(field: ConflictField, a: DealVersion, b: DealVersion): boolean {
  if (field === 'pictures') return isSameOrder(a.pictures, b.pictures)
  if (field === 'notes') return Object.keys(otherNotes(a.notes, b.notes)).length === 0
  return isSame(field, a.draft, b.draft)
}

export function hasChanged(base: DealVersion, mine: DealVersion): boolean {
  return FIELDS.some((field) => !isSameField(field, base, mine))
}

export function versionOf(deal: ManagedDeal): DealVersion {
  const notes = deal.pictures.map(({ key, alternative, focus }) => [key, { alternative, focus }])
  return { draft: formDraftOf(deal), pictures: picturesOf(deal), notes: Object.fromEntries(notes) }
}

function picturesOf(deal: ManagedDeal): string[] {
  return [...new Set([deal.dealCardImageUrl, ...deal.images])].filter((key) => key !== null)
}

/** Returns pictures for comparison: by key, or while not stored by id, which never equals a key. */
export function comparedKeys(list: PictureItem[]): string[] {
  const stored = new Set(pictureKeysOf(list))
  return list.map(({ key, id }) => (key !== null && stored.has(key) ? key : id))
}
