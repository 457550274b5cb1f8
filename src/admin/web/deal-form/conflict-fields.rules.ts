import { DRAFT_FIELDS, type DraftField, type FormDraft, isSame } from './draft.rules.ts'
import { isSameOrder } from './picture-list.rules.ts'

/** All that the edit dialog can change of a deal. */
export type DealVersion = { draft: FormDraft; pictures: string[] }

export type ConflictField = DraftField | 'pictures'

export type Difference = {
  field: ConflictField
  /** Whether both have changed it; what only they have changed is taken as they left it. */
  isContested: boolean
}

type Versions = {
  /** As it was when the dialog was opened. */
  base: DealVersion
  theirs: DealVersion
  mine: DealVersion
}

const FIELDS: ConflictField[] = [...DRAFT_FIELDS, 'pictures']

export const FIELD_NAMES: Record<ConflictField, string> = {
  buyUrl: 'Buy URL',
  brandName: 'Brand name',
  productName: 'Product name',
  originalPrice: 'Original price',
  salePrice: 'Sale price',
  isPreview: 'Free preview',
  pictures: 'Pictures',
}

/** What they have changed meanwhile and I do not have so. */
export function findDifferences({ base, theirs, mine }: Versions): Difference[] {
  return FIELDS.filter(
    (field) => !isSameField(field, base, theirs) && !isSameField(field, mine, theirs),
  ).map((field) => ({ field, isContested: !isSameField(field, base, mine) }))
}

/**
 * Theirs, with what I have changed on top: all of it but the fields in which theirs is wanted.
 */
export function mergeVersions(versions: Versions, taken: ReadonlySet<ConflictField>): DealVersion {
  const { base, theirs, mine } = versions
  const isMine = (field: ConflictField) => !taken.has(field) && !isSameField(field, base, mine)
  const draft = { ...theirs.draft }
  for (const field of DRAFT_FIELDS) if (isMine(field)) copyField(field, mine.draft, draft)
  return { draft, pictures: isMine('pictures') ? mine.pictures : theirs.pictures }
}

function copyField<Field extends DraftField>(field: Field, from: FormDraft, to: FormDraft) {
  to[field] = from[field]
}

export function isSameField(field: ConflictField, a: DealVersion, b: DealVersion): boolean {
  if (field === 'pictures') return isSameOrder(a.pictures, b.pictures)
  return isSame(field, a.draft, b.draft)
}

export function hasChanged(base: DealVersion, mine: DealVersion): boolean {
  return FIELDS.some((field) => !isSameField(field, base, mine))
}
