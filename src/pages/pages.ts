import type { FastifyReply, FastifyRequest } from 'fastify'
import { mayReadFeedPages } from '#app/deals/server/reading-limits.ts'
import {
  pagesOfClass,
  personOf,
  readSignedIn,
  type SignedInPerson,
} from '#app/membership/server/membership.ts'
import { type PageClass, pageClassOf } from '#app/membership/server/page-class.rules.ts'
import type { SessionOwner } from '#app/server/admission/guard.ts'
import { comeBackSeconds, type RouteClass } from '#app/server/admission/request-classes.rules.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import { stillKept } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { addressNotFound, handleError } from '#app/server/http/errors.ts'
import type { Http } from '#app/server/http/http.ts'
import { markCacheable } from '#app/server/http/micro-cache.ts'
import { sendPacked } from '#app/server/http/packed.ts'
import { untilGone } from '#app/server/http/until-gone.ts'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { PAGES, type Page } from '#app/shared/pages.ts'
import type { Door } from '#app/shared/switches.ts'
import { countFromMail, isFromMail } from '#app/tracking/server/mail-arrivals.ts'
import { personalEnd } from '#app/web/page/html-document.ts'
import { barePages } from './bare-pages.ts'
import { createDrawPage, type DrawnPage, FORM_TYPE } from './drawn-page.ts'
import { editionSeenRoutes } from './edition-seen.routes.ts'
import { createKeptPages } from './kept-pages.ts'
import {
  canonicalUrl,
  forOthers,
  isAdminPage,
  isPageAddress,
  isSpelledRight,
  pageAt,
} from './page-addresses.ts'
import { PERSONAL_FACTS } from './personal-facts.ts'
import type { Renderer } from './renderer.ts'

const DOOR_OF: Record<string, Door | undefined> = {
  [PAGES.signUp.path]: 'sign-up',
  [PAGES.joinNow.path]: 'joining',
  [PAGES.subscribe.path]: 'joining',
}
/** The path under which the page for missing pages is rendered. */
const NOWHERE = '/nowhere'
const HTML = 'text/html; charset=utf-8'

/** Serves every page: renders it with our own API called in process. */
export function pageRoutes(http: Http, ctx: AppContext, renderer: Renderer) {
  const drawPage = createDrawPage(http, ctx, renderer)
  const kept = createKeptPages(ctx, drawPage)

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
    // Pages behind a door always pass through here, so that shutting it takes effect for everybody at once.
    const isStill = url.pathname in DOOR_OF || endsSoon(ctx) ? undefined : stillKept(page)
    if (isStill && page.isVisitors) markCacheable(request, { isStill, body: page.body })
    if (page.status === 503) reply.header('retry-after', String(comeBackSeconds(Math.random())))
    return sendPacked(request, reply.code(page.status).type(HTML), page.body, page.end)
  }

  /** The cached page of the viewer's class, if the page can be shared, or else one for the viewer alone. */
  async function pageFor(
    request: FastifyRequest,
    reply: FastifyReply,
    url: URL,
  ): Promise<DrawnPage> {
    const forThemAlone = (drawn = url) => {
      // A form post changes something and is completed even if the client has gone.
      const gone = request.method === 'POST' ? undefined : untilGone(reply)
      return drawPage(request, drawn, { cookie: request.headers.cookie, gone })
    }
    if (!isAlike(request, url) || (await isDoorShut(url))) return forThemAlone()
    let person: SignedInPerson | undefined
    try {
      person = await readSignedIn(ctx, request)
    } catch {
      // If sessions cannot be read at present, there may be one.
      return forThemAlone()
    }
    if (!person) return kept.forVisitor(request, forOthers(url))
    const pageClass = isShared(request, url) ? pageClassOf(person) : undefined
    // Somebody without a class, such as an unconfirmed account, is not a member.
    if (!pageClass) return forThemAlone(person.viewer.class === 'member' ? url : forOthers(url))
    const shown = pageClass === 'member' ? url : forOthers(url)
    const page = await kept.forClass(request, shown, pageClass)
    const isTooMuch = !(await mayReadFeedPages(ctx, person.viewer, page.feedPages))
    if (isTooMuch || page.isForOne) return forThemAlone()
    if (page.kind === 'redirect') return page
    const isStill = url.pathname in DOOR_OF || isFromMail(request) ? undefined : stillKept(page)
    if (isStill) markCacheable(request, { isStill, body: page.body, of: ofClass(page, pageClass) })
    return { ...page, end: endFor(page, person) }
  }

  /**
   * How a cached page is served to a class: each viewer gets their own end, and it counts towards their
   * limit.
   */
  function ofClass({ feedPages, personal }: DrawnPage, pageClass: PageClass) {
    return {
      class: pagesOfClass(pageClass),
      admit: async (owner: SessionOwner) => {
        const { viewer } = personOf(owner)
        if (!(await mayReadFeedPages(ctx, viewer, feedPages))) throw new Error('read too much')
      },
      endFor: (owner: SessionOwner) => endFor({ personal }, personOf(owner)),
    }
  }

  /** Whether the page's door is shut: a cached page may date from when it was open. */
  async function isDoorShut({ pathname }: URL): Promise<boolean> {
    const door = DOOR_OF[pathname]
    return door !== undefined && (await isSwitchedOff(ctx, door).catch(() => true))
  }

  /** All missing pages share one address. */
  function addressOf(request: FastifyRequest): URL {
    const url = canonicalUrl(ctx, request)
    const isNowhere = request.is404 && (!pageAt(url) || isSpelledRight(request, url))
    return isNowhere ? new URL(NOWHERE, ctx.config.http.publicUrl) : url
  }

  function isAtHand(request: FastifyRequest): boolean {
    const url = addressOf(request)
    return isAlike(request, url) && kept.mayHave(request, url)
  }

  http.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
    done(null, body)
  })
  const addPages = (pages: Page[], requestClass: RouteClass) => {
    const config = { access: 'everyone', requestClass, isAtHand } as const
    for (const { path, isFormOnly, takesForm } of pages) {
      const route = { config, handler: servePage, url: path }
      if (!isFormOnly) http.route({ ...route, method: ['GET', 'HEAD'] })
      // Signing in without scripts does not queue behind page views.
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

/** The policy with frames allowed: the back office previews pages of the site in a frame. */
function withFrames({ config }: AppContext, reply: FastifyReply): string {
  const policy = String(reply.getHeader('content-security-policy'))
  const frames = `${config.http.publicUrl}/api/admin/editions/`
  return policy.includes('frame-src ')
    ? policy.replace('frame-src ', `frame-src ${frames} `)
    : `${policy}; frame-src ${frames}`
}

/** The end of a shared page, with this person's data. */
function endFor({ personal }: Pick<DrawnPage, 'personal'>, person: SignedInPerson): Buffer {
  const facts = personal.map((address) => [address, PERSONAL_FACTS[address]?.of(person)])
  return Buffer.from(personalEnd(Object.fromEntries(facts)))
}

/** Whether the page is the same for everyone of a class, as the page for missing pages is. */
function isShared(request: FastifyRequest, url: URL): boolean {
  return request.is404 || pageAt(url)?.isShared === true
}

/**
 * Allows our own proxy, but no one behind it, to show this page to other visitors. Browsers and other proxies
 * are told that it is private: only our proxy asks us again for every request with a session.
 */
function sharedByProxy({ config, live }: AppContext): Record<string, string> {
  // At most until the next deal ends.
  const seconds = Math.min(config.http.proxyCacheSeconds, Math.floor(live.msLeft('deals') / 1000))
  return seconds > 0 ? { 'x-accel-expires': String(seconds) } : {}
}

/** Whether the proxy could cache the page only for less than its usual time. */
function endsSoon({ config, live }: AppContext): boolean {
  return live.msLeft('deals') < (config.http.proxyCacheSeconds + 2) * 1000
}

function mayBeShared({ status, isWhole, isForOne, isVisitors, cookies }: DrawnPage): boolean {
  return isVisitors === true && status === 200 && isWhole && !isForOne && cookies.length === 0
}

/** Whether this page is the same for everybody without a session. */
function isAlike({ method }: FastifyRequest, url: URL): boolean {
  return method !== 'POST' && !pageAt(url)?.isSecretive && !isAdminPage(url)
}
