import type { FastifyRequest } from 'fastify'
import { createProvenSavings } from '#app/marketing/server/claims.ts'
import { anybodyOf, type PageClass } from '#app/membership/server/page-class.rules.ts'
import type { Drawing } from '#app/membership/server/pages-of-class.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { type Packable, packable } from '#app/server/http/packed.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { isOwnFilm } from '#app/shared/demo-film.ts'
import { hasLaterVersions, LATER_VERSIONS } from '#app/shared/legal-versions.ts'
import type { Send } from '#app/web/api/api.ts'
import { htmlDocument, preloadHeader } from '#app/web/page/html-document.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'
import { answerOf, sendInProcess } from './api-in-process.ts'
import { PERSONAL_FACTS } from './personal-facts.ts'
import type { Renderer } from './renderer.ts'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** A rendered page, before it is sent. */
export type DrawnPage = {
  /** None of its calls failed temporarily. */
  isWhole: boolean
  /** It turned out to be about one person, so nobody else may see it. */
  isForOne: boolean
  /** Rendered for visitors without a session. */
  isVisitors?: boolean
  cookies: string[]
  /** Addresses of the calls whose answers are sent beside the page. */
  personal: string[]
  /** How many pages of the feed it shows; they count towards the reader's limit. */
  feedPages: number
} & (
  | { kind: 'redirect'; status: number; location: string }
  | { kind: 'page'; status: number; link: string | undefined; body: Packable; end?: Buffer }
)

/** The viewer for whom a page is rendered. */
type Asker = {
  cookie?: string | undefined
  /** Set if it is rendered for a class rather than for one viewer. */
  drawing?: Drawing
  /** Set if only this viewer waits for it: once aborted, rendering stops. */
  gone?: AbortSignal | undefined
}

export type DrawPage = (request: FastifyRequest, url: URL, asker: Asker) => Promise<DrawnPage>

/** Renders a page: its loaders call our own API in process, on behalf of the viewer. */
export function createDrawPage(http: Http, ctx: AppContext, renderer: Renderer): DrawPage {
  const readProvenSavings = createProvenSavings(ctx)

  return async (request, url, { cookie, drawing, gone }) => {
    const cookies: string[] = []
    let isWhole = true
    let isForOne = false
    const send = sendInProcess(http, request, {
      cookie,
      gone,
      onAnswer: ({ statusCode, headers }) => {
        if (isPassing(statusCode)) isWhole = false
        // It called something that requires a session.
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
}

/** Answers calls about the viewer with what is true of the whole class; sends all others on. */
function answerForAnybody(pageClass: PageClass, send: Send): Send {
  const anybody = anybodyOf(pageClass)
  return async (path, init) => {
    const fact = PERSONAL_FACTS[path]
    return fact ? answerOf(200, JSON.stringify(fact.drawnWith(anybody))) : send(path, init)
  }
}

function filmSettings({ config: { videoUrl } }: AppContext): Partial<SiteSettings> {
  return videoUrl ? { videoUrl, isVideoOurs: isOwnFilm(videoUrl) } : {}
}

/** Leaves out the server's own reporting address and token, which pages do not need. */
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
  // A form without fields may come without a content type; a JSON body is not a form.
  if (body !== undefined && body !== null && typeof body !== 'string') throw notAForm()
  return new Request(url, { method, headers: { 'content-type': FORM_TYPE }, body: body ?? '' })
}

function notAForm() {
  return new Problem(415, 'unsupported-media-type', 'Send this as a form.')
}

/** Whether a response with this status may differ in a moment. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}
