import type { Trx } from '#app/db/database.ts'
import type { ManagedRow } from '#app/deals/server/deal/managed-deals.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import {
  columnsOf,
  type DealColumns,
  observePrices,
  refuseSameLink,
  whatDiffers,
} from './columns.ts'
import {
  insertDeal,
  lockDeals,
  markDeleted,
  markPublished,
  markUnpublished,
  replaceDealPictures,
  updateDealRow,
} from './editing.queries.ts'
import { type DealChange, priceFaults, publishingFaults } from './editing.rules.ts'
import { getLiveRow, refuseFaults, type Written, written } from './rows.ts'

export type { DealChange } from './editing.rules.ts'
export { type DealForm, prepareChange } from './form.ts'
export {
  deleteDeals,
  type ManyWritten,
  publishDeals,
  restoreDeals,
} from './many.ts'
export type { Written } from './rows.ts'

type Clock = Pick<AppContext, 'now'>

/**
 * Enters a deal. Throws 409 `deal-exists` when its link is in the club already, and 422
 * `invalid-deal` when it shall be published and lacks something.
 */
export async function createDeal(trx: Trx, ctx: Clock, change: DealChange): Promise<Written> {
  const now = ctx.now()
  const { link, pictureIds = [], isPublished = false } = change
  if (!link) throw new Error('A deal without a link was let through.')
  if (isPublished) refuseFaults(publishingFaults({ brandName: '', productName: '', ...change }))
  await lockDeals(trx)
  await refuseSameLink(trx, link.key)
  const { retailerId = '', ...columns } = await columnsOf(trx, change, now)

  const id = newId()
  await insertDeal(trx, {
    ...EMPTY,
    ...columns,
    id,
    retailerId,
    buyUrl: link.url,
    buyUrlKey: link.key,
    domain: link.domain,
    isPublished,
    createdAt: now,
    publishedAt: isPublished ? now : null,
  })
  await replaceDealPictures(trx, id, pictureIds)
  await observePrices(trx, id, now, { columns })
  await announce(trx, 'deals')
  return written(null, await getLiveRow(trx, id))
}

const EMPTY = {
  brandId: null,
  productName: '',
  originalPriceCents: null,
  salePriceCents: null,
  cardPictureId: null,
  category: null,
  startsAt: null,
  endsAt: null,
  importId: null,
}

/**
 * Changes what a person has edited. Throws 404 for a deal that is missing or deleted, 409
 * `deal-changed` when it has another version by now, 409 `deal-exists` when another deal has the
 * link, and 422 `invalid-deal`.
 */
export async function updateDeal(
  trx: Trx,
  ctx: Clock,
  id: string,
  change: DealChange,
): Promise<Written> {
  await lockDeals(trx)
  const before = await getLiveRow(trx, id)
  refuseOldVersion(before, change)
  const { link, isPublished = before.isPublished, pictureIds = before.fallbackPictureIds } = change
  if (link && link.key !== before.buyUrlKey) await refuseSameLink(trx, link.key)
  const columns = whatDiffers(before, await columnsOf(trx, change, ctx.now(), before))
  refuseFaults({
    ...priceFaults({ ...before, ...columns }),
    ...(isPublished ? publishingFaults({ ...before, ...change }) : {}),
  })
  const isSwitched = isPublished !== before.isPublished
  const hasOtherPictures = pictureIds.join() !== before.fallbackPictureIds.join()
  if (!isSwitched && !hasOtherPictures && isEmpty(columns)) return written(before, before)

  // A published deal has its brand and name at every moment: the table itself sees to it.
  if (isSwitched && !isPublished) await markUnpublished(trx, [id])
  await updateDealRow(trx, id, { ...columns, version: before.version + 1 })
  if (hasOtherPictures) await replaceDealPictures(trx, id, pictureIds)
  if (isSwitched && isPublished) await markPublished(trx, [id], moment(ctx))
  await observePrices(trx, id, ctx.now(), { before, columns })
  await announce(trx, 'deals')
  return written(before, await getLiveRow(trx, id))
}

/** Publishes a deal or takes it back. Throws 404, and 422 `invalid-deal` while it lacks something. */
export async function publishDeal(
  trx: Trx,
  ctx: Clock,
  id: string,
  { isPublished }: { isPublished: boolean },
): Promise<Written> {
  await lockDeals(trx)
  const before = await getLiveRow(trx, id)
  if (before.isPublished === isPublished) return written(before, before)
  if (isPublished) {
    refuseFaults(publishingFaults(before))
    await markPublished(trx, [id], moment(ctx))
  } else {
    await markUnpublished(trx, [id])
  }
  await announce(trx, 'deals')
  return written(before, await getLiveRow(trx, id))
}

type Switches = {
  showInSplash?: boolean | undefined
  carouselAssignment?: number | undefined
  isPreview?: boolean | undefined
}

/** Sets the switches that stand beside a deal. Throws 404. */
export async function switchDeal(trx: Trx, id: string, switches: Switches): Promise<Written> {
  const { showInSplash, carouselAssignment, isPreview } = switches
  await lockDeals(trx)
  const before = await getLiveRow(trx, id)
  const columns = whatDiffers(before, { showInSplash, carouselAssignment, isPreview })
  if (isEmpty(columns)) return written(before, before)
  // The edit dialog shows the preview switch, and none of the others.
  const version = columns.isPreview === undefined ? before.version : before.version + 1
  await updateDealRow(trx, id, { ...columns, version })
  await announce(trx, 'deals')
  return written(before, await getLiveRow(trx, id))
}

/** Takes a deal away; it can be restored. Throws 404, also when it is deleted already. */
export async function deleteDeal(trx: Trx, ctx: Clock, id: string): Promise<Written> {
  await lockDeals(trx)
  const before = await getLiveRow(trx, id)
  await markDeleted(trx, [id], ctx.now())
  await announce(trx, 'deals')
  return written(before, null)
}

function refuseOldVersion(row: ManagedRow, { version }: DealChange) {
  if (version === undefined || version === row.version) return
  const text = 'Somebody else has saved this deal since you opened it.'
  throw new Problem(409, 'deal-changed', text)
}

function isEmpty(columns: DealColumns) {
  return Object.keys(columns).length === 0
}

function moment(ctx: Clock) {
  const now = ctx.now()
  return { now, today: businessDay(now) }
}
