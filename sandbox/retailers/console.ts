import { count, moment, money } from '#sandbox/format.ts'
import { html, standInPage } from '#sandbox/html.ts'
import { MOODS, type Mood, type Moods } from './moods.ts'
import type { Piece } from './page.ts'

/** A request to a shop. */
export type Asked = { at: Date; address: string; status: number; agent: string }

type Shown = {
  pieces: Map<string, Piece>
  moods: Moods
  /** The chosen shop's host. */
  shop: string | undefined
  /** The search text. */
  q: string
  asked: Asked[]
  /** Whether a check of a page can be requested. */
  canLook: boolean
  said: string | undefined
}

const MOST_PIECES = 60

/** The console of the shops: how each page and each shop responds. */
export function consolePage(shown: Shown): string {
  const { pieces, moods, shop, q, asked, said } = shown
  const shops = Map.groupBy(pieces, ([address]) => new URL(address).hostname)
  const changed = moods.changed()
  const isChanged = ([address]: [string, Piece]) => {
    const { mood, salePriceCents } = changed.pieces[address] ?? {}
    return mood !== undefined || salePriceCents !== undefined
  }
  const wanted = q.toLowerCase()
  const some = [...pieces].filter(
    (each) =>
      (shop ? new URL(each[0]).hostname === shop : q !== '' || isChanged(each)) &&
      `${each[1].brand} ${each[1].product} ${each[0]}`.toLowerCase().includes(wanted),
  )
  return standInPage({
    title: 'Retailers sandbox',
    kind: 'console',
    styles: ['/sandbox/retailers/console.css'],
    banner: html`<header><p class="name">Retailers sandbox <span>stands in for the shops</span></p></header>`,
    main: html`<main id="main"><h1>Shops and what they do</h1>
      ${said && html`<p class="sandbox" role="status">${said}</p>`}
      <p class="soft">${count(shops.size, 'shop')} with ${count(pieces.size, 'piece')}. What is set here is what machines and people find at their addresses.</p>
      <form method="get" class="row"><div class="field"><label for="shop">Shop</label><select id="shop" name="shop">
        <option value="">Any</option>${[...shops.keys()].toSorted().map((host) => html`<option value="${host}" ${host === shop && html`selected`}>${host}${mark(moods.ofShop(host))}</option>`)}
      </select></div>
      <div class="field"><label for="q">Piece</label><input id="q" name="q" value="${q}"></div>
      <button class="plain">Show</button></form>
      ${shop && shops.has(shop) && shopForm(shop, moods.ofShop(shop))}
      <h2>${shop || q ? 'Pieces' : 'Pieces that were changed'}</h2>
      ${some.length === 0 ? html`<p class="soft">None. Choose a shop, or look for a piece.</p>` : html`<ul class="pieces">${some.slice(0, MOST_PIECES).map((each) => pieceForm(each, shown))}</ul>`}
      ${some.length > MOST_PIECES && html`<p class="soft">And ${some.length - MOST_PIECES} more.</p>`}
      <form method="post" action="/sandbox/retailers/forget"><button class="plain">Make every shop honest again</button></form>
      <h2>Who asked last</h2>
      ${asked.length === 0 ? html`<p class="soft">Nobody yet, of this process.</p>` : askedTable(asked)}
    </main>`,
  })
}

function mark(mood: Mood): string {
  return mood === 'honest' ? '' : ` (${MOODS[mood]})`
}

function moodSelect(id: string, mood: Mood) {
  return html`<div class="field"><label for="${id}">Does</label><select id="${id}" name="mood">${Object.entries(
    MOODS,
  ).map(
    ([name, words]) =>
      html`<option value="${name}" ${name === mood && html`selected`}>${words}</option>`,
  )}</select></div>`
}

function shopForm(host: string, mood: Mood) {
  return html`<form method="post" action="/sandbox/retailers/shop" class="row shop">
    <input type="hidden" name="host" value="${host}">${moodSelect('mood-of-shop', mood)}
    <button>Set all of ${host}</button></form>`
}

function pieceForm([address, piece]: [string, Piece], { moods, canLook, shop, q }: Shown) {
  const { mood = 'honest', salePriceCents } = moods.ofPiece(address)
  const cents = salePriceCents ?? piece.salePriceCents ?? 0
  const id = address.replace(/[^a-z0-9]+/gi, '-')
  const was = piece.originalPriceCents
  return html`<li><form method="post" action="/sandbox/retailers/piece" aria-label="${piece.product}">
    <input type="hidden" name="address" value="${address}"><input type="hidden" name="shop" value="${shop ?? ''}"><input type="hidden" name="q" value="${q}">
    <p><a href="/sandbox/retailers?to=${encodeURIComponent(address)}">${piece.product}</a><br><span class="soft">${piece.brand}, ${piece.retailer}${was !== null && `, before ${money(was)}`}</span></p>
    <div class="row"><div class="field"><label for="price-${id}">Price</label><input id="price-${id}" name="price" inputmode="decimal" value="${(cents / 100).toFixed(2)}" required></div>
    ${moodSelect(`mood-${id}`, mood)}
    <button>Set</button>${canLook && html`<button class="plain" name="look" value="now">Set and look</button><button class="plain" name="look" value="later">…as if two hours later</button>`}</div>
  </form></li>`
}

function askedTable(asked: Asked[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Who asked last"><table>
    <thead><tr><th scope="col">When (UTC)</th><th scope="col">What</th><th scope="col">Answer</th><th scope="col">Who</th></tr></thead>
    ${asked.map(({ at, address, status, agent }) => html`<tr><td>${moment(at)}</td><td>${address}</td><td>${status}</td><td>${agent}</td></tr>`)}</table></div>`
}
