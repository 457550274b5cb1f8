import type { DealDraft, SheetDuplicate, SheetProblem } from './deal-import.rules.ts'
import { fallbackKey } from './pictures.rules.ts'

/** A row as it is shown before anything is written; prices in dollars. */
export type PreviewRow = {
  row: number
  state: 'new' | 'duplicate' | 'problem'
  brandName: string
  productName: string
  originalPrice: number | null
  salePrice: number | null
  domain: string
  /** The key of the card picture; null while it is not stored. */
  picture: string | null
}

const MOST_ROWS = 500

/** The first rows, those with problems before the others. */
export function previewRows(
  drafts: DealDraft[],
  about: {
    problems: SheetProblem[]
    duplicates: SheetDuplicate[]
    pictureIds: Map<string, string>
  },
): PreviewRow[] {
  const wrong = new Set(about.problems.map(({ row }) => row))
  const known = new Set(about.duplicates.map(({ row }) => row))
  const isWrong = ({ row }: DealDraft) => wrong.has(row)
  const first = [
    ...drafts.filter(isWrong).slice(0, MOST_ROWS),
    ...drafts.filter((draft) => !isWrong(draft)).slice(0, MOST_ROWS),
  ].slice(0, MOST_ROWS)
  return first.map((draft) => ({
    row: draft.row,
    state: isWrong(draft) ? 'problem' : known.has(draft.row) ? 'duplicate' : 'new',
    brandName: draft.brandName,
    productName: draft.productName,
    originalPrice: dollars(draft.originalPriceCents),
    salePrice: dollars(draft.salePriceCents),
    domain: draft.link.domain,
    picture: pictureKey(about.pictureIds.get(draft.cardPicture ?? '')),
  }))
}

function dollars(cents: number | null) {
  return cents === null ? null : cents / 100
}

function pictureKey(id: string | undefined) {
  return id === undefined ? null : fallbackKey(id)
}
