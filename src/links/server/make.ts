import { setTimeout as delay } from 'node:timers/promises'
import type { Trx } from '#app/db/database.ts'
import {
  createDeal,
  type DealOutcome,
  prepareDealPatch,
} from '#app/deals/server/editing/editing.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import { LINK_FIELDS } from '#app/links/links.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findLinks, lockLinks, type StoredLink, updateLink } from './links.queries.ts'
import { findSame } from './same-piece.ts'
import { storeOffered } from './work.ts'

type Making = { id: string; version: number; isSure: boolean; by: string }
type LinkMade = { outcome: DealOutcome } | { reason: string }

const PICTURES_AT_ONCE = 8
/** A person is waiting for the deals. */
const LONGEST_PICTURES_MS = 10_000

/**
 * Fetches the first picture of each link that has none yet, before deals are made of them. Leaves out
 * whatever takes too long.
 */
export async function fetchLatePictures(ctx: AppContext, ids: string[]): Promise<void> {
  const rows = await ctx.db.transaction().execute((trx) => lockLinks(trx, ids))
  const late = [...rows.values()].filter(
    ({ picture, pictures }) => picture === null && pictures.some(({ id }) => id === null),
  )
  const lane = async () => {
    for (let link = late.shift(); link; link = late.shift()) await storeOffered(ctx, link, 1)
  }
  const fetching = Promise.all(Array.from({ length: PICTURES_AT_ONCE }, lane)).catch(
    (error: unknown) => ctx.log.warn({ err: error }, 'pictures of pasted links were left'),
  )
  const isOver = new AbortController()
  const { signal } = isOver
  await Promise.race([fetching, delay(LONGEST_PICTURES_MS, undefined, { signal }).catch(() => {})])
  isOver.abort()
  late.length = 0
}

/**
 * Makes a draft deal of a link, in one transaction with what `record` adds; concurrent calls make one deal.
 * Needs `isSure` if it resembles an existing deal, and never makes a deal of a link that one already has.
 */
export async function makeDeal(
  ctx: AppContext,
  { id, version, isSure, by }: Making,
  record: (trx: Trx, outcome: DealOutcome) => Promise<void>,
): Promise<LinkMade> {
  try {
    return await ctx.db.transaction().execute(async (trx): Promise<LinkMade> => {
      const row = (await lockLinks(trx, [id])).get(id)
      const reason = await whyNot(trx, ctx, row, { version, isSure })
      if (reason !== '' || !row) return { reason }
      const patch = await prepareDealPatch(ctx, formOf(row, ctx.now()), { isNew: true })
      const outcome = await createDeal(trx, ctx, { ...patch, seenBy: by })
      await updateLink(trx, id, {
        state: 'made',
        dealId: outcome.id,
        picturesDue: false,
        version: version + 1,
        changedAt: ctx.now(),
      })
      await record(trx, outcome)
      return { outcome }
    })
  } catch (error) {
    // 401 means that the person lost access: it fails the whole batch, not only this link.
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 401) throw error
    return { reason: error.message }
  }
}

async function whyNot(
  trx: Trx,
  ctx: AppContext,
  row: StoredLink | undefined,
  { version, isSure }: Pick<Making, 'version' | 'isSure'>,
): Promise<string> {
  if (!row) return 'Somebody has taken it away.'
  if (row.state === 'made') return 'A deal has been made of it already.'
  if (row.url === null) return 'This is no link that people could follow.'
  if (row.state === 'waiting') return 'Its page is still to be read.'
  if (row.version !== version) return 'Somebody has changed it meanwhile: look at it again.'
  const rows = await findLinks(trx, { madeSince: ctx.now(), most: 1000 })
  const same = (await findSame(trx, rows, ctx.now())).get(row.id) ?? []
  const inClub = same.find(({ by, dealId }) => by === 'link' && dealId !== null)
  const first = inClub ?? same[0]
  if (!first) return ''
  if (inClub) return `This link is already in the club: ${first.title}.`
  return isSure ? '' : `It is like one that is there: ${first.title}.`
}

/**
 * Shapes a draft like a submission of the deal form. A price that our reader saw today cites the page as its
 * source.
 */
function formOf({ draft, sources, url, picture }: StoredLink, now: Date) {
  const texts: Record<string, string> = { buyUrl: url ?? '' }
  for (const field of LINK_FIELDS) {
    const text = draft[field]
    if (text) texts[field] = text
  }
  if (!draft.originalPrice) delete texts.basis
  const isAsSeen = [sources.salePrice, sources.originalPrice].every((each) => each !== 'typed')
  if (draft.salePrice && isAsSeen) {
    texts.priceAddress = url ?? ''
    texts.priceSeenOn = businessDay(now)
  }
  if (picture !== null) texts.dealCardImageUrl = fallbackKey(picture)
  return {
    has: (name: string) => Object.hasOwn(texts, name),
    texts: (name: string) => (texts[name] === undefined ? [] : [texts[name]]),
    files: () => [],
  }
}
