import type { FastifyRequest } from 'fastify'
import { PAGE_CLASSES, type PageClass } from '#app/membership/server/page-class.rules.ts'
import { type Drawing, drawForClass } from '#app/membership/server/pages-of-class.ts'
import { type AnswerCache, createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { bytesOf } from '#app/server/http/packed.ts'
import { cookieName } from '#app/server/http/session-cookie.ts'
import { MB } from '#app/shared/counts.ts'
import { businessDay } from '#app/shared/dates.ts'
import type { DrawnPage, DrawPage } from './drawn-page.ts'
import { forOthers } from './page-addresses.ts'

/** Longer queries are never cached: genuine ones are shorter, and made-up ones must not fill the memory. */
const LONGEST_KEPT_QUERY = 100
/** Size limit in bytes of each page cache: visitors or classes, with or without parameters. */
const MOST_KEPT_BYTES = 12 * MB

/** Caches pages that many viewers share, until the deals change. */
export function createKeptPages(ctx: AppContext, drawPage: DrawPage) {
  // Addresses with parameters are unlimited in number, so they have caches of their own and cannot evict the
  // front page. Pages of signed-in classes and of visitors are separate, too.
  const ofVisitors = createPlaces(ctx, 'pages')
  const ofClasses = createPlaces(ctx, 'pages of classes')
  const saysOfSession = new RegExp(`\\b${cookieName(ctx, 'session')}="?[\\w-]{43}"?(;|$)`)

  /** The cache key; undefined if the page is never cached. */
  function keyOf(url: URL, pageClass?: PageClass): string | undefined {
    if (url.search.length > LONGEST_KEPT_QUERY) return
    return `${businessDay(ctx.now())} ${pageClass ?? 'visitor'} ${url.href}`
  }

  return {
    /** One page, rendered without any cookie, serves all visitors. */
    forVisitor: (request: FastifyRequest, url: URL) =>
      keep(ofVisitors(url), keyOf(url), request, async () => {
        return { ...(await drawPage(request, url, {})), isVisitors: true }
      }),

    /**
     * One page serves everyone of a class, rendered for a member of the class about whom nothing else is
     * known. The end of the page is added for each viewer.
     */
    forClass: (request: FastifyRequest, url: URL, pageClass: PageClass) =>
      keep(ofClasses(url), keyOf(url, pageClass), request, () => {
        const drawing: Drawing = { pageClass, feedPages: 0 }
        return drawForClass(drawing, () => drawPage(request, url, { drawing }))
      }),

    /**
     * Whether a page is probably cached, judged without verifying the session: for visitors, or with a
     * session cookie for any class. It may be cached for another class only, and is then rendered once for
     * theirs.
     */
    mayHave: (request: FastifyRequest, url: URL): boolean => {
      const isSignedIn = saysOfSession.test(request.headers.cookie ?? '')
      const places = isSignedIn ? ofClasses(url) : ofVisitors(url)
      const classes = isSignedIn ? PAGE_CLASSES : [undefined]
      return classes.some((each) =>
        places.has(keyOf(each === 'member' ? url : forOthers(url), each) ?? ''),
      )
    },
  }
}

function createPlaces(ctx: AppContext, name: string): (url: URL) => AnswerCache {
  const weigh = (page: unknown) => {
    const { kind, body } = page as Extract<DrawnPage, { kind: 'page' }>
    return kind === 'page' ? bytesOf(body) : 0
  }
  const weighed = { weigh, mostBytes: MOST_KEPT_BYTES }
  const plain = createAnswerCache(ctx.live, 'deals', name, weighed)
  const withParameters = createAnswerCache(ctx.live, 'deals', `${name} with parameters`, weighed)
  return (url) => (url.search === '' ? plain : withParameters)
}

/**
 * Caches a page that is whole and the same for everybody. Missing deals and failures are not cached: anybody
 * can make up addresses, and failures pass, including that of a call the page can do without.
 */
function keep(
  cached: AnswerCache,
  key: string | undefined,
  request: FastifyRequest,
  draw: () => Promise<DrawnPage>,
): Promise<DrawnPage> {
  if (key === undefined) return draw()
  return cached(key, draw, ({ status, isWhole, isForOne, cookies }) => {
    const isAsWanted = status === (request.is404 ? 404 : 200)
    return isAsWanted && isWhole && !isForOne && cookies.length === 0
  })
}
