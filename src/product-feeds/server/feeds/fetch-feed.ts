import {
  FETCH_AGAIN_MS,
  LONGEST_FETCH_MS,
  LONGEST_SILENCE_MS,
  MOST_FEED_BYTES,
} from '#app/product-feeds/product-feeds.facts.ts'
import { FeedFault } from '#app/product-feeds/server/reading/feed-fault.ts'
import type { AppContext } from '#app/server/context.ts'
import { type OutsideAnswer, OutsideFailure } from '#app/server/outside-fetch.ts'
import { formatMegabytes } from '#app/shared/counts.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import type { StoredFeed } from './feeds.queries.ts'
import { type FeedFile, Interrupted } from './run.ts'

const MOST_HOPS = 3

type Fetching = Pick<AppContext, 'readOutside' | 'config' | 'isDraining'>
type Feed = Pick<StoredFeed, 'etag' | 'lastModified'> & { address: string }
type How = { saveTo: string; onBytes: (bytes: number, total: number | undefined) => void }

/**
 * Streams a feed into a file. Returns undefined if the shop answers that it has not changed. Throws
 * Interrupted, and a FeedFault with a message for the user.
 */
export async function fetchFeed(
  ctx: Fetching,
  feed: Feed,
  { saveTo, onBytes }: How,
): Promise<FeedFile | undefined> {
  let address = feed.address
  for (let hops = 0; hops <= MOST_HOPS; hops += 1) {
    const { status, headers } = await ask(ctx, address, {
      saveTo,
      onBytes: (bytes) => {
        if (ctx.isDraining()) throw new Interrupted()
        onBytes(bytes, undefined)
      },
      headers: headersOf(ctx, hops === 0 ? feed : { etag: null, lastModified: null }),
    })
    if (status === 304) return
    if (status === 200) {
      // Next time it is requested at its own address again, so validators of a redirect target do not apply.
      const { etag = null, 'last-modified': lastModified = null } = hops === 0 ? headers : {}
      return { path: saveTo, etag: short(etag), lastModified: short(lastModified) }
    }
    const to = URL.parse(headers.location ?? '', address)
    if (status < 300 || status >= 400 || headers.location === undefined || to === null) {
      throw new FeedFault(
        `${new URL(address).hostname} answered ${status}${WHAT[status] ?? `. ${LATER}`}`,
      )
    }
    address = to.href
  }
  throw new FeedFault(
    'The address leads from one place to the next. Ask the shop for that of the feed itself.',
  )
}

const LATER = `It is asked again in ${FETCH_AGAIN_MS / HOUR_MS} hours.`
const WHAT: Record<number, string> = {
  401: ': it wants a password, or a key in the address. Ask the shop for an address with its key.',
  403: ': it does not let us in. Ask the shop to, or for the feed as a file.',
  404: ': there is nothing at this address. Ask the shop where its feed is.',
  410: ': there is nothing at this address any more. Ask the shop where its feed is.',
  429: `: it was asked too often. ${LATER}`,
}

async function ask(
  ctx: Fetching,
  address: string,
  question: { headers: Record<string, string>; saveTo: string; onBytes: (bytes: number) => void },
): Promise<OutsideAnswer> {
  try {
    return await ctx.readOutside(address, {
      maxBytes: MOST_FEED_BYTES,
      timeoutMs: LONGEST_FETCH_MS,
      longestSilenceMs: LONGEST_SILENCE_MS,
      ...question,
    })
  } catch (error) {
    if (!(error instanceof OutsideFailure)) throw error
    if (ctx.isDraining()) throw new Interrupted()
    throw new FeedFault(
      error.kind === 'large'
        ? `The feed is larger than ${formatMegabytes(MOST_FEED_BYTES)}. Ask the shop for it in parts, or packed with gzip.`
        : `${error.message} ${error.kind === 'silent' ? LATER : 'Give the address of the feed itself.'}`,
    )
  }
}

/** Headers that identify us and make the request conditional. */
function headersOf(
  { config }: Fetching,
  { etag, lastModified }: Pick<StoredFeed, 'etag' | 'lastModified'>,
): Record<string, string> {
  const { publicUrl } = config.http
  return {
    'user-agent': `NouveauDesignerClub/1.0 (fetches this product feed once a day; +${publicUrl}; ${config.club.supportEmail})`,
    accept: 'application/xml, text/xml, text/csv, text/tab-separated-values, */*;q=0.5',
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

function short(header: string | null): string | null {
  return header !== null && header.length <= 300 ? header : null
}
