import type { Database } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { askForPage, type PageAnswer } from './ask.ts'
import { nextAt } from './pace.rules.ts'
import { knowsRobots, LEASE_MS } from './robots-turn.ts'
import type { Fetched } from './verdict.rules.ts'
import { claimOneOf, findNextOfHosts, releaseHost } from './work.queries.ts'

type Page = { url: string; hops: number }
export type VisitAnswer = {
  fetched: Fetched
  /** Where the page redirects, on the same host or another: the visit continues there. */
  leadsTo: string | undefined
}

/**
 * Makes one request to one of these shops, if any may be asked now, under the same leases, pace and
 * robots.txt rules as price checks, across all processes. `pageOf` returns the page wanted from a host;
 * `take` gets the answer before the host is released. If a shop's robots.txt cannot be read, `takeAway` is
 * called instead. Returns false if no shop may be asked now.
 */
export async function visitOneShop<Wanted extends Page>(
  ctx: Pick<AppContext, 'db' | 'now' | 'readOutside' | 'config'>,
  hosts: string[],
  {
    pageOf,
    take,
    takeAway,
  }: {
    pageOf: (host: string) => Promise<Wanted | undefined>
    take: (wanted: Wanted, answer: VisitAnswer) => Promise<void>
    takeAway: (host: string) => Promise<void>
  },
): Promise<boolean> {
  const now = ctx.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const host = await claimOneOf(ctx.db, { hosts, now, until })
  if (!host) return false
  const wanted = await pageOf(host.host)
  if (!wanted) {
    await releaseHost(ctx.db, host.host, {})
    return true
  }
  if (!(await knowsRobots(ctx, host, wanted.url, () => takeAway(host.host)))) return true
  const { url, hops } = wanted
  const { robots } = host
  const answer: PageAnswer = await askForPage(ctx, { url, hops, robots, kept: null })
  await take(wanted, answer)
  // If no request was made, the host does not have to wait.
  await releaseHost(
    ctx.db,
    host.host,
    answer.status === 0 ? {} : { nextAt: nextAt(answer, ctx.now()) },
  )
  return true
}

/** Returns when the first of these shops may be asked; null if there are none. */
export async function findNextVisit(db: Database, hosts: string[]): Promise<Date | null> {
  return hosts.length === 0 ? null : findNextOfHosts(db, hosts)
}
