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

/** What a page is, before it is sent. */
export type DrawnPage = {
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
} & (
  | { kind: 'redirect'; status: number; location: string }
  | { kind: 'page'; status: number; link: string | undefined; body: Packable; end?: Buffer }
)

/** For whom a page is drawn. */
type Asker = {
  cookie?: string | undefined
  /** For a class instead of for one. */
  drawing?: Drawing
  /** Of one whom nobody else waits with: once it is aborted, no more is done for them. */
  gone?: AbortSignal | undefined
}

export type DrawPage = (request: FastifyRequest, url: URL, asker: Asker) => Promise<DrawnPage>

/** Draws a page: its loaders call our own API in process, as whoever it is for. */
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
}

/** What is asked about whoever is looking is known of the class alone; the rest is asked as usual. */
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
  return new Request(url, { method, headers: { 'content-type': FORM_TYPE }, body: body ?? '' })
}

function notAForm() {
  return new Problem(415, 'unsupported-media-type', 'Send this as a form.')
}

/** Whether a call that answered so may answer otherwise in a moment. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}
