import { Feed } from 'feed'
import type { Deal } from '#app/deals/deals.contract.ts'
import { endedInWords } from '#app/deals/life.copy.ts'
import { beforeInWords } from '#app/deals/prices/story.copy.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { findViewer, type Viewer } from '#app/membership/server/membership.ts'
import type { SavedDeal, SavedFeed } from '#app/saved/saved.contract.ts'
import { FEED_ITEMS, MOST_SAVED } from '#app/saved/saved.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { type CsvCell, csvText } from '#app/server/csv.ts'
import { notFound } from '#app/server/problem.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { businessDay } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { dealName, pieceName } from '#app/shared/names.ts'
import { paths } from '#app/shared/paths.ts'
import { writeCalendar } from './calendar.rules.ts'
import { deleteFeed, findFeedOwner, findFeedSince, upsertFeed } from './feeds.queries.ts'
import { listAllSaved } from './saved.ts'

export const FEED_FORMATS = {
  xml: { type: 'application/rss+xml; charset=utf-8', write: (feed: Feed) => feed.rss2() },
  json: { type: 'application/feed+json; charset=utf-8', write: (feed: Feed) => feed.json1() },
} as const
export type FeedFormat = keyof typeof FEED_FORMATS
/** The type of the calendar with the deals' ends. */
export const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

/** Creates the private link of a person's list, which is shown only now; replaces an earlier one. */
export async function renewFeed(ctx: AppContext, userId: string): Promise<SavedFeed> {
  const token = newToken()
  const createdAt = ctx.now()
  await upsertFeed(ctx.db, { userId, tokenHash: hashToken(token), createdAt })
  const address = (format: FeedFormat | 'ics') =>
    ctx.config.http.publicUrl + paths.savedFeed(token, format)
  return {
    createdAt: createdAt.toISOString(),
    links: { rss: address('xml'), json: address('json'), ics: address('ics') },
  }
}

export async function endFeed(ctx: AppContext, userId: string): Promise<void> {
  await deleteFeed(ctx.db, userId)
}

export async function readFeed(ctx: AppContext, userId: string): Promise<SavedFeed> {
  const createdAt = await findFeedSince(ctx.db, userId)
  return { createdAt: createdAt?.toISOString() ?? null, links: null }
}

/**
 * Writes the feed of a private link, with no more than its owner may see now and without links to retailers.
 * Throws 404 for a link that is invalid or replaced.
 */
export async function writeFeed(
  ctx: AppContext,
  catalogue: Catalogue,
  { token, format }: { token: string; format: FeedFormat },
): Promise<string> {
  const all = await readBehind(ctx, catalogue, { token, limit: FEED_ITEMS + 1 })
  const saved = all.slice(0, FEED_ITEMS)
  const { name } = ctx.config.club
  const { publicUrl } = ctx.config.http
  const feed = new Feed({
    id: `${publicUrl}${paths.saved()}`,
    link: `${publicUrl}${paths.saved()}`,
    title: `Saved · ${name}`,
    description:
      all.length > FEED_ITEMS
        ? `The ${FEED_ITEMS} deals you have saved last at ${name}.`
        : `The deals you have saved at ${name}.`,
    language: 'en',
    generator: false,
    updated: new Date(saved[0]?.savedAt ?? ctx.now()),
  })
  for (const each of saved) {
    if (!each.deal) continue
    const link = publicUrl + paths.deal(each.dealId)
    const description = priceInWords(each.deal, businessDay(ctx.now()))
    const date = new Date(each.savedAt)
    feed.addItem({
      id: link,
      link,
      title: dealName(each.deal),
      description,
      content: description,
      date,
    })
  }
  return FEED_FORMATS[format].write(feed)
}

/** Returns the list behind a private link, as its owner may see it now. Throws 404 for an invalid link. */
async function readBehind(
  ctx: AppContext,
  catalogue: Catalogue,
  { token, limit }: { token: string; limit: number },
): Promise<SavedDeal[]> {
  const userId = isTokenShaped(token) ? await findFeedOwner(ctx.db, hashToken(token)) : undefined
  if (userId === undefined) throw notFound('feed')
  const viewer = await findViewer(ctx, userId)
  return listAllSaved(ctx, catalogue, { viewer, userId, limit })
}

/** Writes a calendar with the stated ends of the live deals behind a private link. */
export async function writeCalendarOfEnds(
  ctx: AppContext,
  catalogue: Catalogue,
  token: string,
): Promise<string> {
  const saved = await readBehind(ctx, catalogue, { token, limit: MOST_SAVED })
  const { name } = ctx.config.club
  const { publicUrl } = ctx.config.http
  const ends = saved.flatMap(({ dealId, deal }) => {
    if (!deal?.endsAt || deal.state !== 'live') return []
    const link = publicUrl + paths.deal(dealId)
    return {
      uid: `${dealId}@${new URL(publicUrl).hostname}`,
      at: new Date(deal.endsAt),
      title: `Ends: ${dealName(deal)}`,
      description: `${priceInWords(deal, businessDay(ctx.now()))}\n${link}`,
      link,
    }
  })
  return writeCalendar({ name: `Saved · ${name}`, producer: name, now: ctx.now() }, ends)
}

function priceInWords(deal: Deal, today: string): string {
  const { salePrice } = deal
  // Feed readers cache items, so the text gives the date, which stays true on any day.
  if (deal.state === 'ended') return endedInWords(deal, '')
  if (salePrice === null) return 'Price not available'
  const before = beforeInWords(deal, today)
  return `Now ${formatShortPrice(salePrice)}${before === undefined ? '' : `, ${before}`}`
}

const CSV_COLUMNS = ['Saved on', 'Brand', 'Piece', 'Price then', 'Price now', 'Ended', 'Page']

/** Writes the whole list as CSV, with as much of each deal as this viewer may see. */
export async function savedAsCsv(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, userId }: { viewer: Viewer; userId: string },
): Promise<AsyncGenerator<string>> {
  const saved = await listAllSaved(ctx, catalogue, { viewer, userId, limit: MOST_SAVED })
  const { publicUrl } = ctx.config.http
  const row = ({ dealId, deal, brandName, savedAt, priceThen }: SavedDeal): CsvCell[] => [
    businessDay(new Date(savedAt)),
    brandName,
    (deal && pieceName(deal)) ?? null,
    priceThen,
    deal?.state === 'live' ? deal.salePrice : null,
    deal?.state === 'ended' ? endedInWords(deal, businessDay(ctx.now())) : null,
    deal ? publicUrl + paths.deal(dealId) : 'No longer listed',
  ]
  return csvText(CSV_COLUMNS, [saved.map(row)])
}
