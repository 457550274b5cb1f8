import type { Insertable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { newId } from '#app/server/ids.ts'
import { foldName } from '#app/shared/names.ts'
import {
  endSuccessions,
  findRetailersByDomain,
  findRetailersByEither,
  insertMissingBrands,
  insertMissingRetailers,
  noteSuccessor,
} from './brands-and-retailers.queries.ts'
import { type BuyUrl, withoutWww } from './buy-url.rules.ts'

/** The retailer of a deal, by name and by link; an empty name leaves it to the link. */
type Seller = { retailerName: string; link: BuyUrl }

/** Returns the brand ids of these deals by folded name, and adds brands that are new. */
export async function ensureBrands(
  trx: Trx,
  createdAt: Date,
  drafts: Array<{ brandName: string }>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  // A sheet has many deals of few brands, and folding a name costs more than comparing it.
  for (const brandName of new Set(drafts.map((draft) => draft.brandName))) {
    const nameKey = foldName(brandName)
    // The first spelling in the sheet becomes the brand's name.
    if (!names.has(nameKey)) names.set(nameKey, brandName)
  }
  const brands = [...names].map(([nameKey, name]) => ({ id: newId(), name, nameKey, createdAt }))
  const ids = await insertMissingBrands(trx, brands)
  await endSuccessions(trx, [...ids.values()])
  return ids
}

type Moved = { before: { brandName: string } | null; after: { brandName: string } | null }

/**
 * Detects renamed brands after deals were changed together: several deals that moved from one brand to a single
 * other one, with none left, mean a rename. The old address then leads to the new brand, and so do its
 * followers. A single moved deal may only have been filed wrongly.
 */
export async function noteRenamedBrands(trx: Trx, moved: Moved[]): Promise<void> {
  const names = moved.flatMap(({ before, after }) => {
    const [from, to] = [before, after].map((deal) => foldName(deal?.brandName ?? ''))
    return from && to && from !== to ? [{ from, to }] : []
  })
  for (const [nameKey, some] of Map.groupBy(names, ({ from }) => from)) {
    const [successorKey, ...others] = new Set(some.map(({ to }) => to))
    if (successorKey === undefined || others.length > 0 || some.length < 2) continue
    await noteSuccessor(trx, { nameKey, successorKey })
  }
}

/**
 * Finds the retailer of each deal: by the given name; otherwise by the domain of the link; otherwise adds a
 * retailer named after the domain.
 */
export async function ensureRetailers(trx: Trx, createdAt: Date, drafts: Seller[]) {
  const domains = new Set(drafts.map(retailerDomain))
  const idByDomain = await findRetailersByDomain(trx, [...domains])
  const { named, keyByDomain } = namedRetailers(drafts)
  const wanted = new Map<string, Insertable<Tables['retailers']>>()
  for (const [nameKey, retailer] of named) {
    wanted.set(nameKey, { ...retailer, id: newId(), nameKey, createdAt })
  }
  for (const domain of domains) {
    const nameKey = foldName(domain)
    if (idByDomain.has(domain) || keyByDomain.has(domain) || wanted.has(nameKey)) continue
    wanted.set(nameKey, { id: newId(), name: domain, nameKey, domain, createdAt })
  }
  const idByKey = await insertMissingRetailers(trx, [...wanted.values()])
  return (draft: Seller) => {
    const idOfDomain = draft.retailerName === '' && idByDomain.get(retailerDomain(draft))
    return idOfDomain || idByKey.get(retailerKey(draft, keyByDomain))
  }
}

/** Finds the retailers that `shown` would get if these drafts were imported; writes nothing. */
export async function foreseeRetailers(db: Database, drafts: Seller[], shown: Seller[]) {
  const { named, keyByDomain } = namedRetailers(drafts)
  const { byKey, byDomain } = await findRetailersByEither(db, {
    nameKeys: [...new Set(shown.map((draft) => retailerKey(draft, keyByDomain)))],
    domains: [...new Set(shown.map(retailerDomain))],
  })
  return (draft: Seller): { name: string; isKnown: boolean } => {
    const domain = retailerDomain(draft)
    const nameKey = retailerKey(draft, keyByDomain)
    const ofDomain = draft.retailerName === '' ? byDomain.get(domain) : undefined
    const known = ofDomain ?? byKey.get(nameKey)
    if (known !== undefined) return { name: known, isKnown: true }
    return { name: named.get(nameKey)?.name ?? (draft.retailerName || domain), isKnown: false }
  }
}

/** The retailers a sheet names, by folded name. It may name one once and then rely on its links. */
function namedRetailers(drafts: Seller[]) {
  const named = new Map<string, { name: string; domain: string }>()
  const keyByDomain = new Map<string, string>()
  const keys = new Map<string, string>()
  for (const draft of drafts) {
    if (draft.retailerName === '') continue
    const nameKey = keys.get(draft.retailerName) ?? foldName(draft.retailerName)
    keys.set(draft.retailerName, nameKey)
    const domain = retailerDomain(draft)
    if (!named.has(nameKey)) named.set(nameKey, { name: draft.retailerName, domain })
    if (!keyByDomain.has(domain)) keyByDomain.set(domain, nameKey)
  }
  return { named, keyByDomain }
}

function retailerKey(draft: Seller, keyByDomain: Map<string, string>): string {
  if (draft.retailerName !== '') return foldName(draft.retailerName)
  const domain = retailerDomain(draft)
  return keyByDomain.get(domain) ?? foldName(domain)
}

/** The domain without `www.`, by which retailers are matched. */
function retailerDomain({ link }: Pick<Seller, 'link'>): string {
  return withoutWww(link.domain)
}
