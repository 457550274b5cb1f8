import type { Trx } from '#app/db/database.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { catalogueOf } from '#app/deals/server/deals.ts'
import type { News } from '#app/deals/server/feed/news.ts'
import {
  EDITION_LATEST_MS,
  EDITION_REACHES_BACK_MS,
  MOST_DEALS_IN_MAIL,
} from '#app/mailings/mailings.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { askAboutTrips, unansweredTrips } from '#app/savings/server/questions.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { type NewStreamMail, queueStreamMails } from '#app/server/mail/streams.ts'
import { businessDay, momentsAt } from '#app/shared/dates.ts'
import type { ReaderRow } from './choices.queries.ts'
import { choicesOf, takes } from './choices.ts'
import { editionLetter, withTripQuestions } from './edition.copy.ts'
import {
  type DueReader,
  findStoppedStreams,
  lockDueReaders,
  updateDueReaders,
} from './editions.queries.ts'
import { nextEditionAt } from './hours.rules.ts'
import { dealInLetter } from './letter-deals.ts'
import { type ReaderMail, type StreamTemplates, sendStreamMail } from './stream-mail.ts'

/** Small batches, so that no page waits long for the transaction. */
const READERS_AT_ONCE = 200
/** When a reader without a next edition is looked at again. */
const FAR_AWAY_MS = 24 * 60 * 60 * 1000

/** An edition queued for a reader. */
type PromisedEdition = {
  userId: string
  day: string
  /** The last day that the reader already had, if this mail covers more than one edition. */
  sinceDay: string | undefined
}
/** Called in the transaction that queues the editions. */
export type OnPromised = (trx: Trx, ctx: AppContext, editions: PromisedEdition[]) => Promise<void>

/** Queues the edition for all readers who are due, every minute. */
export function editions(onPromised: OnPromised): Queue {
  return { cron: '* * * * *', work: (ctx) => promiseEditions(ctx, onPromised) }
}

/** Queues the newest edition for all readers who are due. Concurrent processes find different readers. */
export async function promiseEditions(
  ctx: AppContext,
  onPromised: OnPromised = async () => {},
): Promise<void> {
  const stopped = await findStoppedStreams(ctx.db)
  // Readers due meanwhile wait; once the stream resumes, those not too late get theirs.
  if (stopped.some(({ stream }) => stream === 'edition')) return
  const now = ctx.now()
  const day = await catalogueOf(ctx).readNewestEdition()
  const nextOf = nextAfter(now)
  for (;;) {
    const found = await ctx.db.transaction().execute(async (trx) => {
      const readers = await lockDueReaders(trx, { now, limit: READERS_AT_ONCE })
      if (readers.length === 0) return 0
      const promised = new Map(
        readers.flatMap((reader) => {
          const mail = day === undefined ? undefined : promiseTo(reader, { now, day })
          return mail ? [[reader.id, mail] as const] : []
        }),
      )
      await askInWeekly(trx, ctx, readers, promised)
      const written = new Set(await queueStreamMails(trx, ctx, [...promised.values()]))
      const told = [...promised.values()].filter(({ key }) => written.has(key))
      await onPromised(
        trx,
        ctx,
        told.map(({ userId, data: { day, since } }) => ({
          userId,
          day,
          sinceDay: sinceDayOf(day, new Date(since)),
        })),
      )
      await updateDueReaders(
        trx,
        readers.map((reader) => ({
          userId: reader.id,
          nextEditionAt: nextOf(reader),
          sentDay: promised.has(reader.id) ? (day ?? null) : null,
          through: promised.has(reader.id) ? now : null,
        })),
      )
      return readers.length
    })
    if (found < READERS_AT_ONCE || ctx.isDraining()) return
  }
}

/** Returns a function that computes a reader's next due time, cached per hour and time zone. */
function nextAfter(now: Date): (reader: DueReader) => Date {
  const known = new Map<string, Date>()
  const farAway = new Date(now.getTime() + FAR_AWAY_MS)
  return (reader) => {
    const { edition, editionWeekday, hour, timeZone } = reader
    const clock = `${edition} ${editionWeekday} ${hour} ${timeZone}`
    const next = known.get(clock) ?? nextEditionAt(reader, now) ?? farAway
    known.set(clock, next)
    return next
  }
}

/** For the demo: queues the newest edition for a person at once. */
export async function promiseEditionNow(ctx: AppContext, userId: string): Promise<void> {
  const day = await catalogueOf(ctx).readNewestEdition()
  if (day === undefined) return
  const now = ctx.now()
  await ctx.db.transaction().execute((trx) =>
    sendStreamMail(trx, ctx, {
      userId,
      stream: 'edition',
      key: day,
      template: 'edition',
      data: {
        day,
        since: beginOf(day).toISOString(),
        through: now.toISOString(),
        isAskedForNow: true,
      },
    }),
  )
}

type EditionMail = NewStreamMail & { data: { day: string; since: string; trips?: string[] } }

/** Asks weekly readers once, in the edition, what became of their trips. */
async function askInWeekly(
  trx: Trx,
  ctx: AppContext,
  readers: DueReader[],
  promised: Map<string, EditionMail>,
): Promise<void> {
  const weekly = readers.filter(({ id, edition }) => edition === 'weekly' && promised.has(id))
  const asked = await askAboutTrips(
    trx,
    ctx,
    weekly.map(({ id }) => id),
  )
  for (const [userId, trips] of asked) {
    const mail = promised.get(userId)
    if (mail) mail.data.trips = trips.map(({ number }) => number)
  }
}

/** Returns the edition to queue; undefined if nothing is new, it is too late, or the reader gets no mail. */
function promiseTo(
  reader: DueReader,
  { now, day }: { now: Date; day: string },
): EditionMail | undefined {
  if (!takes(choicesOf(reader), 'edition')) return
  const dueAt = reader.nextEditionAt?.getTime() ?? 0
  if (now.getTime() - dueAt > EDITION_LATEST_MS) return
  if (reader.editionSentDay !== null && reader.editionSentDay >= day) return
  const since = newSince(reader, day)
  return {
    userId: reader.id,
    stream: 'edition',
    key: `edition:${reader.id}:${day}`,
    template: 'edition',
    to: reader.email,
    data: { day, since: since.toISOString(), through: now.toISOString() },
  }
}

/** Returns since when deals are new to a reader: since their last mail, but at most a week back. */
export function newSince(
  reader: Pick<ReaderRow, 'edition' | 'editionSentThrough'>,
  day: string,
): Date {
  const dayBegan = beginOf(day)
  const farthest = new Date(dayBegan.getTime() - EDITION_REACHES_BACK_MS)
  const { editionSentThrough: through } = reader
  if (through && through > farthest) return through
  return through || reader.edition === 'weekly' ? farthest : dayBegan
}

function sinceDayOf(day: string, since: Date): string | undefined {
  return since < beginOf(day) ? businessDay(since) : undefined
}

let lastBegun = { day: '', at: new Date(0) }

/** Returns the last moment before a business day. Cached, because all readers ask for the same day. */
function beginOf(day: string): Date {
  if (lastBegun.day !== day) lastBegun = { day, at: readBeginOf(day) }
  return lastBegun.at
}

function readBeginOf(day: string): Date {
  // By the UTC offset of that moment: on days when the clocks change, noon has another one.
  const midnight = momentsAt(day, '00:00')[0] ?? new Date(`${day}T05:00:00Z`)
  return new Date(midnight.getTime() - 1)
}

export const editionMails: StreamTemplates = { edition: drawEdition }

async function drawEdition(ctx: AppContext, mail: ReaderMail): Promise<Letter | undefined> {
  const { day, since, through, trips } = mail.data
  const span = { since: new Date(String(since)), through: new Date(String(through)) }
  const letter = await writeEdition(ctx, { viewer: mail.viewer, day: String(day), ...span })
  if (!letter || !Array.isArray(trips)) return letter
  const questions = await unansweredTrips(ctx.db, trips.map(String))
  return withTripQuestions(letter, questions)
}

export type Edition = {
  viewer: Viewer
  day: string
  since: Date
  through: Date
  /** Includes scheduled deals; for the back office only. */
  isComing?: boolean
}

/** Writes the edition as this viewer may see it; undefined if none of its deals is live any more. */
export async function writeEdition(
  ctx: AppContext,
  { viewer, day, since, through, isComing = false }: Edition,
): Promise<Letter | undefined> {
  if (viewer.class === 'visitor') return
  const span = { since, through, limit: MOST_DEALS_IN_MAIL }
  const catalogue = catalogueOf(ctx)
  const news = await (isComing
    ? catalogue.listComing(viewer, span)
    : catalogue.listNews(viewer, span))
  if (news.deals.length === 0) return
  const sinceDay = sinceDayOf(day, since)
  return writtenOnce(news, viewer.class, () =>
    editionLetter({
      day,
      sinceDay,
      forClass: viewer.class,
      deals: news.deals.map((deal) =>
        dealInLetter(deal, { stream: 'edition', today: businessDay(ctx.now()) }),
      ),
      open: news.deals.filter((deal) => deal.isAccessible).length,
      total: news.total,
      lowest: news.total === news.deals.length ? lowestPrice(news.deals) : undefined,
    }),
  )
}

function lowestPrice(deals: Deal[]): number | undefined {
  const prices = deals.flatMap(({ salePrice }) => salePrice ?? [])
  return prices.length > 0 ? Math.min(...prices) : undefined
}

const written = new WeakMap<News, Map<string, Letter>>()

/** Caches the letter by viewer class for as long as the news do not change. */
function writtenOnce(news: News, forClass: string, write: () => Letter): Letter {
  const letters = written.get(news) ?? new Map<string, Letter>()
  written.set(news, letters)
  const letter = letters.get(forClass) ?? write()
  letters.set(forClass, letter)
  return letter
}
