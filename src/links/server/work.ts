import { setTimeout as delay } from 'node:timers/promises'
import {
  findNextVisit,
  type VisitAnswer,
  visitOneShop,
} from '#app/checks/server/looking/shop-visits.ts'
import { readLinkedPicture } from '#app/deals/server/pictures/links.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import type { OfferedPicture } from '#app/links/links.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { Problem } from '#app/server/problem.ts'
import { draftOf, underTyped } from './drafting.rules.ts'
import {
  findNextPasted,
  findWaitingHosts,
  giveUpHost,
  isNeverLookedAt,
  keepReading,
  lockLinks,
  type StoredLink,
  takePicturesDue,
  updateLink,
} from './links.queries.ts'
import { PASTED_LINKS_QUEUE } from './queue.ts'

/** Most concurrent requests of one process, each to another shop. */
const AT_ONCE = 8
const LONGEST_WORK_MS = 50_000
const SHORTEST_REST_MS = 100

/**
 * Runs after each paste, and every minute for what is left: reads every page that its shop's pace allows,
 * then fetches pictures.
 */
export const pastedLinksQueue: Queue = {
  cron: '* * * * *',
  work: async (ctx) => {
    const endsMs = performance.now() + LONGEST_WORK_MS
    // Lanes run independently: while one shop is slow, others become due.
    const lane = async () => {
      while (!ctx.isDraining()) {
        if (await readOne(ctx)) continue
        const hosts = await findWaitingHosts(ctx.db, ctx.now())
        if (hosts.length === 0) return false
        const next = await findNextVisit(ctx.db, hosts)
        const restMs = Math.max(SHORTEST_REST_MS, (next?.getTime() ?? 0) - ctx.now().getTime())
        if (performance.now() + restMs > endsMs) return true
        await delay(restMs)
      }
      return false
    }
    const [isMore] = await Promise.all([
      Promise.all(Array.from({ length: AT_ONCE }, lane)),
      // Fetches pictures while pages are read, so that the first drafts to appear have theirs.
      fetchPictures(ctx, endsMs),
    ])
    if (isMore.includes(true)) {
      // A person is waiting, so the next run does not wait for the cron minute.
      await ctx.db
        .transaction()
        .execute((trx) => ctx.jobs.send(trx, PASTED_LINKS_QUEUE, {}, { singletonKey: 'again' }))
    }
    await fetchPictures(ctx, endsMs)
  },
}

/** Reads every page that is due and returns the number of requests. Safe to run in several processes. */
export async function readDuePages(ctx: AppContext): Promise<number> {
  let requests = 0
  const lane = async () => {
    while (!ctx.isDraining() && (await readOne(ctx))) requests += 1
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return requests
}

/** Makes one request to any shop that may be visited by now; returns false if there is none. */
async function readOne(ctx: AppContext): Promise<boolean> {
  const hosts = await findWaitingHosts(ctx.db, ctx.now())
  if (hosts.length === 0) return false
  return visitOneShop(ctx, hosts, {
    pageOf: async (host) => pageOf(ctx, host),
    take: async ({ id, hops }, answer) => keep(ctx, { id, hops }, answer),
    takeAway: async (host) => giveUpHost(ctx.db, host, ctx.now()),
  })
}

async function pageOf(ctx: AppContext, host: string) {
  const wanted = await findNextPasted(ctx.db, host, ctx.now())
  if (!wanted || !(await isNeverLookedAt(ctx.db, host))) return wanted
  const changedAt = ctx.now()
  await keepReading(ctx.db, wanted.id, { state: 'unread', answer: 'never', changedAt })
  return undefined
}

async function keep(
  ctx: AppContext,
  { id, hops }: { id: string; hops: number },
  { fetched, leadsTo }: VisitAnswer,
): Promise<void> {
  const now = ctx.now()
  if (leadsTo !== undefined) {
    const host = new URL(leadsTo).hostname
    return keepReading(ctx.db, id, { nextUrl: leadsTo, host, hops: hops + 1 })
  }
  const { answer, notes, pictures, evidence, ...read } = draftOf(fetched)
  try {
    await ctx.db.transaction().execute(async (trx) => {
      const row = (await lockLinks(trx, [id])).get(id)
      if (!row) return
      const { draft, sources } = underTyped(read, row)
      const idOf = new Map(row.pictures.map((each) => [each.address, each.id]))
      const offered = pictures.map((address) => ({ address, id: idOf.get(address) || null }))
      // A refused page offers no pictures: those it offered before can still be chosen.
      const toChooseFrom: OfferedPicture[] = answer === null ? offered : row.pictures
      await keepReading(trx, id, {
        state: answer === null ? 'read' : 'unread',
        answer,
        draft: JSON.stringify(draft),
        sources: JSON.stringify(sources),
        notes: JSON.stringify(notes),
        pictures: JSON.stringify(toChooseFrom),
        evidence: evidence?.replaceAll('\0', '') ?? null,
        changedAt: now,
        picturesDue: answer === null && offered.length > 0,
      })
    })
  } catch (error) {
    // A page may hold something that cannot be stored; it must not block the others.
    ctx.log.error({ err: error }, 'a page of a pasted link could not be kept')
    await keepReading(ctx.db, id, { state: 'unread', answer: 'unreadable', changedAt: now })
  }
}

/** Fetches the first picture of each link that has none yet, one link at a time. */
async function fetchPictures(ctx: AppContext, endsMs: number): Promise<void> {
  while (!ctx.isDraining() && performance.now() < endsMs) {
    const link = await takePicturesDue(ctx.db)
    if (!link) return
    await storeOffered(ctx, link, 1)
  }
}

/** Fetches offered pictures until `most` are stored; skips those that cannot be fetched. */
export async function storeOffered(
  ctx: Pick<AppContext, 'db' | 'storage' | 'fetchOutside' | 'now' | 'log'>,
  link: Pick<StoredLink, 'id' | 'pictures'>,
  most: number,
): Promise<void> {
  const pictures = link.pictures.map((each) => ({ ...each }))
  let stored = 0
  for (const picture of pictures) {
    if (stored >= most) break
    if (picture.id === null) picture.id = await storeOne(ctx, picture.address)
    if (picture.id) stored += 1
  }
  const idOf = new Map(pictures.map(({ address, id }) => [address, id]))
  await ctx.db.transaction().execute(async (trx) => {
    // Meanwhile somebody may have chosen a picture or fetched others, or the page may have been read again.
    const row = (await lockLinks(trx, [link.id])).get(link.id)
    if (!row) return
    const now = row.pictures.map((each) => ({
      ...each,
      id: each.id || (idOf.get(each.address) ?? each.id),
    }))
    const first = now.find(({ id }) => id)?.id || null
    await updateLink(trx, link.id, {
      pictures: JSON.stringify(now),
      ...(row.picture === null && first !== null && { picture: first }),
      picturesDue: row.picturesDue && first === null,
    })
  })
}

async function storeOne(
  ctx: Pick<AppContext, 'db' | 'storage' | 'fetchOutside' | 'log'>,
  address: string,
): Promise<string | false> {
  try {
    return (await storePicture(ctx, await readLinkedPicture(ctx, address))).id
  } catch (error) {
    if (!(error instanceof Problem)) ctx.log.warn({ err: error }, 'a picture was left')
    return false
  }
}
