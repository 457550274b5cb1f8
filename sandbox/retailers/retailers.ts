import { createReadStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Http } from '#app/server/http/http.ts'
import { Problem } from '#app/server/problem.ts'
import { type Asked, consolePage } from './console.ts'
import { atPrice, MOODS, openMoods } from './moods.ts'
import { Piece, retailerPage, unknownPage } from './page.ts'
import { answerAsShop } from './shop.ts'

const DEMO = path.resolve(import.meta.dirname, '../../demo')
const HTML = 'text/html; charset=utf-8'
const MOST_ASKED = 30
/** Confirmations shown in the console. */
const SAID: Record<string, string> = {
  set: 'Set.',
  honest: 'Every shop is honest again.',
  asked: 'Set. It is looked at as soon as its shop’s pace allows.',
  nobody: 'Set. Nobody looks at this page: it is in no deal that lives, or checks are off.',
}

type Options = {
  dataDir: string
  /** Requests a check of a page at once; `later` as if two hours had passed since the last check. */
  look?: (address: string, when: 'now' | 'later') => Promise<boolean>
}

/**
 * Plays the demo's fictional retailers, so that a click leads to a page with the piece and its price. It
 * knows only what such a shop would: its own pages, by address. The console can make it misbehave.
 */
export function retailerStandIns(http: Http, { dataDir, look }: Options) {
  const pieces = readPieces()
  const moods = openMoods(dataDir)
  const asked: Asked[] = []
  const [style, consoleStyle] = ['page.css', 'console.css'].map((file) =>
    readFileSync(path.join(import.meta.dirname, file)),
  )
  const Said = z.object({
    shop: z.string().max(200).optional(),
    q: z.string().max(200).default(''),
  })

  http.get(
    '/sandbox/retailers',
    {
      config: { access: 'everyone' },
      schema: { querystring: Said.extend({ to: z.url().optional(), said: z.string().optional() }) },
    },
    (request, reply) => {
      const { to, shop, q, said } = request.query
      reply.type(HTML).header('x-robots-tag', 'noindex').header('cache-control', 'no-store')
      if (to === undefined) {
        const canLook = look !== undefined
        const words = said === undefined ? undefined : SAID[said]
        return reply.send(consolePage({ pieces, moods, shop, q, asked, canLook, said: words }))
      }
      const address = landing(new URL(to), pieces)
      const piece = pieces.get(address.href)
      const state = moods.ofPiece(address.href)
      const mood = state.mood ?? moods.ofShop(address.hostname)
      if (!piece || mood === 'gone') return reply.code(404).send(unknownPage(address))
      return reply.send(
        retailerPage(address, atPrice(piece, state), {
          isSoldOut: mood === 'sold-out',
          isRrp: state.beside === 'rrp',
        }),
      )
    },
  )

  // What the shop's own address returns to crawlers that follow its rules.
  http.get(
    '/sandbox/retailers/page',
    {
      config: { access: 'everyone', requestClass: 'none' },
      schema: { hide: true, querystring: z.object({ to: z.url() }) },
    },
    async (request, reply) => {
      const address = new URL(request.query.to)
      reply.raw.once('close', () => {
        const agent = request.headers['user-agent'] ?? ''
        asked.unshift({ at: new Date(), address: address.href, status: reply.statusCode, agent })
        asked.splice(MOST_ASKED)
      })
      return answerAsShop(request, reply, { address, pieces, moods })
    },
  )

  http.register(async (pages: Http) => {
    pages.decorate('accessOfAll', 'everyone')
    pages.removeContentTypeParser('application/x-www-form-urlencoded')
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const back = (shop: string | undefined, q: string, said: keyof typeof SAID) =>
      `/sandbox/retailers?${new URLSearchParams({ ...(shop && { shop }), q, said })}`
    const Mood = z.enum(Object.keys(MOODS) as [keyof typeof MOODS])

    pages.post(
      '/sandbox/retailers/shop',
      { schema: { body: z.object({ host: z.string().max(200), mood: Mood }) } },
      async (request, reply) => {
        const { host, mood } = request.body
        moods.setShop(host, mood)
        return reply.redirect(back(host, '', 'set'), 303)
      },
    )
    const Price = z.string().regex(/^\d{1,7}([.,]\d{1,2})?$/, 'is no price')
    pages.post(
      '/sandbox/retailers/piece',
      {
        schema: {
          body: Said.extend({
            address: z.url(),
            price: Price,
            mood: Mood,
            look: z.enum(['now', 'later']).optional(),
          }),
        },
      },
      async (request, reply) => {
        const { address, price, mood, shop, q, look: when } = request.body
        const piece = pieces.get(address)
        if (!piece) throw new Problem(404, 'not-found', 'There is no such piece.')
        const cents = Math.round(Number(price.replace(',', '.')) * 100)
        const isOther = cents !== piece.salePriceCents
        moods.setPiece(address, { mood, salePriceCents: isOther ? cents : undefined })
        if (!when || !look) return reply.redirect(back(shop, q, 'set'), 303)
        const isLooking = await look(address, when)
        return reply.redirect(back(shop, q, isLooking ? 'asked' : 'nobody'), 303)
      },
    )
    pages.post('/sandbox/retailers/forget', async (_request, reply) => {
      moods.forget()
      return reply.redirect('/sandbox/retailers?said=honest', 303)
    })
  })

  http.get(
    '/sandbox/retailers/console.css',
    { config: { access: 'everyone' } },
    (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(consoleStyle),
  )
  http.get('/sandbox/retailers/style.css', { config: { access: 'everyone' } }, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  const PictureParams = z.object({ file: z.string().regex(/^[a-z-]{1,40}-\d\.jpg$/) })
  http.get(
    '/sandbox/retailers/pictures/:file',
    { config: { access: 'everyone' }, schema: { params: PictureParams } },
    (request, reply) => {
      const file = path.join(DEMO, 'pictures', request.params.file)
      if (!existsSync(file)) throw new Problem(404, 'not-found', 'There is no such picture.')
      return reply
        .type('image/jpeg')
        .header('cache-control', 'no-cache')
        .send(createReadStream(file))
    },
  )
}

/**
 * The page that a click leads to: a network redirects to the piece that its link names, and a shop recognizes
 * its own addresses whatever parameters a link has added.
 */
function landing(address: URL, pieces: Map<string, Piece>): URL {
  if (pieces.has(address.href)) return address
  const named = [...address.searchParams.values()].find((value) => pieces.has(value))
  if (named !== undefined) return new URL(named)
  const own = [...pieces.keys()].find((href) => {
    const { origin, pathname, searchParams } = new URL(href)
    const isSame = origin === address.origin && pathname === address.pathname
    return (
      isSame && [...searchParams].every(([name, value]) => address.searchParams.has(name, value))
    )
  })
  return own === undefined ? address : new URL(own)
}

function readPieces(): Map<string, Piece> {
  const json: unknown = JSON.parse(readFileSync(path.join(DEMO, 'retailer-pages.json'), 'utf8'))
  return new Map(Object.entries(z.record(z.string(), Piece).parse(json)))
}
