import { AsyncLocalStorage } from 'node:async_hooks'
import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { SeenParams, SeenQuery } from '#app/admin/editions/editions.contract.ts'
import type { Trx } from '#app/db/database.ts'
import { browseRoutes } from '#app/deals/server/browse/browse.routes.ts'
import { createBrowsing } from '#app/deals/server/browse/browsing.ts'
import { dealsRoutes } from '#app/deals/server/deals.routes.ts'
import { createCatalogue } from '#app/deals/server/deals.ts'
import { rehearseEdition } from '#app/deals/server/planning/rehearsal.ts'
import { pricesRoutes } from '#app/deals/server/prices.routes.ts'
import { searchRoutes } from '#app/deals/server/search/search.routes.ts'
import { createSearch } from '#app/deals/server/search/search.ts'
import { createSuggestions } from '#app/deals/server/search/suggestions.ts'
import { anybodyOf, type PageClass } from '#app/membership/server/page-class.rules.ts'
import { drawForClass } from '#app/membership/server/pages-of-class.ts'
import type { AppContext } from '#app/server/context.ts'
import { createHttp, type Http } from '#app/server/http/http.ts'
import type { Live } from '#app/server/live.ts'
import { notFound } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findPage, isAt, PAGES } from '#app/shared/pages.ts'
import type { Send } from '#app/web/api/api.ts'
import { htmlDocument } from '#app/web/page/html-document.ts'
import { PERSONAL_FACTS } from './personal-facts.ts'
import type { Renderer } from './renderer.ts'
import { onlySeen } from './seen-links.ts'

/** What the calls see while an unpublished edition is previewed: a transaction and a moment. */
type World = { trx: Trx; moment: Date }
const worlds = new AsyncLocalStorage<World>()

/** The pages that show deals; all others are the same with and without an edition. */
const SEEN = [
  ...[PAGES.dailyDeals, PAGES.deal, PAGES.edition, PAGES.editions],
  ...[PAGES.brands, PAGES.brand, PAGES.categories, PAGES.category],
]

/** Calls that those pages also make, whose answers depend neither on deals nor on the viewer. */
const OF_THE_HOUSE = ['/api/offer']

/**
 * Previews an unpublished edition as a class of viewer would see it: the real pages, rendered through the
 * real calls and the one serializer, in a transaction that publishes the edition and is rolled back. The
 * calls run on a server of their own without caches, announcements, writes or sessions. The result is a
 * document without scripts or forms, for a frame of the back office only.
 */
export function editionSeenRoutes(http: Http, ctx: AppContext, renderer: Renderer) {
  let calls: Promise<Http> | undefined
  http.addHook('onClose', async () => (await calls)?.close())

  http.get(
    '/api/admin/editions/:day/seen/:viewer',
    {
      config: { access: 'admin', roles: ['curator', 'analyst'] },
      schema: {
        summary: 'A page of the site with the edition of a day, as a class of viewer will see it',
        params: SeenParams,
        querystring: SeenQuery,
        response: { 200: z.any().describe('text/html, to be shown in a frame') },
      },
    },
    async (request, reply) => {
      const { day, viewer } = request.params
      const url = frameAddress(ctx, request.query.at ?? PAGES.dailyDeals.path)
      if (!url) throw notFound('page to see')
      calls ??= openCalls(ctx, http)
      const readers = await calls
      // Read before the transaction starts: the database may have a single connection, which the transaction
      // then holds.
      const ofHouse = await askHouse(http)
      const drawn = await rehearseEdition(ctx, day, (trx, moment) =>
        worlds.run({ trx, moment }, () =>
          draw({ ctx, ofHouse, readers, renderer }, url, viewer, moment),
        ),
      )
      reply.headers({
        'content-security-policy': framePolicy(ctx),
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
      const base = `/api/admin/editions/${day}/seen/${viewer}`
      return reply
        .code(drawn.status as 200)
        .type('text/html; charset=utf-8')
        .send(onlySeen(drawn.html, (address) => seenLink(ctx, base, address)))
    },
  )
}

async function askHouse(http: Http) {
  const answers = OF_THE_HOUSE.map(async (url) => [url, await http.inject({ url })] as const)
  return new Map(await Promise.all(answers))
}

type Viewer = 'visitor' | PageClass
type Drawer = {
  ctx: AppContext
  ofHouse: Map<string, LightMyRequestResponse>
  readers: Http
  renderer: Renderer
}

async function draw(drawer: Drawer, url: URL, viewer: Viewer, moment: Date) {
  const { ctx, renderer } = drawer
  const send = sendTo(drawer, viewer)
  const page = () =>
    renderer.render(new Request(url), {
      send,
      isShared: viewer !== 'visitor',
      club: ctx.config.club,
      pictureHost: ctx.config.pictures.cdnUrl ?? '',
      showSampleClaims: ctx.config.showSampleClaims,
      today: businessDay(moment),
      tracking: {},
    })
  const rendered =
    viewer === 'visitor'
      ? await page()
      : await drawForClass({ pageClass: viewer, feedPages: 0 }, page)
  if (rendered.kind === 'redirect') throw notFound('page to see')
  const { structuredData, ...head } = rendered.head
  const html = htmlDocument({
    ...rendered,
    head: { ...head, isHidden: true },
    // Without state the document has no scripts.
    state: undefined,
    siteName: ctx.config.club.name,
    publicUrl: ctx.config.http.publicUrl,
    assets: { ...renderer.assetsFor(rendered.sources), scripts: [], laterScripts: [] },
  })
  return { status: rendered.status, html }
}

/** Sends GET calls only and without a session; calls about the viewer are answered for the class. */
function sendTo({ ofHouse, readers }: Drawer, viewer: Viewer): Send {
  return async (path, init) => {
    if ((init.method ?? 'GET') !== 'GET') return new Response(null, { status: 405 })
    const fact = PERSONAL_FACTS[path]
    if (fact && viewer !== 'visitor') return Response.json(fact.drawnWith(anybodyOf(viewer)))
    const answer = ofHouse.get(path) ?? (await readers.inject({ method: 'GET', url: path }))
    const type = answer.headers['content-type']
    return new Response(answer.rawPayload as BodyInit, {
      status: fact ? 401 : answer.statusCode,
      headers: type ? { 'content-type': String(type) } : {},
    })
  }
}

/** A server with only the calls that pages with deals read, within the current preview. */
async function openCalls(ctx: AppContext, { log }: Http): Promise<Http> {
  const read = <T>(work: (db: Trx) => Promise<T>) => work(here().trx)
  const seen: AppContext = {
    ...ctx,
    get db() {
      return here().trx
    },
    now: () => here().moment,
    reads: { feed: read, figures: read, close: async () => {} },
    live: KEEPS_NOTHING,
  }
  const calls = await createHttp(ctx.config, log)
  const catalogue = createCatalogue(seen)
  dealsRoutes(calls, seen, catalogue)
  pricesRoutes(calls, seen)
  browseRoutes(calls, seen, createBrowsing(seen, catalogue))
  const [search, suggestions] = [createSearch(seen, catalogue), createSuggestions(seen, catalogue)]
  searchRoutes(calls, seen, { catalogue, search, suggestions })
  await calls.ready()
  return calls
}

function here(): World {
  const world = worlds.getStore()
  if (!world) throw new Error('An edition is seen outside of its world.')
  return world
}

/** A subscription that never hears anything: while announcements may be missed, no answer is cached. */
const KEEPS_NOTHING: Live = {
  subscribe: () => {},
  onExpiry: () => {},
  expire: () => {},
  lasts: () => {},
  msLeft: () => 0,
  isListening: () => false,
}

/** The address to render; undefined unless it is one of the pages with deals. */
function frameAddress({ config }: AppContext, at: string): URL | undefined {
  const [path = '', query = ''] = at.split('?', 2)
  const page = findPage(path)
  if (!page || !isAt(page, path) || !SEEN.some((each) => each.path === page.path)) return
  const url = new URL(config.http.publicUrl)
  url.pathname = path
  const asked = new URLSearchParams(query)
  for (const name of page.parameters ?? []) {
    for (const value of asked.getAll(name)) url.searchParams.append(name, value)
  }
  return url
}

/** The address within the frame for a link of the page; undefined for a link that leads out of it. */
function seenLink(ctx: AppContext, base: string, address: string): string | undefined {
  const own = new URL(address, ctx.config.http.publicUrl)
  if (own.origin !== new URL(ctx.config.http.publicUrl).origin) return
  const url = frameAddress(ctx, own.pathname + own.search)
  return url && `${base}?at=${encodeURIComponent(url.pathname + url.search)}${own.hash}`
}

/** No scripts, forms or calls; framed only by our own pages. */
function framePolicy({ config }: AppContext): string {
  const pictures = config.pictures.cdnUrl ? ` ${config.pictures.cdnUrl}` : ''
  return [
    "default-src 'none'",
    "style-src 'self'",
    `img-src 'self'${pictures}`,
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin',
  ].join('; ')
}
