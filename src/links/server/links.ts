import type { Trx } from '#app/db/database.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import type { ChangeLink, PastedLink, PastedLinks, SameDeal } from '#app/links/links.contract.ts'
import {
  LINK_FIELDS,
  LINKS_KEPT_MS,
  type LinkDraft,
  type LinkSources,
  MADE_SHOWN_MS,
  MOST_OPEN_LINKS,
  MOST_PICTURES_OFFERED,
} from '#app/links/links.facts.ts'
import type { AppContext, ReadContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import {
  deleteLinks,
  deletePastedBefore,
  findLinks,
  lockLinks,
  type StoredLink,
  updateLink,
} from './links.queries.ts'
import { PASTED_LINKS_QUEUE } from './queue.ts'
import { findSame } from './same-piece.ts'
import { storeOffered } from './work.ts'

/** Returns open links and those that became deals lately, each with the deals and links that match it. */
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

/** Stores a curator's changes to a draft. Throws 404, and 409 `link-changed` on a conflicting change. */
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

/** Queues the page for another reading at its shop's pace. What a person typed is kept. */
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

/** Fetches the other pictures that the page offers. Throws 404. */
export async function fetchOffered(ctx: AppContext, id: string): Promise<void> {
  const row = await ctx.db.transaction().execute((trx) => lockLinks(trx, [id]))
  const link = row.get(id)
  if (!link) throw notFound('link')
  await storeOffered(ctx, link, MOST_PICTURES_OFFERED)
}

/** Deletes links that will not become deals; returns what was pasted for each. */
export async function removeLinks(trx: Trx, ids: string[]): Promise<string[]> {
  return deleteLinks(trx, ids)
}

export async function purgeOldLinks({ db, now }: ReadContext): Promise<void> {
  await deletePastedBefore(db, new Date(now().getTime() - LINKS_KEPT_MS))
}
