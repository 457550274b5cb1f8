import type { Deal } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { narrowAmong } from '#app/deals/server/search/search.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { RemovedOver, SavedDeal, SavedDeals, SavedQuery } from '#app/saved/saved.contract.ts'
import { MOST_SAVED, SAVED_PAGE_SIZE, UNDO_MS } from '#app/saved/saved.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { tellScreens } from '#app/server/live.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import {
  countOver,
  countTargets,
  deleteRemovedBefore,
  findMomentToRemove,
  findPriceNow,
  findSaved,
  findSavedIds,
  insertSaved,
  lockSaved,
  markOverRemoved,
  markRemoved,
  unmarkRemoved,
  updateTarget,
} from './saved.queries.ts'

/** More inserts than a database runs concurrently; only a list with less room than this has to lock. */
const AT_ONCE = 200

/**
 * Saves a deal of the feed, whoever may open it; a saved one stays as it is. Throws 404 for a deal that is
 * missing or not published, and 409 if the list is full. `priceCents` is the price at that time, if it
 * differs from the current one.
 */
export async function saveDeal(
  ctx: AppContext,
  { userId, dealId, priceCents }: { userId: string; dealId: string; priceCents?: number },
): Promise<void> {
  const now = ctx.now()
  const saved = { userId, dealId, priceCents, now, undoneSince: new Date(now.getTime() - UNDO_MS) }
  let outcome = await insertSaved(ctx.db, { ...saved, most: MOST_SAVED - AT_ONCE })
  if (outcome === 'full') {
    outcome = await ctx.db.transaction().execute(async (trx) => {
      await lockSaved(trx, userId)
      return insertSaved(trx, { ...saved, most: MOST_SAVED })
    })
  }
  if (outcome === 'no-deal') throw notFound('deal')
  if (outcome === 'full') throw full()
  if (outcome === 'saved') tellScreens(ctx, 'saved', userId)
}

/** Removes a deal from the list; idempotent. */
export async function removeSaved(
  ctx: AppContext,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<void> {
  const wasThere = await ctx.db.transaction().execute(async (trx) => {
    await lockSaved(trx, userId)
    const now = await findMomentToRemove(trx, { userId, now: ctx.now() })
    return markRemoved(trx, { userId, dealId, now })
  })
  if (wasThere) tellScreens(ctx, 'saved', userId)
}

/**
 * Sets the price at which a person wants to be told about a saved deal; null clears it. Throws 404 if the
 * deal is not saved, and 409 if it already costs no more than that.
 */
export async function setTarget(
  ctx: AppContext,
  { userId, dealId, price }: { userId: string; dealId: string; price: number | null },
): Promise<void> {
  const target =
    price === null
      ? { targetCents: null, targetSetAt: null }
      : { targetCents: price * 100, targetSetAt: ctx.now() }
  await ctx.db.transaction().execute(async (trx) => {
    await lockSaved(trx, userId)
    if (!(await updateTarget(trx, { userId, dealId, ...target }))) throw notFound('saved deal')
    const now = await findPriceNow(trx, dealId)
    if (target.targetCents !== null && now !== undefined && now <= target.targetCents) {
      const text = `It costs ${formatShortPrice(now / 100)} already. Say a lower price.`
      throw new Problem(409, 'target-reached', text)
    }
  })
  tellScreens(ctx, 'saved', userId)
}

/** Removes all ended and unlisted deals from the list, as narrowed by these filters. */
export async function removeOver(
  ctx: AppContext,
  { viewer, userId, address }: Pick<ListOf, 'viewer' | 'userId' | 'address'>,
): Promise<RemovedOver> {
  const saved = await findSavedIds(ctx.db, userId)
  const narrowed = await narrowAmong(ctx, viewer, { ids: saved, address: filtersIn(address) })
  const only = narrowed.isNarrowed ? [...narrowed.ids] : undefined
  const { removed, now } = await ctx.db.transaction().execute(async (trx) => {
    await lockSaved(trx, userId)
    const now = await findMomentToRemove(trx, { userId, now: ctx.now() })
    return { now, removed: await markOverRemoved(trx, { userId, now, only }) }
  })
  if (removed > 0) tellScreens(ctx, 'saved', userId)
  return { removed, at: now.toISOString() }
}

/**
 * Restores what was removed at that moment, unchanged; returns the count. Throws 409 if that was too long ago
 * or the list has no room.
 */
export async function bringBackOver(
  ctx: AppContext,
  { userId, at }: { userId: string; at: string },
): Promise<number> {
  const removedAt = new Date(at)
  const restored = await ctx.db.transaction().execute(async (trx) => {
    await lockSaved(trx, userId)
    const isInTime = removedAt.getTime() >= ctx.now().getTime() - UNDO_MS
    const count = isInTime ? await unmarkRemoved(trx, { userId, removedAt }) : 0
    if (count > 0 && (await findSavedIds(trx, userId)).length > MOST_SAVED) throw full()
    return count
  })
  if (restored === 0) {
    throw new Problem(409, 'undo-over', 'That was too long ago to be undone.')
  }
  tellScreens(ctx, 'saved', userId)
  return restored
}

/** Returns a page of the list, each deal as this viewer may see it now. */
export async function listSaved(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, userId, sort, page, address }: ListOf,
): Promise<SavedDeals> {
  const place = { offset: (page - 1) * SAVED_PAGE_SIZE, limit: SAVED_PAGE_SIZE }
  const saved = await findSavedIds(ctx.db, userId)
  const narrowed = await narrowAmong(ctx, viewer, { ids: saved, address: filtersIn(address) })
  // Unlisted deals have no facts to filter by.
  const only = narrowed.isNarrowed ? [...narrowed.ids] : undefined
  const [over, rows, asleep] = await Promise.all([
    countOver(ctx.db, userId, only),
    findSaved(ctx.db, { userId, sort, only, ...place }),
    viewer.class === 'member' ? 0 : countTargets(ctx.db, userId),
  ])
  const deals = await readListed(catalogue, viewer, rows)
  return {
    ...over,
    asleep,
    total: saved.length,
    matching: only?.length ?? saved.length,
    facets: narrowed.facets,
    saved: rows.map((row) => toSavedDeal(row, deals, viewer)),
  }
}

type ListOf = { viewer: Viewer; userId: string; address: URLSearchParams } & Pick<
  SavedQuery,
  'sort' | 'page'
>

/** Drops order and paging, which the list handles itself. */
function filtersIn(address: URLSearchParams): URLSearchParams {
  const filters = new URLSearchParams(address)
  for (const name of ['sort', 'page', 'ended']) filters.delete(name)
  return filters
}

/** Returns the newest deals of the list, up to `limit`, without paging. */
export async function listAllSaved(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, userId, limit }: { viewer: Viewer; userId: string; limit: number },
): Promise<SavedDeal[]> {
  const rows = await findSaved(ctx.db, { userId, sort: 'newest', offset: 0, limit })
  const deals = await readListed(catalogue, viewer, rows)
  return rows.map((row) => toSavedDeal(row, deals, viewer))
}

type SavedRow = Awaited<ReturnType<typeof findSaved>>[number]

function readListed(catalogue: Catalogue, viewer: Viewer, rows: SavedRow[]) {
  return catalogue.readDeals(
    viewer,
    rows.map(({ dealId }) => dealId),
  )
}

function toSavedDeal(
  { dealId, brandName, savedAt, salePriceCents, targetCents }: SavedRow,
  deals: Map<string, Deal>,
  viewer: Viewer,
): SavedDeal {
  return {
    dealId,
    brandName,
    savedAt: savedAt.toISOString(),
    priceThen: salePriceCents === null ? null : salePriceCents / 100,
    tellAt: viewer.class === 'member' && targetCents !== null ? targetCents / 100 : null,
    deal: deals.get(dealId) ?? null,
  }
}

export async function purgeRemovedSaved(ctx: AppContext): Promise<void> {
  await deleteRemovedBefore(ctx.db, new Date(ctx.now().getTime() - UNDO_MS))
}

function full(): Problem {
  return new Problem(
    409,
    'saved-full',
    `You have saved ${formatCount(MOST_SAVED)} deals, which is all that a list holds. Remove some to save others.`,
  )
}
