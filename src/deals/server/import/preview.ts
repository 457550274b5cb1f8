import { foreseeRetailers } from '#app/deals/server/deal/ensure-brands-and-retailers.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import type { DealDraft, SheetDuplicate, SheetProblem } from './import.rules.ts'

/** A row as it is shown before anything is written; prices in dollars. */
export type PreviewRow = {
  row: number
  state: 'new' | 'duplicate' | 'problem'
  brandName: string
  productName: string
  originalPrice: number | null
  salePrice: number | null
  domain: string
  /** Who would be stored as its seller; the name is empty when neither name nor link says it. */
  retailer: { name: string; isKnown: boolean }
  /** The key of the card picture; null while it is not stored. */
  picture: string | null
}

const MOST_ROWS = 500

/** The first rows, those with problems before the others. */
export async function previewRows(
  { db }: Pick<AppContext, 'db'>,
  drafts: DealDraft[],
  about: {
    /** What would be imported, once everything is right. */
    fresh: DealDraft[]
    problems: SheetProblem[]
    duplicates: SheetDuplicate[]
    pictureIds: Map<string, string>
    /** Then no row can be imported, whatever it says. */
    areHeadingsWrong: boolean
  },
): Promise<PreviewRow[]> {
  const wrong = new Set(about.problems.map(({ row }) => row))
  const known = new Set(about.duplicates.map(({ row }) => row))
  const isWrong = ({ row }: DealDraft) => about.areHeadingsWrong || wrong.has(row)
  const first = [
    ...drafts.filter(isWrong).slice(0, MOST_ROWS),
    ...drafts.filter((draft) => !isWrong(draft)).slice(0, MOST_ROWS),
  ].slice(0, MOST_ROWS)
  const retailerOf = await foreseeRetailers(db, about.fresh, first)
  return first.map((draft) => ({
    row: draft.row,
    state: isWrong(draft) ? 'problem' : known.has(draft.row) ? 'duplicate' : 'new',
    brandName: draft.brandName,
    productName: draft.productName,
    originalPrice: dollars(draft.originalPriceCents),
    salePrice: dollars(draft.salePriceCents),
    domain: draft.link.domain,
    retailer: retailerOf(draft),
    picture: pictureKey(about.pictureIds.get(draft.cardPicture ?? '')),
  }))
}

function dollars(cents: number | null) {
  return cents === null ? null : cents / 100
}

function pictureKey(id: string | undefined) {
  return id === undefined ? null : fallbackKey(id)
}
