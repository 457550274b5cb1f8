import { z } from 'zod'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import { SavedFeed, SavedFeedEnded } from '#app/saved/saved.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { sendCsv } from '#app/server/csv.ts'
import type { Http } from '#app/server/http/http.ts'
import { networkOf } from '#app/server/network.ts'
import { notFound, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { businessDay } from '#app/shared/dates.ts'
import {
  CALENDAR_TYPE,
  endFeed,
  FEED_FORMATS,
  type FeedFormat,
  readFeed,
  renewFeed,
  savedAsCsv,
  writeCalendarOfEnds,
  writeFeed,
} from './feeds.ts'

/** Generous, because feed readers poll several times an hour, and many share a network. */
const READS_AN_HOUR = 600

export function savedFeedsRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  const throttle = createThrottle(ctx, {
    name: 'saved-feed',
    limit: READS_AN_HOUR,
    windowSeconds: 3600,
  })

  http.get(
    '/api/saved/feed',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Whether there is a private link to the list, and since when',
        response: { 200: SavedFeed },
      },
    },
    async (request) => readFeed(ctx, (await requireUser(ctx, request)).id),
  )

  http.post(
    '/api/saved/feed',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Makes a private link to the list, shown this once; the one before is over',
        response: { 200: SavedFeed },
      },
    },
    async (request) => renewFeed(ctx, (await requireUser(ctx, request)).id),
  )

  http.delete(
    '/api/saved/feed',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Ends the private link to the list; harmless without one',
        response: { 200: SavedFeedEnded },
      },
    },
    async (request) => {
      await endFeed(ctx, (await requireUser(ctx, request)).id)
      return { success: true as const }
    },
  )

  http.get(
    '/api/saved/csv',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The whole list for a spreadsheet program',
        response: { 200: z.any().describe('text/csv') },
      },
    },
    async (request, reply) => {
      const { id: userId } = await requireUser(ctx, request)
      const viewer = await readViewer(ctx, request)
      const text = await savedAsCsv(ctx, catalogue, { viewer, userId })
      return sendCsv(reply, `saved-${businessDay(ctx.now())}`, text)
    },
  )

  http.get<{ Params: { file: string } }>(
    '/feeds/saved/:file',
    { config: { access: 'everyone' } },
    async (request, reply) => {
      const verdict = await throttle.consume(networkOf(request.ip))
      if (!verdict.isAllowed) {
        throw tooManyRequests('This feed was read too often.', verdict.waitSeconds)
      }
      const [token = '', format = ''] = request.params.file.split('.')
      const isCalendar = format === 'ics'
      if (!isCalendar && !isFormat(format)) throw notFound('feed')
      const text = isCalendar
        ? await writeCalendarOfEnds(ctx, catalogue, token)
        : await writeFeed(ctx, catalogue, { token, format })
      return reply
        .type(isCalendar ? CALENDAR_TYPE : FEED_FORMATS[format].type)
        .header('x-robots-tag', 'noindex')
        .header('referrer-policy', 'no-referrer')
        .send(text)
    },
  )
}

function isFormat(text: string): text is FeedFormat {
  return Object.hasOwn(FEED_FORMATS, text)
}
