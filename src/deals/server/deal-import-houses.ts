import type { Insertable } from 'kysely'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { newId } from '#app/server/ids.ts'
import { withoutWww } from './buy-url.rules.ts'
import { ensureBrands, ensureRetailers, findRetailersByDomain } from './deal-import.queries.ts'
import type { DealDraft } from './deal-import.rules.ts'
import { foldName } from './deal-import-names.rules.ts'

type Sold = Pick<DealDraft, 'retailerName' | 'link'>

/** The brands of these deals by folded name; those that are new are added. */
export async function findBrandIds(
  trx: Trx,
  createdAt: Date,
  drafts: Array<Pick<DealDraft, 'brandName'>>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { brandName } of drafts) {
    const nameKey = foldName(brandName)
    // The first spelling in the sheet becomes the brand's.
    if (!names.has(nameKey)) names.set(nameKey, brandName)
  }
  const brands = [...names].map(([nameKey, name]) => ({ id: newId(), name, nameKey, createdAt }))
  return ensureBrands(trx, brands)
}

/**
 * Who sells each: by the name that is given; else whoever sells at the link's domain; else
 * somebody new who is named after it.
 */
export async function findRetailerIds(trx: Trx, createdAt: Date, drafts: Sold[]) {
  const domains = new Set(drafts.map(retailerDomain))
  const idByDomain = await findRetailersByDomain(trx, [...domains])
  const keyByDomain = new Map<string, string>()
  const wanted = new Map<string, Insertable<Tables['retailers']>>()

  function want(name: string, domain: string) {
    const nameKey = foldName(name)
    if (!wanted.has(nameKey)) wanted.set(nameKey, { id: newId(), name, nameKey, domain, createdAt })
    if (!keyByDomain.has(domain)) keyByDomain.set(domain, nameKey)
  }
  for (const draft of drafts) {
    if (draft.retailerName !== '') want(draft.retailerName, retailerDomain(draft))
  }
  // After the named ones: a sheet may name a retailer once and then rely on its links.
  for (const domain of domains) {
    if (!idByDomain.has(domain) && !keyByDomain.has(domain)) want(domain, domain)
  }
  const idByKey = await ensureRetailers(trx, [...wanted.values()])
  return (draft: Sold) => {
    if (draft.retailerName !== '') return idByKey.get(foldName(draft.retailerName))
    const domain = retailerDomain(draft)
    return idByDomain.get(domain) ?? idByKey.get(keyByDomain.get(domain) ?? '')
  }
}

/** As shops are known by it. */
export function retailerDomain({ link }: Pick<Sold, 'link'>): string {
  return withoutWww(link.domain)
}
