import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findOpenSessions } from '#app/accounts/server/sessions/sessions.ts'
import { comeBackSeconds, type RouteClass } from '#app/server/admission/request-classes.rules.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { addressNotFound, handleError } from '#app/server/http/errors.ts'
import type { Http } from '#app/server/http/http.ts'
import { packAll, packable, sendPacked } from '#app/server/http/packed.ts'
import { cookieName, readSessionToken } from '#app/server/http/session-cookie.ts'
import { Problem } from '#app/server/problem.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import { businessDay } from '#app/shared/dates.ts'
import { isOwnFilm } from '#app/shared/demo-film.ts'
import { ADMIN_PAGES, DEV_PAGES, PAGES, type Page } from '#app/shared/pages.ts'
import type { Club } from '#app/shared/site.ts'
import type { Send } from '#app/web/api/api.ts'
import { type Assets, htmlDocument, preloadHeader } from '#app/web/page/html-document.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'
import type { Rendered } from './entry.server.tsx'
import {
  canonicalUrl,
  isAdminPage,
  isPageAddress,
  isSpelledRight,
  pageAt,
} from './page-addresses.ts'

/** What turns an address into a page: the built renderer, or Vite's while developing. */
export type Renderer = {
  render: (request: Request, services: SiteSettings & { send: Send }) => Promise<Rendered>
  /** What is shown to whoever is turned away. */
  renderBusy: (club: Club) => Promise<BusyPage> | BusyPage
  assetsFor: (sources: string[]) => Assets
}
type BusyPage = Pick<Rendered & { kind: 'page' }, 'head' | 'html'>

/** Honest addresses are shorter; kept pages are named by theirs, and must not take memory for nonsense. */
const LONGEST_KEPT_QUERY = 100
/** Where no page is. */
const NOWHERE = '/nowhere'
const FORM = 'application/x-www-form-urlencoded'
const HTML = 'text/html; charset=utf-8'

/** Serves every page: renders it with our own API called in process. */
export function pageRoutes(http: Http, ctx: AppContext, renderer: Renderer) {
  // There is no end of addresses with parameters: they have places of their own, so that none of
  // them pushes the front page out.
  const plain = createAnswerCache(ctx.live, 'deals', 'pages')
  const withParameters = createAnswerCache(ctx.live, 'deals', 'pages with parameters')
  const cacheOf = (url: URL) => (url.search === '' ? plain : withParameters)
  const saysOfSession = new RegExp(`\\b${cookieName(ctx, 'session')}="?[\\w-]{43}"?(;|$)`)

  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = addressOf(request)
    const known = pageAt(url)
    if (known?.isSecretive) reply.header('referrer-policy', 'no-referrer')
    if (known && !isSpelledRight(request, url)) {
      return reply.redirect(url.pathname + url.search, 308)
    }
    const page =
      isAlike(request, url) && (await isNobody(ctx, request))
        ? await visitorPage(request, url)
        : await renderPage(request, url, request.headers.cookie)
    for (const cookie of page.cookies) reply.header('set-cookie', cookie)
    reply.header('vary', 'cookie')
    if (page.kind === 'redirect') return reply.redirect(page.location, page.status)
    if (page.link) reply.header('link', page.link)
    if (page.status === 503) reply.header('retry-after', String(comeBackSeconds(Math.random())))
    return sendPacked(request, reply.code(page.status).type(HTML), page.body)
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
    const render = () => renderPage(request, url, undefined)
    const key = keyOf(url)
    if (key === undefined) return render()
    // A deal that is missing or what failed is not kept: anybody can make up addresses, and a
    // failure passes, also of one call without which the page stands.
    return cacheOf(url)(key, render, ({ status, isWhole }) => {
      return isWhole && status === (request.is404 ? 404 : 200)
    })
  }

  /** Undefined for what is never kept. */
  function keyOf(url: URL): string | undefined {
    if (url.search.length > LONGEST_KEPT_QUERY) return
    return `${businessDay(ctx.now())} ${url.href}`
  }

  /** A page that is kept, for somebody who says of no session: seen without reading their cookies. */
  function isAtHand(request: FastifyRequest): boolean {
    if (saysOfSession.test(request.headers.cookie ?? '')) return false
    const url = addressOf(request)
    const key = isAlike(request, url) ? keyOf(url) : undefined
    return key !== undefined && cacheOf(url).has(key)
  }

  async function renderPage(request: FastifyRequest, url: URL, cookie: string | undefined) {
    const cookies: string[] = []
    let isWhole = true
    const rendered = await renderer.render(toWebRequest(request, url), {
      send: sendInProcess(http, request, {
        cookie,
        onAnswer: ({ statusCode, headers }) => {
          if (isPassing(statusCode)) isWhole = false
          cookies.push(...[headers['set-cookie'] ?? []].flat())
        },
      }),
      club: ctx.config.club,
      pictureHost: ctx.config.pictures.cdnUrl ?? '',
      showSampleClaims: ctx.config.showSampleClaims,
      ...filmSettings(ctx),
      ...trackingSettings(ctx),
    })
    if (rendered.kind === 'redirect') return { ...rendered, isWhole, cookies }
    const document = htmlDocument({
      ...rendered,
      siteName: ctx.config.club.name,
      publicUrl: ctx.config.http.publicUrl,
      assets: renderer.assetsFor(rendered.sources),
    })
    return {
      kind: 'page' as const,
      status: rendered.status,
      link: preloadHeader(rendered.head),
      body: packable(Buffer.from(document)),
      isWhole,
      cookies,
    }
  }

  http.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  const addPages = (pages: Page[], requestClass: RouteClass) => {
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
  sayWhenBusy(http, ctx, renderer)
}

/**
 * Whether there is no session, which one look-up tells. Where it cannot be told just now, there may
 * be one.
 */
async function isNobody(ctx: AppContext, request: FastifyRequest): Promise<boolean> {
  const token = readSessionToken(ctx, request)
  if (!isTokenShaped(token)) return true
  try {
    return (await findOpenSessions(ctx, [hashToken(token)])).size === 0
  } catch {
    return false
  }
}

/** Whether this page is the same for everybody who has no session. */
function isAlike({ method }: FastifyRequest, url: URL): boolean {
  return method !== 'POST' && !pageAt(url)?.isSecretive && !isAdminPage(url)
}

/** The page of those who are turned away is made before anybody is. */
function sayWhenBusy(http: Http, ctx: AppContext, renderer: Renderer) {
  http.addHook('onReady', async () => {
    const document = htmlDocument({
      ...(await renderer.renderBusy(ctx.config.club)),
      state: undefined,
      siteName: ctx.config.club.name,
      publicUrl: ctx.config.http.publicUrl,
      assets: renderer.assetsFor([]),
    })
    http.busyPage = await packAll(Buffer.from(document))
  })
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

function toWebRequest({ method, body }: FastifyRequest, url: URL): Request {
  if (method !== 'POST') return new Request(url)
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

type InProcess = {
  cookie: string | undefined
  onAnswer: (answer: { statusCode: number; headers: OutgoingHttpHeaders }) => void
}

/** Calls our own API with this cookie, as if by this request. */
function sendInProcess(http: Http, request: FastifyRequest, { cookie, onAnswer }: InProcess): Send {
  return async (path, init) => {
    const response = await http.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: {
        ...(init.headers as Record<string, string>),
        'sec-fetch-site': 'same-origin',
        'user-agent': request.headers['user-agent'] ?? '',
        ...(cookie ? { cookie } : {}),
      },
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    onAnswer(response)
    return new Response(response.rawPayload as BodyInit, {
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: webHeaders(response.headers),
    })
  }
}

function webHeaders(headers: OutgoingHttpHeaders): Headers {
  const type = headers['content-type']
  return new Headers(type ? { 'content-type': String(type) } : {})
}
