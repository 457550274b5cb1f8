import type { Database } from '#app/db/database.ts'
import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import { formatForeign, HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { SameDeal } from '#app/links/links.contract.ts'
import { businessDay } from '#app/shared/dates.ts'
import { dealName, foldName } from '#app/shared/names.ts'
import { findSameDeals, type SameRow, type StoredLink, type Subject } from './links.queries.ts'

/** Returns what identifies the product of a draft. */
function subjectOf({ id, urlKey, nextUrl, draft }: StoredLink): Subject {
  const price = parsePrice(draft.salePrice ?? '')
  const page = parseBuyUrl(nextUrl ?? '')
  return {
    id,
    urlKey,
    pageKey: page.ok ? page.key : null,
    gtin: draft.gtin?.replace(/\D/g, '').padStart(14, '0') || null,
    brandKey: foldName(draft.brandName ?? ''),
    product: (draft.productName ?? '').toLowerCase(),
    hundredths: 'cents' in price ? price.cents : null,
  }
}

/** Maps the id of each open link to the deals and other open links for the same product. */
export async function findSame(
  db: Database,
  rows: StoredLink[],
  now: Date,
): Promise<Map<string, SameDeal[]>> {
  const open = rows.filter(({ state }) => state !== 'made')
  const subjects = open.map(subjectOf)
  const found = await findSameDeals(db, subjects, now)
  const deals = await findManagedDeals(
    db,
    found.map(({ dealId }) => dealId),
  )
  const all = new Map<string, SameDeal[]>()
  const add = (id: string, same: SameDeal) => all.set(id, [...(all.get(id) ?? []), same])
  for (const { id, by, dealId } of found) {
    const deal = deals.get(dealId)
    if (deal) add(id, { by, ...sameOf(deal) })
  }
  for (const [at, one] of subjects.entries()) {
    // A match is shown at the link that comes later in the list, not at both.
    for (const other of subjects.slice(at + 1)) {
      const by = sameBy(one, other)
      const row = open.find(({ id }) => id === one.id)
      if (by && row) add(other.id, { by, ...sameLink(row) })
    }
  }
  return all
}

function sameBy(one: Subject, other: Subject): SameRow['by'] | undefined {
  if (one.pageKey !== null && one.pageKey === other.pageKey) return 'link'
  if (one.gtin !== null && one.gtin === other.gtin) return 'gtin'
  const isNamed = one.brandKey !== '' && one.product !== ''
  const isSame = one.brandKey === other.brandKey && one.product === other.product
  return isNamed && isSame && one.hundredths === other.hundredths ? 'words' : undefined
}

type Managed = NonNullable<ReturnType<Awaited<ReturnType<typeof findManagedDeals>>['get']>>

function sameOf(deal: Managed): Omit<SameDeal, 'by'> {
  const isForeign = deal.currency !== HOME_CURRENCY
  const price = isForeign ? deal.foreignNow : deal.salePrice
  return {
    dealId: deal.id,
    linkId: null,
    title: dealName(deal),
    retailer: deal.retailer,
    price: price === null ? '' : formatForeign(Math.round(price * 100), deal.currency),
    state: deal.state,
    day: deal.createdDay,
    picture: deal.dealCardImageUrl ?? deal.images[0] ?? null,
  }
}

function sameLink({ id, draft, picture, url, pastedAt }: StoredLink): Omit<SameDeal, 'by'> {
  const { brandName = '', productName = '', salePrice, currency = HOME_CURRENCY } = draft
  const price = parsePrice(salePrice ?? '')
  return {
    dealId: null,
    linkId: id,
    title: dealName({ brandName, productName }),
    price: 'cents' in price && price.cents ? formatForeign(price.cents, currency) : '',
    retailer: url === null ? '' : new URL(url).hostname,
    state: 'pasted',
    day: businessDay(pastedAt),
    picture: picture === null ? null : fallbackKey(picture),
  }
}
