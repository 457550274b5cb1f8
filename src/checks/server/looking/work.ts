import { setTimeout as delay } from 'node:timers/promises'
import { LOOKED_AFTER_END_MS } from '#app/checks/checks.facts.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { businessDay, DAY_MS, HOUR_MS } from '#app/shared/dates.ts'
import { applyLook } from './apply.ts'
import { askForPage, type KeptPage } from './ask.ts'
import { setDue } from './looks.queries.ts'
import { nextAt } from './pace.rules.ts'
import { knowsRobots, LEASE_MS, ROBOTS_AWAY_MS } from './robots-turn.ts'
import {
  type ClaimedHost,
  claimHost,
  enrolDeals,
  failHost,
  findNextOfHost,
  findNextRequest,
  releaseHost,
  sendOn,
} from './work.queries.ts'

/** How many requests a process has in flight at once, each to a different host. */
const AT_ONCE = 4
/** How long one job works before it leaves the rest to the next one, due every minute. */
const LONGEST_WORK_MS = 50_000
const SHORTEST_REST_MS = 250

/**
 * Works through the checks that are due, and waits for those due within the job's minute. Any number of
 * processes may do so at once.
 */
export const priceChecksQueue: Queue = {
  cron: '* * * * *',
  work: async (ctx) => {
    if (!ctx.config.priceChecks.isOn || (await isSwitchedOff(ctx, 'price-checks'))) return
    await enrol(ctx)
    const endsMs = performance.now() + LONGEST_WORK_MS
    while (!ctx.isDraining()) {
      await lookAtDue(ctx)
      const next = await findNextRequest(ctx.db)
      const restMs = Math.max(SHORTEST_REST_MS, (next?.getTime() ?? Infinity) - ctx.now().getTime())
      if (performance.now() + restMs > endsMs) return
      await delay(restMs)
    }
  },
}

/** Brings the list of checked deals up to date. */
export async function enrol(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now()
  await enrolDeals(ctx.db, {
    now,
    today: businessDay(now),
    endedSince: new Date(now.getTime() - LOOKED_AFTER_END_MS),
    clickedSince: new Date(now.getTime() - DAY_MS),
  })
}

/** Makes every request that is due now and returns how many. */
export async function lookAtDue(ctx: AppContext): Promise<number> {
  let requests = 0
  const lane = async () => {
    while (!ctx.isDraining() && !(await isSwitchedOff(ctx, 'price-checks'))) {
      const now = ctx.now()
      const until = new Date(now.getTime() + LEASE_MS)
      const host = await claimHost(ctx.db, { now, until })
      if (!host) return
      await askHost(ctx, host)
      requests += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return requests
}

/** Makes one request to a claimed host: for its robots.txt, or for the next page due there. */
async function askHost(ctx: AppContext, claimed: ClaimedHost): Promise<void> {
  const { host } = claimed
  const check = await findNextOfHost(ctx.db, host, ctx.now())
  if (!check) return releaseHost(ctx.db, host, {})
  if (check.url !== check.buyUrl) {
    // The deal's link has changed since it was listed, so it starts over.
    await enrol(ctx)
    return releaseHost(ctx.db, host, {})
  }
  const url = check.nextUrl ?? check.url
  if (!(await knowsRobots(ctx, claimed, url, () => failDue(ctx, host)))) return

  try {
    await askPage(ctx, { host, robots: claimed.robots, check, url })
  } catch (error) {
    // A bad page must not hold up the others: the host is free again once the lease has ended.
    ctx.log.error({ err: error }, 'a look at a page failed and is tried again later')
    await setDue(ctx.db, [check.dealId], new Date(ctx.now().getTime() + HOUR_MS))
  }
}

type Look = {
  host: string
  robots: string | null
  check: NonNullable<Awaited<ReturnType<typeof findNextOfHost>>>
  url: string
}

async function askPage(ctx: AppContext, { host, robots, check, url }: Look): Promise<void> {
  const { dealId, hops, etag, lastModified } = check
  // Written only by us, so the shape is known.
  const found = check.found as KeptPage | null
  const kept = found && check.nextUrl === null ? { etag, lastModified, found } : null
  const answer = await askForPage(ctx, { url, hops, robots, kept })
  const to = answer.leadsTo
  if (to !== undefined) {
    const next = { nextUrl: to, host: new URL(to).hostname, hops: hops + 1, now: ctx.now() }
    await ctx.db.transaction().execute((trx) => sendOn(trx, dealId, next))
  } else {
    const { keep } = answer
    await applyLook(ctx, {
      dealId,
      fetched: answer.fetched,
      kept:
        keep === undefined
          ? {}
          : {
              etag: keep?.etag ?? null,
              lastModified: keep?.lastModified ?? null,
              found: keep ? JSON.stringify(keep.found) : null,
            },
    })
  }
  // If no request was made, the host does not have to wait.
  const isAsked = answer.status !== 0
  await releaseHost(ctx.db, host, isAsked ? { nextAt: nextAt(answer, ctx.now()) } : {})
}

/** Fails all checks due at a host whose robots.txt could not be read. */
async function failDue(ctx: Pick<AppContext, 'db' | 'now'>, host: string): Promise<void> {
  const now = ctx.now()
  await failHost(ctx.db, host, { now, dueAt: new Date(now.getTime() + ROBOTS_AWAY_MS) })
}
