import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { atPrice, type Mood, type Moods } from './moods.ts'
import { frontPage, type Piece, retailerPage, unknownPage } from './page.ts'

const HTML = 'text/html; charset=utf-8'
const PICTURES = path.resolve(import.meta.dirname, '../../demo/pictures')
/** The path of a picture on the shops' pages. */
const PICTURE_PATH = /^\/pictures\/([a-z-]{1,40}-\d\.jpg)$/
/** Longer than any client waits. */
const HANGS_MS = 25_000
const DRIP_MS = 500
const DECOY_BYTES = 10 * 1024 * 1024

/** The response of a shop to a request for an address, well-behaved or not. */
export async function answerAsShop(
  request: FastifyRequest,
  reply: FastifyReply,
  { address, pieces, moods }: { address: URL; pieces: Map<string, Piece>; moods: Moods },
): Promise<unknown> {
  const ofShop = moods.ofShop(address.hostname)
  if (address.pathname === '/robots.txt') {
    if (ofShop === 'hang') return hang(reply)
    if (ofShop === 'down') return reply.code(500).send('Internal error')
    const closed = ofShop === 'robots' ? '/' : '/cart'
    return reply.type('text/plain').send(`User-agent: *\nDisallow: ${closed}\n`)
  }
  const known = pieces.get(address.href)
  const state = moods.ofPiece(address.href)
  const mood = state.mood && state.mood !== 'honest' ? state.mood : ofShop
  const badly = misbehave(mood, reply, address)
  if (badly) return badly
  const [, picture] = PICTURE_PATH.exec(address.pathname) ?? []
  if (picture !== undefined) {
    const file = path.join(PICTURES, picture)
    if (!existsSync(file)) return reply.code(404).send('Not found')
    return reply.type('image/jpeg').send(createReadStream(file))
  }
  if (address.pathname === '/') {
    const own = [...pieces].filter(([href]) => new URL(href).hostname === address.hostname)
    return reply.type(HTML).send(frontPage(address, own))
  }
  if (!known || mood === 'gone') return reply.code(404).type(HTML).send(unknownPage(address))
  const page = retailerPage(address, lied(atPrice(known, state), mood), {
    isSoldOut: mood === 'sold-out',
    currency: mood === 'euros' ? 'EUR' : 'USD',
    isRrp: state.beside === 'rrp',
  })
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 20)}"`
  reply.header('etag', etag).type(HTML)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.send(page)
}

function lied(piece: Piece, mood: Mood): Piece {
  const { salePriceCents: cents } = piece
  if (mood === 'free') return { ...piece, salePriceCents: 0 }
  if (mood === 'thousandth') return { ...piece, salePriceCents: Math.round((cents ?? 0) / 1000) }
  if (mood === 'other-piece') return { ...piece, product: 'Garden hose, 20 m', brand: 'Nobody' }
  return piece
}

/** The response of a misbehaving shop; undefined if it responds normally. */
function misbehave(mood: Mood, reply: FastifyReply, address: URL): unknown {
  switch (mood) {
    case 'refuse':
      return reply.code(403).type(HTML).send('<title>Access denied</title>')
    case 'too-much':
      return reply.code(429).header('retry-after', '60').send('Too many requests')
    case 'down':
      return reply.code(500).send('Internal error')
    case 'hang':
      return hang(reply)
    case 'drip':
      return reply.type(HTML).send(Readable.from(drip()))
    case 'list':
      return reply.header('location', new URL('/', address).href).code(302).send()
    case 'inside':
      return reply.header('location', 'http://169.254.169.254/latest/meta-data/').code(302).send()
    case 'nonsense':
      return reply.type(HTML).send('\u0000<<p {"@type": "Product", "price": NaN, ]]> <script type=')
    case 'decoy':
      return reply.type(HTML).send(Buffer.alloc(DECOY_BYTES, '<p>Sale!</p>'))
    default:
      return
  }
}

async function hang(reply: FastifyReply) {
  await delay(HANGS_MS, undefined, { ref: false })
  return reply.code(504).send()
}

async function* drip() {
  for (let ms = 0; ms < HANGS_MS; ms += DRIP_MS) {
    yield '<'
    await delay(DRIP_MS, undefined, { ref: false })
  }
}
