import type { BrandName, Fit, Setup, SetupWish } from '#app/follows/follows.contract.ts'
import {
  FIT_DAYS,
  MOST_FOLLOWS,
  MOST_FOUND_BRANDS,
  MOST_SEEN_BRANDS,
  MOST_SEEN_DAYS,
} from '#app/follows/follows.facts.ts'
import {
  countFollowed,
  deleteBrandsAndCategories,
  findFollows,
  findKnownBrands,
  insertFollows,
  lockFollows,
} from '#app/follows/server/follows.queries.ts'
import { noRoom } from '#app/follows/server/follows.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { tellScreens } from '#app/server/live.ts'
import { badRequest } from '#app/server/problem.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import type { ForYouList } from './for-you.ts'
import { choose } from './points.rules.ts'
import {
  findBrandsLike,
  findMostSeenBrands,
  findSetup,
  markOffered,
  upsertSetup,
} from './setup.queries.ts'

/** The setup of a person who has not chosen anything. */
export const NO_WISH: SetupWish = {
  departments: [],
  brands: [],
  categories: [],
  sizes: [],
  ceilings: {},
  hiddenBrands: [],
  hiddenCategories: [],
}

/** Returns a person's choices so far, and the options. */
export async function readSetup(
  ctx: AppContext,
  forYou: ForYouList,
  userId: string,
): Promise<Setup> {
  const from = addDays(businessDay(ctx.now()), 1 - MOST_SEEN_DAYS)
  const [setup, follows, mostSeen] = await Promise.all([
    findSetup(ctx.db, userId),
    findFollows(ctx.db, userId),
    ctx.reads.feed((db) => findMostSeenBrands(db, { from, limit: MOST_SEEN_BRANDS })),
  ])
  const brands = follows.flatMap(({ brandSlug, brandName, isHidden }) =>
    brandSlug === null ? [] : { slug: brandSlug, name: brandName ?? '', isHidden },
  )
  const slugs = (areHidden: boolean) =>
    brands.flatMap(({ slug, isHidden }) => (isHidden === areHidden ? slug : []))
  const categories = (areHidden: boolean) =>
    follows.flatMap(({ kind, value, isHidden }) =>
      kind === 'category' && isHidden === areHidden ? value : [],
    )
  const wish = {
    departments: setup?.departments ?? [],
    brands: slugs(false),
    categories: categories(false),
    sizes: setup?.sizeKeys ?? [],
    ceilings: Object.fromEntries(
      Object.entries(setup?.ceilings ?? {}).map(([category, cents]) => [category, cents / 100]),
    ),
    hiddenBrands: slugs(true),
    hiddenCategories: categories(true),
  }
  return {
    wish,
    fit: await countFit(ctx, forYou, { userId, wish }),
    brands: brands.map(({ slug, name }) => ({ slug, name })),
    mostSeen,
    isSetUp: (setup?.setUpAt ?? null) !== null,
  }
}

/**
 * Saves a setup, storing its brands and categories as follows and hidden items. Throws 400 for an unknown
 * brand, and 409 if the limit is exceeded.
 */
export async function saveSetup(
  ctx: AppContext,
  { userId, wish }: { userId: string; wish: SetupWish },
): Promise<void> {
  const brandIds = await readBrandIds(ctx, userId, wish)
  const now = ctx.now()
  const follow = (kind: 'brand' | 'category', isHidden: boolean) => (value: string) => ({
    id: newId(),
    userId,
    kind,
    value,
    isHidden,
    isForMembers: false,
    createdAt: now,
  })
  const idsOf = (slugs: string[]) => distinct(slugs.flatMap((slug) => brandIds.get(slug) ?? []))
  // If something is both followed and hidden, hiding wins.
  const hiddenBrands = idsOf(wish.hiddenBrands)
  const hiddenCategories = distinct(wish.hiddenCategories)
  const brands = idsOf(wish.brands).filter((id) => !hiddenBrands.includes(id))
  const categories = distinct(wish.categories).filter((each) => !hiddenCategories.includes(each))
  const wanted = [
    ...brands.map(follow('brand', false)),
    ...categories.map(follow('category', false)),
    ...hiddenBrands.map(follow('brand', true)),
    ...hiddenCategories.map(follow('category', true)),
  ]
  await ctx.db.transaction().execute(async (trx) => {
    await lockFollows(trx, userId)
    const before = (await findFollows(trx, userId)).filter(
      ({ kind }) => kind === 'brand' || kind === 'category',
    )
    await deleteBrandsAndCategories(trx, userId)
    if ((await countFollowed(trx, userId)) + wanted.length > MOST_FOLLOWS) throw noRoom()
    // Existing follows keep their id and date.
    const kept = new Map(before.map((each) => [`${each.kind} ${each.value}`, each]))
    await insertFollows(
      trx,
      wanted.map((each) => {
        const { id, createdAt } = kept.get(`${each.kind} ${each.value}`) ?? each
        return { ...each, id, createdAt }
      }),
    )
    await upsertSetup(trx, {
      userId,
      now,
      departments: distinct(wish.departments),
      sizeKeys: distinct(wish.sizes),
      ceilings: toCents(wish.ceilings),
    })
  })
  tellScreens(ctx, 'follows', userId)
}

/** Counts the deals of the last days that would fit these choices. */
export async function countFit(
  ctx: AppContext,
  forYou: ForYouList,
  { userId, wish }: { userId: string; wish: SetupWish },
): Promise<Fit> {
  const [facts, taste, brandIds] = await Promise.all([
    forYou.readFacts(),
    forYou.readTaste(userId),
    readBrandIds(ctx, userId, wish),
  ])
  const from = addDays(businessDay(ctx.now()), 1 - FIT_DAYS)
  const idsOf = (slugs: string[]) => new Set(slugs.flatMap((slug) => brandIds.get(slug) ?? []))
  const wished = {
    ...taste,
    brands: idsOf(wish.brands),
    categories: new Set(wish.categories),
    departments: new Set(wish.departments),
    sizeKeys: new Set(wish.sizes),
    ceilings: toCents(wish.ceilings),
    hidden: {
      ...taste.hidden,
      brands: idsOf(wish.hiddenBrands),
      categories: new Set(wish.hiddenCategories),
    },
  }
  const lately = facts.filter(({ publishedDay }) => publishedDay >= from)
  return { deals: choose(lately, wished, ctx.now()).length, days: FIT_DAYS }
}

/** Finds brands by a part of their name. */
export async function findBrands(ctx: AppContext, typed: string): Promise<BrandName[]> {
  const folded = foldName(typed)
  if (folded === '') return []
  return ctx.reads.feed((db) => findBrandsLike(db, { folded, limit: MOST_FOUND_BRANDS }))
}

/** Records that the setup was offered ("Later"), so that it is not offered again. */
export async function noteOffered(ctx: AppContext, userId: string): Promise<void> {
  await markOffered(ctx.db, userId, ctx.now())
  tellScreens(ctx, 'follows', userId)
}

async function readBrandIds(
  { db }: AppContext,
  userId: string,
  { brands, hiddenBrands }: SetupWish,
): Promise<Map<string, string>> {
  const slugs = distinct([...brands, ...hiddenBrands])
  const known = await findKnownBrands(db, { slugs, userId })
  const ids = new Map(known.map(({ slug, id }) => [slug, id]))
  const unknown = slugs.find((slug) => !ids.has(slug))
  if (unknown !== undefined) {
    const message = `We know no brand “${unknown}”.`
    throw badRequest(message, { [brands.includes(unknown) ? 'brands' : 'hiddenBrands']: message })
  }
  return ids
}

function toCents(ceilings: SetupWish['ceilings']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(ceilings).flatMap(([category, dollars]) =>
      dollars === undefined ? [] : [[category, dollars * 100]],
    ),
  )
}

function distinct<T>(values: T[]): T[] {
  return [...new Set(values)]
}
