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

/** Honest addresses are shorter; kept pages are named by theirs, and must not take memory for nonsense. */
const LONGEST_KEPT_QUERY = 100
/** Bytes that kept pages take together, of visitors and of others, with parameters and without. */
const MOST_KEPT_BYTES = 12 * MB

/** Pages that are the same for many: drawn once, until something of the deals changes. */
export function createKeptPages(ctx: AppContext, drawPage: DrawPage) {
  // There is no end of addresses with parameters: they have places of their own, so that none of
  // them pushes the front page out. Nor do members push out visitors' pages.
  const ofVisitors = createPlaces(ctx, 'pages')
  const ofClasses = createPlaces(ctx, 'pages of classes')
  const saysOfSession = new RegExp(`\\b${cookieName(ctx, 'session')}="?[\\w-]{43}"?(;|$)`)

  /** Undefined for what is never kept. */
  function keyOf(url: URL, pageClass?: PageClass): string | undefined {
    if (url.search.length > LONGEST_KEPT_QUERY) return
    return `${businessDay(ctx.now())} ${pageClass ?? 'visitor'} ${url.href}`
  }

  return {
    /**
     * A visitor is nobody in particular: one finished page, made without any cookie, serves them all.
     */
    forVisitor: (request: FastifyRequest, url: URL) =>
      keep(ofVisitors(url), keyOf(url), request, async () => {
        return { ...(await drawPage(request, url, {})), isVisitors: true }
      }),

    /**
     * Somebody of a class is nobody in particular either: one page serves them all, made as for one of them
     * of whom nothing else is known. Its end is added for each.
     */
    forClass: (request: FastifyRequest, url: URL, pageClass: PageClass) =>
      keep(ofClasses(url), keyOf(url, pageClass), request, () => {
        const drawing: Drawing = { pageClass, feedPages: 0 }
        return drawForClass(drawing, () => drawPage(request, url, { drawing }))
      }),

    /**
     * Whether one is kept, seen without reading cookies: for visitors, or where there is said to be a session
     * for any class. It may be of another class then, and is drawn once for it.
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
 * Keeps what is whole and the same for all. A deal that is missing or what failed is not kept: anybody can
 * make up addresses, and a failure passes, also of one call without which the page stands.
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
