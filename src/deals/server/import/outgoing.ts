import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import { foreseeRetailers } from '#app/deals/server/deal/brands-and-retailers.ts'
import { findWarnings } from '#app/deals/server/warnings/warnings.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import type { SheetDeal } from './rows.rules.ts'

/** Whether the deal is published at once or scheduled. */
export function goesOut({ isPublished, isScheduled }: SheetDeal): boolean {
  return isPublished || isScheduled
}

/** Warnings about rows before they go out. */
export async function warningsOfRows(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  rows: SheetDeal[],
): Promise<Warning[]> {
  if (rows.length === 0) return []
  const retailerOf = await foreseeRetailers(db, rows, rows)
  const at = now()
  const outgoing = rows.map((draft) => {
    const { row, brandName, productName, gtin, styleNumber, salePriceCents } = draft
    const { startsAt, publishedAt, priceBasis, originalPriceCents } = draft
    const outAt = publishedAt ?? (startsAt !== null && startsAt > at ? startsAt : at)
    return {
      dealId: null,
      row,
      brandName,
      productName,
      gtin,
      styleNumber,
      salePriceCents,
      retailerName: retailerOf(draft).name,
      wasCents: priceBasis === 'unknown' ? null : originalPriceCents,
      hasPicture: draft.cardPicture !== undefined || draft.morePictures.length > 0,
      day: businessDay(outAt),
    }
  })
  return findWarnings(db, outgoing, at)
}
