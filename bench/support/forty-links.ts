import { readFileSync } from 'node:fs'
import type { openAdminCalls } from './admin-calls.ts'

export type Piece = {
  brand: string
  product: string
  salePriceCents: number | null
  originalPriceCents: number | null
  picture: string
}
/** What is wrong with a bad link. */
type Fault =
  | ('gone' | 'free' | 'sold-out' | 'there' | 'twice')
  | ('euros' | 'private' | 'refusing' | 'list' | 'no-link')

export type Forty = {
  /** The links in the order of the mail, with their pieces where they lead to one. */
  rows: Array<{ address: string; piece: Piece | undefined; fault: Fault | undefined }>
  /** Ids of deals to remove, so that their pages are new to the club. */
  toForget: string[]
  /** How shops respond on some pages. */
  moods: Array<{ address: string; mood: string }>
  toMend: {
    noPrice: { says: string; price: string }
    refused: { says: string; fields: Record<string, string> }
  }
  /** The number of good links and of bad ones that a person can fix. */
  expected: number
}

const LINES = 40
const BAD = 10
const MENDABLE: Fault[] = ['free', 'euros', 'refusing']

/**
 * Forty links as a curator gets them in the morning: thirty good ones, each of another shop, and ten bad
 * ones.
 */
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
  const bad: Array<[Fault, string]> = [
    ['gone', new URL('/p/sold-last-year-1', free.address).href],
    ['free', free.address],
    ['sold-out', soldOut.address],
    ['there', there],
    ['twice', `${first?.address}${first?.address.includes('?') ? '&' : '?'}utm_source=mail`],
    ['euros', euros.address],
    ['private', 'http://169.254.169.254/latest/meta-data/'],
    ['refusing', refusing.address],
    ['list', list.address],
    ['no-link', 'the blue one that Ines saw'],
  ]
  const faulty = bad.map(([fault, address]) => ({
    ...{ address, fault },
    piece: fault === 'twice' ? first?.piece : pages[address],
  }))
  const { piece } = refusing
  const dollars = (cents: number | null) => ((cents ?? 0) / 100).toFixed(2)
  return {
    // Spreads the bad ones among the others.
    rows: good.flatMap(({ address, piece }, at) => {
      const bad = at % 3 === 1 ? faulty[(at - 1) / 3] : undefined
      return [{ address, piece, fault: undefined }, ...(bad ? [bad] : [])]
    }),
    toForget: [...good, free, soldOut, euros, refusing, list].map(({ id }) => id),
    moods: [
      { address: free.address, mood: 'free' },
      { address: soldOut.address, mood: 'sold-out' },
      { address: euros.address, mood: 'euros' },
      { address: refusing.address, mood: 'refuse' },
      { address: list.address, mood: 'list' },
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
    expected: good.length + MENDABLE.length,
  }
}

/** Sets how the stand-in shops respond: only those of the forty misbehave, none of the demo's own. */
export async function setMoods(url: string, { moods }: Forty): Promise<void> {
  const pages = readPages()
  const say = async (what: string, said: Record<string, string>) => {
    const answer = await fetch(`${url}/sandbox/retailers/${what}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: url },
      body: new URLSearchParams(said),
    })
    if (answer.status !== 303) throw new Error(`The shops answered ${answer.status}.`)
  }
  await say('forget', {})
  for (const { address, mood } of moods) {
    const price = ((pages[address]?.salePriceCents ?? 0) / 100).toFixed(2)
    await say('piece', { address, mood, price })
  }
}

/** The pages of the demo's shops, by address. */
function readPages(): Record<string, Piece> {
  return JSON.parse(readFileSync('demo/retailer-pages.json', 'utf8'))
}
