import type { Trx } from '#app/db/database.ts'
import { writeFilters } from '#app/deals/filters/filters.facts.ts'
import { asksForMembersFilters } from '#app/deals/filters/members-only.facts.ts'
import { readFilters } from '#app/deals/filters/reading.facts.ts'
import { termLabel, VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Follow, Follows, FollowWish } from '#app/follows/follows.contract.ts'
import {
  type FollowKind,
  LONGEST_FOLLOWED_SEARCH,
  MOST_FOLLOWS,
  MOST_SEARCHES,
} from '#app/follows/follows.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { tellScreens } from '#app/server/live.ts'
import { badRequest, forbidden, notFound, Problem } from '#app/server/problem.ts'
import { formatCount } from '#app/shared/counts.ts'
import {
  countFollowed,
  deleteFollow,
  deleteFollowsBefore,
  findBrandsOfSearches,
  findFollowId,
  findFollows,
  findKnownBrands,
  findKnownRetailer,
  findRetailersOfSearches,
  findRetailerWords,
  hasSetup,
  lockFollows,
  upsertFollow,
} from './follows.queries.ts'
import { searchInWords } from './search-words.copy.ts'

/** A signed-in person and what they may see. */
type Someone = { viewer: Viewer; userId: string }

/** Lists follows and hidden items. Without a membership, those that need one have no name. */
export async function listFollows(
  { db }: Pick<AppContext, 'db'>,
  { viewer, userId }: Someone,
): Promise<Follows> {
  const isMember = viewer.class === 'member'
  const [rows, wasSetUpOffered] = await Promise.all([findFollows(db, userId), hasSetup(db, userId)])
  const awake = rows.filter(({ isForMembers }) => isMember || !isForMembers)
  const searches = awake.flatMap(({ kind, value }) => (kind === 'search' ? value : []))
  const [retailers, searchWords] = await Promise.all([
    findRetailerWords(
      db,
      awake.flatMap(({ kind, value }) => (kind === 'retailer' ? value : [])),
    ),
    nameSearches({ db }, searches, isMember),
  ])
  const retailerOf = new Map(retailers.map((each) => [each.id, each]))
  const follows = rows.map((row): Follow => {
    const { id, kind, isHidden } = row
    const about = { id, kind, isHidden, createdAt: row.createdAt.toISOString() }
    if (row.isForMembers && !isMember) {
      return { ...about, isAsleep: true, value: null, label: ASLEEP[kind] }
    }
    const retailer = retailerOf.get(row.value)
    const named = {
      brand: { value: row.brandSlug, label: row.brandName ?? '' },
      category: { value: row.value, label: termLabel('category', row.value) },
      retailer: { value: retailer?.slug ?? null, label: retailer?.name ?? '' },
      search: { value: row.value, label: searchWords.get(row.value) ?? '' },
    }
    return { ...about, isAsleep: false, ...named[kind] }
  })
  return { follows, most: MOST_FOLLOWS, wasSetUpOffered }
}

const ASLEEP: Record<FollowKind, string> = {
  brand: 'A brand',
  category: 'A category',
  retailer: 'A retailer',
  search: 'A search',
}

/** Returns the names of searches; those of retailers only for members. */
export async function nameSearches(
  { db }: Pick<AppContext, 'db'>,
  searches: string[],
  isMember: boolean,
): Promise<Map<string, string>> {
  const read = searches.map((search) => ({
    search,
    filters: readFilters(new URLSearchParams(search)).filters,
  }))
  const brandSlugs = read.flatMap(({ filters }) => [...filters.brand, ...filters['not-brand']])
  const retailerSlugs = isMember
    ? read.flatMap(({ filters }) => [...filters.retailer, ...filters['not-retailer']])
    : []
  const [brands, retailers] = await Promise.all([
    findBrandsOfSearches(db, brandSlugs),
    findRetailersOfSearches(db, retailerSlugs),
  ])
  const names = { brands: bySlug(brands), retailers: bySlug(retailers) }
  return new Map(read.map(({ search, filters }) => [search, searchInWords(filters, names)]))
}

function bySlug(rows: Array<{ slug: string; name: string }>) {
  return new Map(rows.map(({ slug, name }) => [slug, name]))
}

/**
 * Follows or hides something; idempotent. Throws 404 if it is unknown, 403 if only members may see it, and
 * 409 if the limit is reached.
 */
export async function setFollow(
  ctx: AppContext,
  { viewer, userId }: Someone,
  { kind, value: asked, isHidden }: FollowWish,
): Promise<{ id: string }> {
  const { value, isForMembers } = await understand(ctx, { viewer, userId }, kind, asked)
  const id = await ctx.db.transaction().execute(async (trx) => {
    await lockFollows(trx, userId)
    if (kind === 'brand') await deleteFollowsBefore(trx, userId, value)
    const isThere = await findFollowId(trx, { userId, kind, value })
    if (isThere === undefined) await requireRoom(trx, userId, kind)
    return upsertFollow(trx, {
      id: newId(),
      userId,
      kind,
      value,
      isHidden,
      isForMembers,
      createdAt: ctx.now(),
    })
  })
  tellScreens(ctx, 'follows', userId)
  return { id }
}

/** Removes a follow or hidden item; idempotent. */
export async function removeFollow(
  ctx: AppContext,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const wasThere = await ctx.db.transaction().execute(async (trx) => {
    await lockFollows(trx, userId)
    return deleteFollow(trx, { userId, id })
  })
  if (wasThere) tellScreens(ctx, 'follows', userId)
}

type Understood = { value: string; isForMembers: boolean }

async function understand(
  ctx: AppContext,
  { viewer, userId }: Someone,
  kind: FollowKind,
  asked: string,
): Promise<Understood> {
  switch (kind) {
    case 'brand': {
      const [brand] = await findKnownBrands(ctx.db, { slugs: [asked], userId })
      if (!brand) throw notFound('brand')
      return { value: brand.id, isForMembers: false }
    }
    case 'category':
      if (!VOCABULARY.category.some(({ value }) => value === asked)) throw notFound('category')
      return { value: asked, isForMembers: false }
    case 'retailer': {
      if (viewer.class !== 'member') throw membersOnly()
      const retailer = await findKnownRetailer(ctx.db, { slug: asked, userId })
      if (!retailer) throw notFound('retailer')
      return { value: retailer.id, isForMembers: true }
    }
    case 'search':
      return understandSearch(viewer, asked)
  }
}

/** Returns the canonical form of a search, without what changes from visit to visit: order, page, day. */
function understandSearch(viewer: Viewer, asked: string): Understood {
  const address = new URLSearchParams(asked)
  const isMember = viewer.class === 'member'
  const isOfRetailers = asksForMembersFilters(address)
  if (isOfRetailers && !isMember) throw membersOnly()
  const { filters, problems } = readFilters(address)
  const [problem] = problems
  if (problem) {
    throw badRequest('This search was not understood.', {
      value: `${problem.name} ${problem.message}`,
    })
  }
  const value = writeFilters({
    ...filters,
    sort: undefined,
    day: undefined,
    ended: false,
    page: 1,
  })
  if (value === '') throw badRequest('Choose something first: this is the whole feed.')
  if (value.length > LONGEST_FOLLOWED_SEARCH) throw badRequest('This search is too long to keep.')
  // A member's text search also covers what only members may know.
  return { value, isForMembers: isMember && (isOfRetailers || filters.q !== '') }
}

function membersOnly(): Problem {
  return forbidden('members-only', 'Retailers are for members. Join to choose by them.')
}

async function requireRoom(trx: Trx, userId: string, kind: FollowKind): Promise<void> {
  if ((await countFollowed(trx, userId)) >= MOST_FOLLOWS) throw noRoom()
  if (kind === 'search' && (await countFollowed(trx, userId, 'search')) >= MOST_SEARCHES) {
    throw new Problem(
      409,
      'searches-full',
      `You follow ${formatCount(MOST_SEARCHES)} searches, which is all that there is room for. Let one go to follow another.`,
    )
  }
}

export function noRoom(): Problem {
  return new Problem(
    409,
    'follows-full',
    `You follow or leave out ${formatCount(MOST_FOLLOWS)} things, which is all that there is room for. Let some go to add others.`,
  )
}
