import { HOST_PACE_MS, ROBOTS_KEPT_MS } from '#app/checks/checks.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { askForRobots } from './ask.ts'
import { nextAt } from './pace.rules.ts'
import { type ClaimedHost, claimOneOf, releaseHost } from './work.queries.ts'

/** How long a claimed host stays reserved for a process that is not heard of again. */
export const LEASE_MS = MINUTE_MS
/** How long to wait before asking again for a robots.txt that could not be read. */
export const ROBOTS_AWAY_MS = 6 * HOUR_MS

/**
 * Returns true if a claimed host's robots.txt is known, so that a page may be requested in this turn.
 * Otherwise the turn is over and the host is released: the turn was spent fetching the robots.txt or its
 * redirect target, or the host could not tell (`onAway` is called).
 */
export async function knowsRobots(
  ctx: Pick<AppContext, 'db' | 'now' | 'readOutside' | 'config'>,
  { host, robotsIs, robotsAt, robotsLeadsTo, robotsHops }: ClaimedHost,
  pageUrl: string,
  onAway: () => Promise<void>,
): Promise<boolean> {
  const now = ctx.now()
  const keptMs = robotsIs === 'away' ? ROBOTS_AWAY_MS : ROBOTS_KEPT_MS
  const isKnown = robotsAt !== null && now.getTime() - robotsAt.getTime() < keptMs
  if (isKnown) {
    if (robotsIs !== 'away') return true
    await onAway()
    await releaseHost(ctx.db, host, {})
    return false
  }
  const url = robotsLeadsTo ?? new URL('/robots.txt', pageUrl).href
  const there = new URL(url).hostname
  if (there !== host && !(await claim(ctx, there))) {
    // Another process has that host right now, or had it a moment ago.
    await releaseHost(ctx.db, host, { nextAt: new Date(now.getTime() + HOST_PACE_MS) })
    return false
  }
  const said = await askForRobots(ctx, { url, hops: robotsHops })
  const pace = { nextAt: nextAt({ ...said, crawlDelay: undefined }, ctx.now()) }
  if (there !== host) await releaseHost(ctx.db, there, pace)
  if (said.leadsTo !== undefined) {
    const on = { robotsLeadsTo: said.leadsTo, robotsHops: robotsHops + 1 }
    await releaseHost(ctx.db, host, { ...on, ...pace })
    return false
  }
  if (said.robotsIs === 'away') await onAway()
  await releaseHost(ctx.db, host, {
    robots: said.robots,
    robotsIs: said.robotsIs,
    robotsAt: now,
    robotsLeadsTo: null,
    robotsHops: 0,
    ...pace,
  })
  return false
}

async function claim({ db, now }: Pick<AppContext, 'db' | 'now'>, host: string): Promise<boolean> {
  const until = new Date(now().getTime() + LEASE_MS)
  return (await claimOneOf(db, { hosts: [host], now: now(), until })) !== undefined
}
