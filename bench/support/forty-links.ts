import { readFileSync } from 'node:fs'
import type { openAdminCalls } from './admin-calls.ts'

type Piece = {
  brand: string
  product: string
  salePriceCents: number | null
  originalPriceCents: number | null
  picture: string
}
export type Forty = {
  /** As they are pasted. */
  lines: string[]
  /** Deals that the club is not to have, so that their pages are new to it. */
  toForget: string[]
  /** How a shop treats whoever looks at a page of it. */
  moods: Array<{ address: string; mood: string }>
  /** Of which nothing can be made; each says why on its row. */
  toTakeAway: Array<{ says: string }>
  toMend: {
    noPrice: { says: string; price: string }
    refused: { says: string; fields: Record<string, string> }
  }
  good: Array<{ address: string; piece: Piece }>
}

const LINES = 40
const BAD = 10

/** Forty links as a curator has them in the morning: thirty that are what they should be, each of another shop, and ten that are not. */
export async function fortyLinks(
  admin: Awaited<ReturnType<typeof openAdminCalls>>,
): Promise<Forty> {
  const pages = readPages()
  const shops = new Map<string, { id: string; address: string; piece: Piece }>()
  const others: string[] = []
  for (let page = 1; shops.size < LINES && page < 12; page += 1) {
    const { deals }: { deals: Array<{ id: string; buyUrl: string }> } = await admin.get(
      `/api/admin/deals?page=${page}&state=published`,
    )
    for (const { id, buyUrl } of deals) {
      const piece = pages[buyUrl]
      const { hostname } = new URL(buyUrl)
      if (!piece?.salePriceCents || !piece.originalPriceCents) continue
      if (shops.has(hostname)) others.push(buyUrl)
      else shops.set(hostname, { id, address: buyUrl, piece })
    }
  }
  const all = [...shops.values()]
  const good = all.slice(0, LINES - BAD)
  const [free, soldOut, euros, refusing, list, down] = all.slice(LINES - BAD)
  const [there = ''] = others
  if (!free || !soldOut || !euros || !refusing || !list || !down) {
    throw new Error(`The demo has too few shops: ${all.length}.`)
  }
  const [first] = good
  const bad = [
    new URL('/p/sold-last-year-1', free.address).href,
    free.address,
    soldOut.address,
    there,
    `${first?.address}${first?.address.includes('?') ? '&' : '?'}utm_source=mail`,
    euros.address,
    'http://169.254.169.254/latest/meta-data/',
    refusing.address,
    list.address,
    'the blue one that Ines saw',
  ]
  const { piece } = refusing
  const dollars = (cents: number | null) => ((cents ?? 0) / 100).toFixed(2)
  return {
    // Bad ones stand between the others.
    lines: good.flatMap(({ address }, at) =>
      at % 3 === 1 ? [address, bad[(at - 1) / 3] ?? ''] : [address],
    ),
    toForget: [...good, free, soldOut, euros, refusing, list].map(({ id }) => id),
    moods: [
      { address: free.address, mood: 'free' },
      { address: soldOut.address, mood: 'sold-out' },
      { address: euros.address, mood: 'euros' },
      { address: refusing.address, mood: 'refuse' },
      { address: list.address, mood: 'list' },
    ],
    toTakeAway: [
      { says: 'The page is not there any more.' },
      { says: 'Sold out at the shop.' },
      { says: 'This link is in the club already' },
      { says: '169.254.169.254' },
      { says: 'The link leads to a list' },
      { says: 'the blue one' },
    ],
    toMend: {
      noPrice: { says: 'The page says no price.', price: dollars(free.piece.salePriceCents) },
      refused: {
        says: 'The shop refuses to be read.',
        fields: {
          Brand: piece.brand,
          Name: piece.product,
          'Sale price': dollars(piece.salePriceCents),
          'Original price': dollars(piece.originalPriceCents),
        },
      },
    },
    good,
  }
}

/** At the console of the shops that are played. */
export async function setMoods(url: string, { moods }: Forty): Promise<void> {
  const pages = readPages()
  for (const { address, mood } of moods) {
    const price = ((pages[address]?.salePriceCents ?? 0) / 100).toFixed(2)
    const answer = await fetch(`${url}/sandbox/retailers/piece`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: url },
      body: new URLSearchParams({ address, mood, price }),
    })
    if (answer.status !== 303) throw new Error(`The shops answered ${answer.status}.`)
  }
}

/** What the shops of the demo sell, by address. */
function readPages(): Record<string, Piece> {
  return JSON.parse(readFileSync('demo/retailer-pages.json', 'utf8'))
}
