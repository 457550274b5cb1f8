import type { Database, Trx } from '#app/db/database.ts'
import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import { formatForeign, HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type {
  ChangeLink,
  Pasted,
  PastedLink,
  PastedLinks,
  SameDeal,
} from '#app/links/links.contract.ts'
import {
  LINK_FIELDS,
  LINKS_KEPT_MS,
  type LinkAnswer,
  type LinkDraft,
  type LinkSources,
  MADE_SHOWN_MS,
  MOST_LINKS,
  MOST_OPEN_LINKS,
  MOST_PICTURES_OFFERED,
} from '#app/links/links.facts.ts'
import type { AppContext, ReadContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { dealName, foldName } from '#app/shared/names.ts'
import {
  countOpen,
  deleteLinks,
  deletePastedBefore,
  findLinks,
  findSameDeals,
  insertLinks,
  lockLinks,
  lockPasting,
  type NewLink,
  type SameRow,
  type StoredLink,
  type Subject,
  updateLink,
} from './links.queries.ts'
import { pastedEntries } from './pasting.rules.ts'
import { PASTED_LINKS_QUEUE } from './queue.ts'
import { storeOffered } from './work.ts'

/**
 * Takes lines with links, and the links of a mail: each is a draft from now on, and its page is read as its
 * shop's pace allows.
 */
export async function pasteLinks(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  text: string,
  by: string,
): Promise<Omit<Pasted, 'desk'>> {
  const lines = pastedEntries(text)
  const keys = new Set<string>()
  const links: NewLink[] = []
  let twice = 0
  for (const [position, line] of lines.slice(0, MOST_LINKS).entries()) {
    const link = parseBuyUrl(line)
    const key = link.ok ? link.key : line
    if (keys.has(key)) {
      twice += 1
      continue
    }
    keys.add(key)
    const about = { id: newId(), position, pasted: printable(line) }
    links.push(
      link.ok
        ? { ...about, url: link.url, urlKey: link.key, host: link.domain, answer: null }
        : { ...about, url: null, urlKey: null, host: null, answer: 'no-link' },
    )
  }
  await lockPasting(trx)
  if ((await countOpen(trx)) + links.length > MOST_OPEN_LINKS) {
    const text = `At most ${MOST_OPEN_LINKS} links wait here. Make deals of some, or take them away.`
    throw new Problem(409, 'too-many-links', text)
  }
  const written = await insertLinks(trx, links, { by, now: ctx.now() })
  await ctx.jobs.send(trx, PASTED_LINKS_QUEUE, {}, { singletonKey: 'pasted' })
  return {
    added: written.size,
    noLink: links.filter(({ id, url }) => url === null && written.has(id)).length,
    twice,
    open: links.length - written.size,
    rest: lines.slice(MOST_LINKS),
  }
}

/** Links as if their pages had been read already, as of an example: with what each page would have answered. */
export async function pasteAsRead(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  pages: Array<{
    url: string
    draft: LinkDraft
    sources: LinkSources
    picture: string | null
    answer: LinkAnswer | null
  }>,
  by: string,
): Promise<void> {
  const now = ctx.now()
  const links = pages.flatMap(({ url, ...page }, position) => {
    const link = parseBuyUrl(url)
    if (!link.ok) return []
    const { url: pasted, key: urlKey, domain: host } = link
    return [
      {
        row: { id: newId(), position, pasted, url: pasted, urlKey, host, answer: page.answer },
        page,
      },
    ]
  })
  await insertLinks(
    trx,
    links.map(({ row }) => row),
    { by, now },
  )
  for (const { row, page } of links) {
    const { draft, sources, picture, answer } = page
    const pictures = picture === null ? [] : [{ address: row.url, id: picture }]
    await updateLink(trx, row.id, {
      state: answer === null ? 'read' : 'unread',
      picture,
      draft: JSON.stringify(draft),
      sources: JSON.stringify(sources),
      pictures: JSON.stringify(pictures),
    })
  }
}

/** As far as it can be shown and stored. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\ud800-\udfff]/gu, '\ufffd').slice(0, 500)
}

/** Every link that waits for a person, with the deals that are like it. */
export async function readLinks(ctx: ReadContext): Promise<PastedLinks> {
  const now = ctx.now()
  const madeSince = new Date(now.getTime() - MADE_SHOWN_MS)
  const rows = await findLinks(ctx.db, { madeSince, most: MOST_OPEN_LINKS })
  const same = await findSame(ctx.db, rows, now)
  return {
    links: rows.map((row) => shownLink(row, same.get(row.id) ?? [])),
    waiting: rows.filter(({ state }) => state === 'waiting').length,
    pictures: rows.filter(({ picturesDue }) => picturesDue).length,
    tomorrow: addDays(businessDay(now), 1),
  }
}

function shownLink(row: StoredLink, same: SameDeal[]): PastedLink {
  const { id, pasted, url, state, answer, notes, draft, sources, dealId, version, pastedBy } = row
  return {
    id,
    pasted,
    url,
    state,
    answer,
    notes,
    draft,
    sources,
    same,
    dealId,
    version,
    pastedBy,
    host: url === null ? null : new URL(url).hostname.replace(/^www\./, ''),
    pictures: row.pictures.map((picture) => ({
      key: picture.id ? fallbackKey(picture.id) : null,
      state: picture.id ? 'stored' : picture.id === false ? 'failed' : 'waiting',
    })),
    picture: row.picture === null ? null : fallbackKey(row.picture),
    pastedAt: row.pastedAt.toISOString(),
  }
}

/** What a draft is known by. */
function subjectOf({ id, urlKey, nextUrl, draft }: StoredLink): Subject {
  const price = parsePrice(draft.salePrice ?? '')
  const page = parseBuyUrl(nextUrl ?? '')
  return {
    id,
    urlKey,
    pageKey: page.ok ? page.key : null,
    gtin: draft.gtin?.replace(/\D/g, '').padStart(14, '0') || null,
    brandKey: foldName(draft.brandName ?? ''),
    product: (draft.productName ?? '').toLowerCase(),
    hundredths: 'cents' in price ? price.cents : null,
  }
}

/** By the id of each open link: deals, and other open links, that are the same piece. */
export async function findSame(
  db: Database,
  rows: StoredLink[],
  now: Date,
): Promise<Map<string, SameDeal[]>> {
  const open = rows.filter(({ state }) => state !== 'made')
  const subjects = open.map(subjectOf)
  const found = await findSameDeals(db, subjects, now)
  const deals = await findManagedDeals(
    db,
    found.map(({ dealId }) => dealId),
  )
  const all = new Map<string, SameDeal[]>()
  const add = (id: string, same: SameDeal) => all.set(id, [...(all.get(id) ?? []), same])
  for (const { id, by, dealId } of found) {
    const deal = deals.get(dealId)
    if (deal) add(id, { by, ...sameOf(deal) })
  }
  for (const [at, one] of subjects.entries()) {
    // The later one is shown beside the earlier.
    for (const other of subjects.slice(at + 1)) {
      const by = sameBy(one, other)
      const row = open.find(({ id }) => id === one.id)
      if (by && row) add(other.id, { by, ...sameLink(row) })
    }
  }
  return all
}

function sameBy(one: Subject, other: Subject): SameRow['by'] | undefined {
  if (one.pageKey !== null && one.pageKey === other.pageKey) return 'link'
  if (one.gtin !== null && one.gtin === other.gtin) return 'gtin'
  const isNamed = one.brandKey !== '' && one.product !== ''
  const isSame = one.brandKey === other.brandKey && one.product === other.product
  return isNamed && isSame && one.hundredths === other.hundredths ? 'words' : undefined
}

type Managed = NonNullable<ReturnType<Awaited<ReturnType<typeof findManagedDeals>>['get']>>

function sameOf(deal: Managed): Omit<SameDeal, 'by'> {
  const isForeign = deal.currency !== HOME_CURRENCY
  const price = isForeign ? deal.foreignNow : deal.salePrice
  return {
    dealId: deal.id,
    linkId: null,
    title: dealName(deal),
    retailer: deal.retailer,
    price: price === null ? '' : formatForeign(Math.round(price * 100), deal.currency),
    state: deal.state,
    day: deal.createdDay,
    picture: deal.dealCardImageUrl ?? deal.images[0] ?? null,
  }
}

function sameLink({ id, draft, picture, url, pastedAt }: StoredLink): Omit<SameDeal, 'by'> {
  const { brandName = '', productName = '', salePrice, currency = HOME_CURRENCY } = draft
  const price = parsePrice(salePrice ?? '')
  return {
    dealId: null,
    linkId: id,
    title: dealName({ brandName, productName }),
    price: 'cents' in price && price.cents ? formatForeign(price.cents, currency) : '',
    retailer: url === null ? '' : new URL(url).hostname,
    state: 'pasted',
    day: businessDay(pastedAt),
    picture: picture === null ? null : fallbackKey(picture),
  }
}

/** What a person says of a draft. Throws 404, and 409 `link-changed` where somebody else has said something since. */
export async function changeLink(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  id: string,
  { version, draft, picture }: ChangeLink,
): Promise<void> {
  const row = (await lockLinks(trx, [id])).get(id)
  if (!row) throw notFound('link')
  if (row.state === 'made') throw changed('A deal has been made of it meanwhile.')
  if (row.version !== version) throw changed('Somebody has changed it meanwhile.')
  const said: LinkDraft = { ...row.draft }
  const sources: LinkSources = { ...row.sources }
  for (const field of LINK_FIELDS) {
    const text = draft?.[field]?.trim()
    if (text === undefined || text === (row.draft[field] ?? '')) continue
    said[field] = text
    sources[field] = 'typed'
  }
  const chosen = picture?.replace(/\.jpg$/, '')
  const isOffered = chosen === undefined || row.pictures.some((each) => each.id === chosen)
  if (!isOffered) throw new Problem(422, 'invalid-link', 'That picture is none of its page.')
  await updateLink(trx, id, {
    draft: JSON.stringify(said),
    sources: JSON.stringify(sources),
    ...(picture !== undefined && { picture: chosen ?? null }),
    version: version + 1,
    changedAt: ctx.now(),
  })
}

function changed(text: string) {
  return new Problem(409, 'link-changed', `${text} The list shows how it is now.`)
}

/** Has the page read once more, as its shop's pace allows. What a person has written stays, whatever the page says. */
export async function readAgain(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  id: string,
): Promise<void> {
  const row = (await lockLinks(trx, [id])).get(id)
  if (!row) throw notFound('link')
  if (row.url === null || row.state === 'made') throw changed('It cannot be read.')
  const now = ctx.now()
  await updateLink(trx, id, {
    state: 'waiting',
    answer: null,
    nextUrl: row.url,
    host: new URL(row.url).hostname,
    hops: 0,
    dueAt: now,
    changedAt: now,
    version: row.version + 1,
  })
  await ctx.jobs.send(trx, PASTED_LINKS_QUEUE, {}, { singletonKey: 'pasted' })
}

/** Fetches the other pictures that its page offers. Throws 404. */
export async function fetchOffered(ctx: AppContext, id: string): Promise<void> {
  const row = await ctx.db.transaction().execute((trx) => lockLinks(trx, [id]))
  const link = row.get(id)
  if (!link) throw notFound('link')
  await storeOffered(ctx, link, MOST_PICTURES_OFFERED)
}

/** Takes links away of which nobody will make a deal; answers what they were. */
export async function removeLinks(trx: Trx, ids: string[]): Promise<string[]> {
  return deleteLinks(trx, ids)
}

export async function purgeOldLinks({ db, now }: ReadContext): Promise<void> {
  await deletePastedBefore(db, new Date(now().getTime() - LINKS_KEPT_MS))
}
