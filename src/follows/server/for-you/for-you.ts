import type { Catalogue } from '#app/deals/server/deals.ts'
import { findMatches } from '#app/deals/server/search/followed.ts'
import type { ForYou, ForYouQuery } from '#app/follows/follows.contract.ts'
import {
  DECLINED_FOR_MS,
  FOR_YOU_DAYS,
  FOR_YOU_PAGE_SIZE,
  MOST_CONSIDERED,
} from '#app/follows/follows.facts.ts'
import { findRetailerWords } from '#app/follows/server/follows.queries.ts'
import { nameSearches } from '#app/follows/server/follows.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { tellScreens } from '#app/server/live.ts'
import { notFound } from '#app/server/problem.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { isId } from '#app/shared/ids.ts'
import {
  countAsleep,
  deleteDeclined,
  deleteDeclinedBefore,
  findSetUpAt,
  insertDeclined,
} from './for-you.queries.ts'
import { type Chosen, choose, type DealFacts, isFollowed, type Taste } from './points.rules.ts'
import { findFactsOf, findFactsSince } from './taste.queries.ts'
import { readTastes, toFacts } from './taste.ts'
import { type FollowedNames, whyInWords } from './why.copy.ts'

/** A signed-in person with a confirmed account. */
type Person = Exclude<Viewer, { class: 'visitor' }>

/**
 * Chooses newest deals for people. The candidate deals are the same for everybody and cached; each person's
 * taste is read every time.
 */
export function createForYou(ctx: AppContext, catalogue: Catalogue) {
  const cached = createAnswerCache(ctx.live, 'deals', 'for-you')

  /** Returns the deals of the last days, the newest first. */
  async function readFacts(): Promise<DealFacts[]> {
    const from = addDays(businessDay(ctx.now()), 1 - FOR_YOU_DAYS)
    return cached(`facts ${from}`, () =>
      ctx.reads.feed(async (db) =>
        toFacts(await findFactsSince(db, { from, limit: MOST_CONSIDERED })),
      ),
    )
  }

  /** Returns the deals of a search, cached once for members and once for everybody else. */
  function dealsOf(search: string, isMember: boolean): Promise<ReadonlySet<string>> {
    const to = businessDay(ctx.now())
    const days = { from: addDays(to, 1 - FOR_YOU_DAYS), to }
    const key = `search ${isMember ? 'members' : 'public'} ${to} ${search}`
    return cached(key, () => ctx.reads.feed((db) => findMatches(db, search, { isMember, days })))
  }

  async function readTaste(userId: string): Promise<Taste> {
    const [person] = await readTastes(ctx.db, [userId], dealsOf)
    if (!person) throw new Error('nobody has no taste')
    return person.taste
  }

  return {
    readFacts,
    readTaste,

    /** Returns a page of deals as this person may see them, with reasons. Counts as a page of the feed. */
    listForYou: async (viewer: Person, { page, without }: ForYouQuery): Promise<ForYou> => {
      const { userId } = viewer
      await catalogue.countPage(viewer)
      const [facts, taste, setUpAt, asleep] = await Promise.all([
        readFacts(),
        readTaste(userId),
        findSetUpAt(ctx.db, userId),
        viewer.class === 'member' ? 0 : countAsleep(ctx.db, userId),
      ])
      const chosen = choose(facts, taste, ctx.now())
      const shown = chosen.slice((page - 1) * FOR_YOU_PAGE_SIZE, page * FOR_YOU_PAGE_SIZE)
      const [deals, names] = await Promise.all([
        catalogue.readDeals(
          viewer,
          shown.map(({ id }) => id),
        ),
        namesIn(ctx, shown, viewer.class === 'member'),
      ])
      return {
        deals: shown.flatMap(({ id, reasons }) => {
          const deal = deals.get(id)
          return deal ? { deal, why: whyInWords(reasons, names) } : []
        }),
        total: chosen.length,
        isSetUp: setUpAt !== null,
        asleep,
        ...(without !== undefined && taste.hidden.deals.has(without) && { takenAway: without }),
      }
    },
  }
}
export type ForYouList = ReturnType<typeof createForYou>

/**
 * Returns, in the words of 'For you', why each of these deals fits what a member follows. Deals that have
 * ended or fit nothing that they follow are left out.
 */
export async function whyForMember(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { userId, dealIds }: { userId: string; dealIds: string[] },
): Promise<ReadonlyMap<string, string>> {
  if (dealIds.length === 0) return new Map()
  const facts = toFacts(await findFactsOf(ctx.db, [...new Set(dealIds)]))
  const [first, ...others] = facts.map(({ publishedDay }) => publishedDay).toSorted()
  if (first === undefined) return new Map()
  const days = { from: first, to: others.at(-1) ?? first }
  const [person] = await readTastes(ctx.db, [userId], (search, isMember) =>
    findMatches(ctx.db, search, { isMember, days }),
  )
  if (!person?.isMember) return new Map()
  const chosen = choose(facts, person.taste, ctx.now()).filter(({ reasons }) => isFollowed(reasons))
  const names = await namesIn(ctx, chosen, true)
  return new Map(chosen.map(({ id, reasons }) => [id, whyInWords(reasons, names)]))
}

/** Returns the names that the reasons mention. */
async function namesIn(
  { db }: Pick<AppContext, 'db'>,
  shown: Chosen[],
  isMember: boolean,
): Promise<FollowedNames> {
  const reasons = shown.flatMap((each) => each.reasons)
  const retailerIds = reasons.flatMap((each) => (each.kind === 'retailer' ? each.retailerId : []))
  const searches = reasons.flatMap((each) => (each.kind === 'search' ? each.search : []))
  const [retailers, searchWords] = await Promise.all([
    findRetailerWords(db, [...new Set(retailerIds)]),
    nameSearches({ db }, [...new Set(searches)], isMember),
  ])
  return {
    retailers: new Map(retailers.map(({ id, name }) => [id, name])),
    searches: searchWords,
  }
}

/** Hides a deal from a person ("Not for me"). Throws 404 for a deal that is not published. */
export async function declineDeal(
  ctx: AppContext,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const isThere = isId(dealId) && (await insertDeclined(trx, { userId, dealId, now: ctx.now() }))
    if (!isThere) throw notFound('deal')
  })
  tellScreens(ctx, 'follows', userId)
}

/** Shows a hidden deal again; idempotent. */
export async function undoDecline(
  ctx: AppContext,
  { userId, dealId }: { userId: string; dealId: string },
): Promise<void> {
  await deleteDeclined(ctx.db, { userId, dealId })
  tellScreens(ctx, 'follows', userId)
}

export async function purgeOldDeclined(ctx: AppContext): Promise<void> {
  await deleteDeclinedBefore(ctx.db, new Date(ctx.now().getTime() - DECLINED_FOR_MS))
}
