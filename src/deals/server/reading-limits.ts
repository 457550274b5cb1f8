import {
  MOST_FEED_PAGES_AN_HOUR,
  MOST_FEED_PAGES_AN_HOUR_ON_TRIAL,
  MOST_LINKS_A_DAY,
  MOST_RELATED_AN_HOUR,
  MOST_SUGGESTIONS_AN_HOUR,
} from '#app/deals/deals.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { warnRarely } from '#app/server/rate-limits/alarm.ts'
import { countSoon, findRefusal, noteRefusal } from '#app/server/rate-limits/count-soon.ts'
import { createThrottle, type Limit } from '#app/server/rate-limits/throttle.ts'

const HOUR_SECONDS = 3600
const LINKS = { name: 'leave', limit: MOST_LINKS_A_DAY, windowSeconds: 24 * HOUR_SECONDS }
const RELATED = { name: 'related', limit: MOST_RELATED_AN_HOUR, windowSeconds: HOUR_SECONDS }
const PAGES = { name: 'feed-pages', limit: MOST_FEED_PAGES_AN_HOUR, windowSeconds: HOUR_SECONDS }
const TOO_MANY_PAGES = 'You have read a great many pages.'

const SUGGESTED = {
  name: 'suggestions',
  limit: MOST_SUGGESTIONS_AN_HOUR,
  windowSeconds: HOUR_SECONDS,
}

/** Counts a link to a retailer; throws 429 above the daily limit. */
export async function countLink(ctx: AppContext, userId: string): Promise<void> {
  await count(ctx, LINKS, userId, {
    warning: 'somebody opens far more deals than a person does',
    text: 'You have opened a great many deals today.',
  })
}

/** Counts a page of the feed; throws 429 above the account's hourly limit. */
export async function countFeedPage(ctx: AppContext, viewer: Viewer): Promise<void> {
  if (viewer.userId === undefined) return
  // Each reader of the rendered page counts instead: see `mayReadFeedPages`.
  if (viewer.drawing) {
    viewer.drawing.feedPages += 1
    return
  }
  const waitSeconds = findRefusal(ctx, PAGES, viewer.userId)
  if (waitSeconds !== undefined) throw tooManyRequests(TOO_MANY_PAGES, waitSeconds)
  if (await mayReadFeedPages(ctx, viewer, 1)) return
  await count(ctx, pagesOf(viewer), viewer.userId, {
    warning: 'somebody reads far more of the feed than a person does',
    text: TOO_MANY_PAGES,
  })
}

/** Counts a deal whose related deals are requested; throws 429 above the hourly limit. */
export async function countRelated(ctx: AppContext, viewer: Viewer): Promise<void> {
  const { userId } = viewer
  // A page rendered for a class of viewers counts towards nobody's limit.
  if (userId === undefined || viewer.drawing) return
  if (await countSoon(ctx, RELATED, { key: userId, times: 1 })) return
  await count(ctx, RELATED, userId, {
    warning: 'somebody looks at far more deals than a person does',
    text: 'You have looked at a great many deals.',
  })
}

/** Counts a suggestion request, whose answer may contain product names; throws 429 above the hourly limit. */
export async function countSuggestions(ctx: AppContext, viewer: Viewer): Promise<void> {
  if (viewer.class !== 'member' || viewer.drawing) return
  if (await countSoon(ctx, SUGGESTED, { key: viewer.userId, times: 1 })) return
  await count(ctx, SUGGESTED, viewer.userId, {
    warning: 'somebody asks for far more suggestions than a person types',
    text: 'You have searched a great deal.',
  })
}

/** Counts pages of the feed, all at once or, above the limit, none; returns whether they were counted. */
export async function mayReadFeedPages(
  ctx: AppContext,
  viewer: Viewer,
  pages: number,
): Promise<boolean> {
  if (viewer.userId === undefined || pages === 0) return true
  if (findRefusal(ctx, PAGES, viewer.userId) !== undefined) return false
  return countSoon(ctx, pagesOf(viewer), { key: viewer.userId, times: pages })
}

function pagesOf(viewer: Viewer): Limit {
  const isOnTrial = viewer.class === 'member' && viewer.isOnTrial
  return isOnTrial ? { ...PAGES, limit: MOST_FEED_PAGES_AN_HOUR_ON_TRIAL } : PAGES
}

async function count(
  ctx: AppContext,
  limit: Limit,
  userId: string,
  { warning, text }: { warning: string; text: string },
): Promise<void> {
  const verdict = await createThrottle(ctx, limit).consume(userId)
  if (verdict.isAllowed) return
  // Warns once per window, not on every further attempt.
  const { name, windowSeconds } = limit
  noteRefusal(ctx, limit, userId, verdict.waitSeconds)
  await warnRarely(ctx, { name: `${name}-warning:${userId}`, windowSeconds }, { userId }, warning)
  throw tooManyRequests(text, verdict.waitSeconds)
}
