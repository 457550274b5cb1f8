import type { Database, Trx } from '#app/db/database.ts'
import type {
  ChangeRetailer,
  Delivery,
  ManagedRetailer,
  ManagedRetailers,
  RetailersQuery,
} from '#app/deals/registry.contract.ts'
import { RETAILERS_A_PAGE, TERMS_ARE_OLD_AFTER_DAYS } from '#app/deals/registry.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { badRequest, notFound, Problem } from '#app/server/problem.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { outboundAddress } from './outbound.rules.ts'
import {
  countRetailers,
  findDeliveryOfDeal,
  findRetailer,
  findRetailers,
  lockRetailer,
  type RetailerRecord,
  updateRegistry,
} from './registry.queries.ts'
import { deliveryOf, type RegistryColumns, readRegistry, withTermsDay } from './registry.rules.ts'

/** A retailer as the back office shows it. */
export async function findManagedRetailer(
  db: Database,
  retailerId: string,
): Promise<ManagedRetailer | undefined> {
  const row = await findRetailer(db, retailerId)
  return row && managed(row)
}

/** Delivery terms of a deal's retailer, for members; undefined when nobody has read them. */
export async function findDelivery(db: Database, dealId: string): Promise<Delivery | undefined> {
  const row = await findDeliveryOfDeal(db, dealId)
  if (!row || row.termsDay === null) return undefined
  return deliveryOf(row)
}

type Clock = Pick<AppContext, 'now'>

export async function listRetailers(
  ctx: Clock & Pick<AppContext, 'db'>,
  { page, ...asked }: RetailersQuery,
): Promise<ManagedRetailers> {
  const oldBefore = addDays(businessDay(ctx.now()), -TERMS_ARE_OLD_AFTER_DAYS)
  const narrowed = { ...asked, oldBefore }
  const place = { offset: (page - 1) * RETAILERS_A_PAGE, limit: RETAILERS_A_PAGE }
  const rows = await findRetailers(ctx.db, { ...narrowed, ...place })
  const total = await countRetailers(ctx.db, narrowed)
  return {
    retailers: rows.map(managed),
    total,
    pages: Math.max(1, Math.ceil(total / RETAILERS_A_PAGE)),
  }
}

type RetailerOutcome = { before: ManagedRetailer; after: ManagedRetailer }

/**
 * Saves typed values. Throws 404, 409 `changed-meanwhile` when somebody else has changed the retailer since it
 * was read, and 400 with messages by field.
 */
export async function changeRetailer(
  trx: Trx,
  ctx: Clock,
  retailerId: string,
  { version, ...typed }: ChangeRetailer,
): Promise<RetailerOutcome> {
  const today = businessDay(ctx.now())
  const { change, faults } = readRegistry({ version, ...typed }, today)
  const [first] = Object.values(faults)
  if (first !== undefined) throw badRequest(first, faults)
  await lockRetailer(trx, retailerId)
  const row = await findRetailer(trx, retailerId)
  if (!row) throw notFound('retailer')
  const before = managed(row)
  const columns = withTermsDay(columnsOf(row), { ...columnsOf(row), ...change }, today)
  // The same values saved twice, or by two people, are no conflict.
  if (isSame(columnsOf(row), columns)) return { before, after: before }
  if (row.registryVersion !== version) throw changedMeanwhile(row.name)
  await updateRegistry(trx, retailerId, columns)
  await announce(trx, 'deals')
  return {
    before,
    after: managed({ ...row, ...columns, registryVersion: row.registryVersion + 1 }),
  }
}

function changedMeanwhile(name: string): Problem {
  return new Problem(
    409,
    'changed-meanwhile',
    `Somebody else has changed ${name} since you opened it. Read it again, then change it.`,
  )
}

function isSame(a: RegistryColumns, b: RegistryColumns): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function columnsOf(row: RegistryColumns): RegistryColumns {
  return {
    linkTemplate: row.linkTemplate,
    network: row.network,
    subIdParameter: row.subIdParameter,
    commission: row.commission,
    isNeverChecked: row.isNeverChecked,
    shipsTo: row.shipsTo,
    deliveryCents: row.deliveryCents,
    freeDeliveryFromCents: row.freeDeliveryFromCents,
    duties: row.duties,
    returnDays: row.returnDays,
    termsDay: row.termsDay,
  }
}

const ANY_TRIP = 'T-00000-00000'

function managed(row: RetailerRecord): ManagedRetailer {
  const { id, name, slug, domain, deals, linkTemplate, network, subIdParameter } = row
  return {
    id,
    name,
    slug,
    domain,
    deals,
    linkTemplate,
    network,
    subIdParameter,
    commission: row.commission === null ? null : row.commission / 100,
    isNeverChecked: row.isNeverChecked,
    delivery: deliveryOf(row),
    example: outboundAddress(row.buyUrl ?? `https://${domain}/`, row, ANY_TRIP),
    version: row.registryVersion,
  }
}
