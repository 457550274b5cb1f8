import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayReadFeedPages } from '#app/deals/server/reading-limits.ts'
import { createProvenSavings } from '#app/marketing/server/claims.ts'
import {
  pagesOfClass,
  personOf,
  readSignedIn,
  type SignedInPerson,
} from '#app/membership/server/membership.ts'
import {
  anybodyOf,
  PAGE_CLASSES,
  type PageClass,
  pageClassOf,
} from '#app/membership/server/page-class.rules.ts'
import { type Drawing, drawForClass } from '#app/membership/server/pages-of-class.ts'
import type { SessionOwner } from '#app/server/admission/guard.ts'
import { comeBackSeconds, type RouteClass } from '#app/server/admission/request-classes.rules.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import { type AnswerCache, createAnswerCache, stillKept } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { addressNotFound, handleError } from '#app/server/http/errors.ts'
import type { Http } from '#app/server/http/http.ts'
import { markCacheable } from '#app/server/http/micro-cache.ts'
import { bytesOf, type Packable, packable, sendPacked } from '#app/server/http/packed.ts'
import { cookieName } from '#app/server/http/session-cookie.ts'
import { untilGone } from '#app/server/http/until-gone.ts'
import { Problem } from '#app/server/problem.ts'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { MB } from '#app/shared/counts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { isOwnFilm } from '#app/shared/demo-film.ts'
import { hasLaterVersions, LATER_VERSIONS } from '#app/shared/legal-versions.ts'
import { type Page as KnownPage, PAGES } from '#app/shared/pages.ts'
import type { Door } from '#app/shared/switches.ts'
import { countFromMail, isFromMail } from '#app/tracking/server/mail-arrivals.ts'
import type { Send } from '#app/web/api/api.ts'
import { htmlDocument, personalEnd, preloadHeader } from '#app/web/page/html-document.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'
import { answerOf, sendInProcess } from './api-in-process.ts'
import { barePages } from './bare-pages.ts'
import { editionSeenRoutes } from './edition-seen.routes.ts'
import {
  canonicalUrl,
  isAdminPage,
  isPageAddress,
  isSpelledRight,
  pageAt,
} from './page-addresses.ts'
import { PERSONAL_FACTS } from './personal-facts.ts'
import type { Renderer } from './renderer.ts'

/** Honest addresses are shorter; kept pages are named by theirs, and must not take memory for nonsense. */
const LONGEST_KEPT_QUERY = 100
const DOOR_OF: Record<string, Door | undefined> = {
  [PAGES.signUp.path]: 'sign-up',
  [PAGES.joinNow.path]: 'joining',
  [PAGES.subscribe.path]: 'joining',
}
/** Where no page is. */
const NOWHERE = '/nowhere'
const FORM = 'application/x-www-form-urlencoded'
const HTML = 'text/html; charset=utf-8'

/** Serves every page: renders it with our own API called in process. */
export function pageRoutes(http: Http, ctx: AppContext, renderer: Renderer) {
  // There is no end of addresses with parameters: they have places of their own, so that none of
  // them pushes the front page out. Nor do members push out visitors' pages.
  const ofVisitors = createPlaces(ctx, 'pages')
  const ofClasses = createPlaces(ctx, 'pages of classes')
  const readProvenSavings = createProvenSavings(ctx)
  const saysOfSession = new RegExp(`\\b${cookieName(ctx, 'session')}="?[\\w-]{43}"?(;|$)`)

  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = addressOf(request)
    const known = pageAt(url)
    if (known?.isSecretive) reply.header('referrer-policy', 'no-referrer')
    if (known && !isSpelledRight(request, url)) {
      return reply.redirect(url.pathname + url.search, 308)
    }
    const page = await pageFor(request, reply, url)
    await countFromMail(ctx, request)
    for (const cookie of page.cookies) reply.header('set-cookie', cookie)
    reply.header('vary', 'cookie')
    if (page.kind === 'redirect') return reply.redirect(page.location, page.status)
    if (page.link) reply.header('link', page.link)
    if (isAdminPage(url)) reply.header('content-security-policy', withFrames(ctx, reply))
    if (mayBeShared(page)) reply.headers(sharedByProxy(ctx))
    // A door is shut for everybody at once.
    const isStill = url.pathname in DOOR_OF || endsSoon(ctx) ? undefined : stillKept(page)
    if (isStill && page.isVisitors) markCacheable(request, { isStill, body: page.body })
    if (page.status === 503) reply.header('retry-after', String(comeBackSeconds(Math.random())))
    return sendPacked(request, reply.code(page.status).type(HTML), page.body, page.end)
  }

  /** The kept page of whoever this is, if it is kept for many, or one for them alone. */
  async function pageFor(request: FastifyRequest, reply: FastifyReply, url: URL): Promise<Page> {
    const forThemAlone = (drawn = url) => {
      // A form changes something, and is carried to its end.
      const gone = request.method === 'POST' ? undefined : untilGone(reply)
      return renderPage(request, drawn, { cookie: request.headers.cookie, gone })
    }
    if (!isAlike(request, url) || (await isDoorShut(url))) return forThemAlone()
    let person: SignedInPerson | undefined
    try {
      person = await readSignedIn(ctx, request)
    } catch {
      // Where it cannot be told just now, there may be a session.
      return forThemAlone()
    }
    if (!person) return visitorPage(request, forOthers(url))
    const pageClass = isShared(request, url) ? pageClassOf(person) : undefined
    // Whoever is of no class, as an unconfirmed account, is no member.
    if (!pageClass) return forThemAlone(person.viewer.class === 'member' ? url : forOthers(url))
    const page = await classPage(request, pageClass === 'member' ? url : forOthers(url), pageClass)
    const isTooMuch = !(await mayReadFeedPages(ctx, person.viewer, page.feedPages))
    if (isTooMuch || page.isForOne) return forThemAlone()
    if (page.kind === 'redirect') return page
    const isStill = url.pathname in DOOR_OF || isFromMail(request) ? undefined : stillKept(page)
    if (isStill) markCacheable(request, { isStill, body: page.body, of: ofClass(page, pageClass) })
    return { ...page, end: endFor(page, person) }
  }

  /** What lies ready for all of a class: each has an end of their own, and what they read counts for them. */
  function ofClass({ feedPages, personal }: Made, pageClass: PageClass) {
    return {
      class: pagesOfClass(pageClass),
      admit: async (owner: SessionOwner) => {
        const { viewer } = personOf(owner)
        if (!(await mayReadFeedPages(ctx, viewer, feedPages))) throw new Error('read too much')
      },
      endFor: (owner: SessionOwner) => endFor({ personal }, personOf(owner)),
    }
  }

  /** Of a page that leads to a door: a kept one may be of when it was open. */
  async function isDoorShut({ pathname }: URL): Promise<boolean> {
    const door = DOOR_OF[pathname]
    return door !== undefined && (await isSwitchedOff(ctx, door).catch(() => true))
  }

  /** What leads nowhere is one page, wherever it was. */
  function addressOf(request: FastifyRequest): URL {
    const url = canonicalUrl(ctx, request)
    const isNowhere = request.is404 && (!pageAt(url) || isSpelledRight(request, url))
    return isNowhere ? new URL(NOWHERE, ctx.config.http.publicUrl) : url
  }

  /**
   * A visitor is nobody in particular: one finished page, made without any cookie, serves them all.
   */
  function visitorPage(request: FastifyRequest, url: URL) {
    return keep(ofVisitors(url), keyOf(url), request, async () => {
      return { ...(await renderPage(request, url, {})), isVisitors: true }
    })
  }

  /**
   * Somebody of a class is nobody in particular either: one page serves them all, made as for one of them
   * of whom nothing else is known. Its end is added for each.
   */
  function classPage(request: FastifyRequest, url: URL, pageClass: PageClass) {
    return keep(ofClasses(url), keyOf(url, pageClass), request, () => {
      const drawing: Drawing = { pageClass, feedPages: 0 }
      return drawForClass(drawing, () => renderPage(request, url, { drawing }))
    })
  }

  /** Undefined for what is never kept. */
  function keyOf(url: URL, pageClass?: PageClass): string | undefined {
    if (url.search.length > LONGEST_KEPT_QUERY) return
    return `${businessDay(ctx.now())} ${pageClass ?? 'visitor'} ${url.href}`
  }

  /**
   * A page that is kept, seen without reading cookies: for visitors, or where there is said to be a session
   * for any class. It may be of another class then, and is drawn once for it.
   */
  function isAtHand(request: FastifyRequest): boolean {
    const url = addressOf(request)
    if (!isAlike(request, url)) return false
    const isSignedIn = saysOfSession.test(request.headers.cookie ?? '')
    const places = isSignedIn ? ofClasses(url) : ofVisitors(url)
    const classes = isSignedIn ? PAGE_CLASSES : [undefined]
    return classes.some((each) =>
      places.has(keyOf(each === 'member' ? url : forOthers(url), each) ?? ''),
    )
  }

  async function renderPage(
    request: FastifyRequest,
    url: URL,
    { cookie, drawing, gone }: Asker,
  ): Promise<Page> {
    const cookies: string[] = []
    let isWhole = true
    let isForOne = false
    const send = sendInProcess(http, request, {
      cookie,
      gone,
      onAnswer: ({ statusCode, headers }) => {
        if (isPassing(statusCode)) isWhole = false
        // It asked what only somebody can be told.
        if (drawing && statusCode === 401) isForOne = true
        cookies.push(...[headers['set-cookie'] ?? []].flat())
      },
    })
    const rendered = await renderer.render(toWebRequest(request, url, gone), {
      send: drawing ? answerForAnybody(drawing.pageClass, send) : send,
      isShared: drawing !== undefined,
      club: ctx.config.club,
      pictureHost: ctx.config.pictures.cdnUrl ?? '',
      showSampleClaims: ctx.config.showSampleClaims,
      provenSavings: await readProvenSavings(),
      today: businessDay(ctx.now()),
      ...(hasLaterVersions() ? { laterVersions: LATER_VERSIONS } : {}),
      ...filmSettings(ctx),
      ...trackingSettings(ctx),
    })
    const made = { isWhole, isForOne, cookies, feedPages: drawing?.feedPages ?? 0 }
    if (rendered.kind === 'redirect') return { ...rendered, ...made, personal: [] }
    const document = htmlDocument({
      ...rendered,
      siteName: ctx.config.club.name,
      publicUrl: ctx.config.http.publicUrl,
      assets: renderer.assetsFor(rendered.sources),
      isOpen: drawing !== undefined,
    })
    return {
      kind: 'page' as const,
      status: rendered.status,
      link: preloadHeader(rendered.head),
      body: packable(Buffer.from(document), { isOpen: drawing !== undefined }),
      personal: rendered.personal,
      ...made,
    }
  }

  http.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  const addPages = (pages: KnownPage[], requestClass: RouteClass) => {
    const config = { access: 'everyone', requestClass, isAtHand } as const
    for (const { path, isFormOnly, takesForm } of pages) {
      const route = { config, handler: servePage, url: path }
      if (!isFormOnly) http.route({ ...route, method: ['GET', 'HEAD'] })
      // Whoever signs in without scripts does not stand behind those who only look.
      const form = requestClass === 'page' ? { ...config, requestClass: 'login' as const } : config
      if (takesForm) http.route({ ...route, config: form, method: 'POST' })
    }
  }
  const { checkoutSuccess, checkoutCancel, ...others } = PAGES
  addPages(Object.values(others), 'page')
  addPages([checkoutSuccess, checkoutCancel], 'checkout')
  addPages(Object.values(ADMIN_PAGES), 'backOffice')
  if (ctx.config.devTools) addPages(Object.values(DEV_PAGES), 'backOffice')

  http.setNotFoundHandler(async (request, reply) => {
    if (!isPageAddress(request)) return handleError(addressNotFound(request), request, reply)
    return servePage(request, reply)
  })
  editionSeenRoutes(http, ctx, renderer)
  barePages(http, ctx, renderer)
}

/** The back office shows pages of the site in a frame, before they are out. */
function withFrames({ config }: AppContext, reply: FastifyReply): string {
  const policy = String(reply.getHeader('content-security-policy'))
  const frames = `${config.http.publicUrl}/api/admin/editions/`
  return policy.includes('frame-src ')
    ? policy.replace('frame-src ', `frame-src ${frames} `)
    : `${policy}; frame-src ${frames}`
}

/** For whom a page is drawn. */
type Asker = {
  cookie?: string | undefined
  /** For a class instead of for one. */
  drawing?: Drawing
  /** Of one whom nobody else waits with: once it is aborted, no more is done for them. */
  gone?: AbortSignal | undefined
}

/** What a page is, before it is sent. */
type Page = Made &
  (
    | { kind: 'redirect'; status: number; location: string }
    | { kind: 'page'; status: number; link: string | undefined; body: Packable; end?: Buffer }
  )
type Made = {
  /** None of its calls failed in a way that passes. */
  isWhole: boolean
  /** It turned out to be about one person, and nobody else may see it. */
  isForOne: boolean
  /** As everybody who has no session sees it. */
  isVisitors?: boolean
  cookies: string[]
  /** Addresses of the calls whose answers come beside it. */
  personal: string[]
  /** How many pages of the feed it shows, which count for whoever reads it. */
  feedPages: number
}

/** Bytes that kept pages take together, of visitors and of others, with parameters and without. */
const MOST_KEPT_BYTES = 12 * MB

function createPlaces(ctx: AppContext, name: string): (url: URL) => AnswerCache {
  const weigh = (page: unknown) => {
    const { kind, body } = page as Extract<Page, { kind: 'page' }>
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
  draw: () => Promise<Page>,
): Promise<Page> {
  if (key === undefined) return draw()
  return cached(key, draw, ({ status, isWhole, isForOne, cookies }) => {
    const isAsWanted = status === (request.is404 ? 404 : 200)
    return isAsWanted && isWhole && !isForOne && cookies.length === 0
  })
}

/** What stands behind a page that all of a class share, of whoever this is. */
function endFor({ personal }: Pick<Made, 'personal'>, person: SignedInPerson): Buffer {
  const facts = personal.map((address) => [address, PERSONAL_FACTS[address]?.of(person)])
  return Buffer.from(personalEnd(Object.fromEntries(facts)))
}

/** What is drawn for whoever is no member: of a page that is one for them, whatever the address says, that one. */
function forOthers(url: URL): URL {
  const page = pageAt(url)
  if (!page?.isOneForOthers) return url
  return new URL(page.path.replace(/:\w+/, 'any'), url)
}

/** Whether it is the same for all of a class. What leads nowhere is. */
function isShared(request: FastifyRequest, url: URL): boolean {
  return request.is404 || pageAt(url)?.isShared === true
}

/** What is asked about whoever is looking is known of the class alone; the rest is asked as usual. */
function answerForAnybody(pageClass: PageClass, send: Send): Send {
  const anybody = anybodyOf(pageClass)
  return async (path, init) => {
    const fact = PERSONAL_FACTS[path]
    return fact ? answerOf(200, JSON.stringify(fact.drawnWith(anybody))) : send(path, init)
  }
}

/**
 * Tells a proxy of ours, and nobody behind it, that it may show this page to other visitors. Browsers and
 * proxies of others are told that it is private: only ours asks us again whenever a session is named.
 */
function sharedByProxy({ config, live }: AppContext): Record<string, string> {
  // No longer than the next deal lasts.
  const seconds = Math.min(config.http.proxyCacheSeconds, Math.floor(live.msLeft('deals') / 1000))
  return seconds > 0 ? { 'x-accel-expires': String(seconds) } : {}
}

/** Before a proxy would be told of it for less than usual. */
function endsSoon({ config, live }: AppContext): boolean {
  return live.msLeft('deals') < (config.http.proxyCacheSeconds + 2) * 1000
}

function mayBeShared({ status, isWhole, isForOne, isVisitors, cookies }: Page): boolean {
  return isVisitors === true && status === 200 && isWhole && !isForOne && cookies.length === 0
}

/** Whether this page is the same for everybody who has no session. */
function isAlike({ method }: FastifyRequest, url: URL): boolean {
  return method !== 'POST' && !pageAt(url)?.isSecretive && !isAdminPage(url)
}

function filmSettings({ config: { videoUrl } }: AppContext): Partial<SiteSettings> {
  return videoUrl ? { videoUrl, isVideoOurs: isOwnFilm(videoUrl) } : {}
}

/** Where and with what token the server itself reports is nothing a page needs to know. */
function trackingSettings({ config: { tracking } }: AppContext): Pick<SiteSettings, 'tracking'> {
  if (!tracking) return {}
  const { tagManagerId } = tracking
  return { tracking: tagManagerId ? { tagManagerId } : {} }
}

function toWebRequest(
  { method, body }: FastifyRequest,
  url: URL,
  signal: AbortSignal | undefined,
): Request {
  if (method !== 'POST') return new Request(url, signal ? { signal } : {})
  // A form without fields may come without a type; what a call takes is no form.
  if (body !== undefined && body !== null && typeof body !== 'string') throw notAForm()
  return new Request(url, { method, headers: { 'content-type': FORM }, body: body ?? '' })
}

function notAForm() {
  return new Problem(415, 'unsupported-media-type', 'Send this as a form.')
}

/** Whether a call that answered so may answer otherwise in a moment. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}
