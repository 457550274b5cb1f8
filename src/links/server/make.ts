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
/** Somebody waits for their deals. */
const LONGEST_PICTURES_MS = 10_000

/**
 * Fetches the first picture of each of these links that has none yet: deals are about to be made of them. What
 * does not come in a while is left out.
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
 * Makes a draft of a deal of a link, once, whoever presses: with what `record` adds in the same transaction.
 * One that is like a deal that is there is made only when somebody is sure; the same link never twice.
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
    // Who is refused because they are gone is refused for all.
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

/** A draft as the form would send it. What our own reader saw of its price today stands with the address. */
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
