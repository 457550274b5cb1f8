import {
  LONGEST_PAGE_MS,
  MOST_HOPS,
  MOST_PAGE_BYTES,
  MOST_ROBOTS_BYTES,
  MOST_ROBOTS_HOPS,
} from '#app/checks/checks.facts.ts'
import { readShopPage } from '#app/checks/server/pages/page-reader.ts'
import type { PageReading } from '#app/checks/server/pages/page-reading.ts'
import type { AppContext } from '#app/server/context.ts'
import { type OutsideAnswer, OutsideFailure } from '#app/server/outside-fetch.ts'
import { askRobots, ROBOT_NAME } from './robots.ts'
import type { Fetched } from './verdict.rules.ts'

type Asking = Pick<AppContext, 'readOutside' | 'config'>

/** What a host's answer says about its pace. */
type HostSaid = { status: number | undefined; retryAfter: string | undefined }

type RobotsAnswer = HostSaid & {
  robots: string | null
  robotsIs: 'text' | 'open' | 'away'
  /** Where it redirects; undefined once its content is known. */
  leadsTo?: string | undefined
}

/**
 * Fetches a shop's robots.txt, or what it redirects to, following RFC 9309: without a file, or after too many
 * redirects, everything is allowed; if the shop cannot tell (5xx, 429, silence), nothing is.
 */
export async function askForRobots(
  ctx: Asking,
  { url, hops }: { url: string; hops: number },
): Promise<RobotsAnswer> {
  try {
    const { status, headers, bytes } = await ctx.readOutside(url, {
      maxBytes: MOST_ROBOTS_BYTES,
      timeoutMs: LONGEST_PAGE_MS,
      isCut: true,
      headers: headersOf(ctx, { accept: 'text/plain' }),
    })
    const said = { status, retryAfter: headers['retry-after'] }
    if (status === 200) {
      const robots = bytes.toString().replaceAll('\u0000', '')
      return { ...said, robots, robotsIs: 'text' }
    }
    const leadsTo = hops < MOST_ROBOTS_HOPS ? placeLedTo(url, status, headers.location) : undefined
    const isAway = status >= 500 || status === 429
    return { ...said, robots: null, robotsIs: isAway ? 'away' : 'open', leadsTo }
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    // We request no page either from an address that we are barred from; a redirect to one counts as no
    // answer.
    const isOurs = error.kind === 'barred' && hops === 0
    const robotsIs = isOurs ? 'open' : 'away'
    return { status: isOurs ? 0 : undefined, retryAfter: undefined, robots: null, robotsIs }
  }
}

export type PageRequest = {
  url: string
  hops: number
  robots: string | null
  /** The page as it was last read. */
  kept: { etag: string | null; lastModified: string | null; found: KeptPage } | null
}

/** A page as it was read, kept for a later 304 Not Modified. */
export type KeptPage = { url: string; reading: PageReading }

export type PageAnswer = HostSaid & {
  crawlDelay: number | undefined
  /** Where the page redirects; undefined when the check is over. */
  leadsTo: string | undefined
  fetched: Fetched
  /** What to keep for the next time; undefined leaves it as it is, null clears it. */
  keep: PageRequest['kept'] | undefined
}

/** Requests a page from a shop if its robots.txt allows it. */
export async function askForPage(
  ctx: Asking,
  { url, hops, robots, kept }: PageRequest,
): Promise<PageAnswer> {
  const { isAllowed, crawlDelay } =
    robots === null ? { isAllowed: true, crawlDelay: undefined } : askRobots(robots, url)
  const over = (fetched: Fetched, said: Partial<PageAnswer> = {}): PageAnswer => ({
    status: 0,
    retryAfter: undefined,
    crawlDelay,
    leadsTo: undefined,
    fetched,
    keep: undefined,
    ...said,
  })
  if (!isAllowed) return over({ kind: 'forbidden' })
  let answer: OutsideAnswer
  try {
    answer = await ctx.readOutside(url, {
      maxBytes: MOST_PAGE_BYTES,
      timeoutMs: LONGEST_PAGE_MS,
      headers: headersOf(ctx, {
        accept: 'text/html, application/xhtml+xml;q=0.9',
        ...(kept?.etag && { 'if-none-match': kept.etag }),
        ...(kept?.lastModified && { 'if-modified-since': kept.lastModified }),
      }),
    })
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    const isSilent = error.kind === 'silent'
    return over({ kind: isSilent ? 'silence' : 'nonsense' }, isSilent ? { status: undefined } : {})
  }
  const { status, headers, bytes } = answer
  const said = { status, retryAfter: headers['retry-after'] }
  if (status === 304 && kept) {
    return over({ kind: 'page', ...kept.found }, said)
  }
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    const leadsTo = hops < MOST_HOPS ? placeLedTo(url, status, headers.location) : undefined
    return over({ kind: 'nonsense' }, { ...said, leadsTo })
  }
  if (status !== 200) return over({ kind: 'status', status }, { ...said, keep: null })

  const contentType = headers['content-type'] ?? 'text/html'
  if (!/^\s*(text\/html|application\/xhtml\+xml)/i.test(contentType)) {
    return over({ kind: 'nonsense' }, { ...said, keep: null })
  }
  const reading = await readShopPage({ url, contentType, bytes })
  const { etag = null, 'last-modified': lastModified = null } = headers
  const isKept = reading !== null && hops === 0 && (etag ?? lastModified) !== null
  return over(
    { kind: 'page', url, reading },
    {
      ...said,
      keep: isKept
        ? { etag: short(etag), lastModified: short(lastModified), found: { url, reading } }
        : null,
    },
  )
}

/** Returns the absolute address of a redirect; undefined if there is none that could be requested. */
function placeLedTo(from: string, status: number, location: string | undefined) {
  if (status < 300 || status >= 400 || location === undefined) return
  const to = URL.parse(location, from)
  return to !== null && /^https?:$/.test(to.protocol) && to.href.length <= 4000
    ? to.href
    : undefined
}

function short(header: string | null): string | null {
  return header !== null && header.length <= 300 ? header : null
}

/** Headers that say who is asking and where to complain. */
function headersOf({ config }: Asking, more: Record<string, string>): Record<string, string> {
  const { publicUrl } = config.http
  return {
    'user-agent': `${ROBOT_NAME}/1.0 (looks once a day whether our deals are still true; +${publicUrl}; ${config.club.supportEmail})`,
    'accept-language': 'en-US, en;q=0.8',
    ...more,
  }
}
