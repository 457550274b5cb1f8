import {
  CHECK_ANSWERS,
  type CheckedEnd,
  isCertain,
  MOST_ENDED_SHARE,
} from '#app/checks/checks.facts.ts'
import type { Trx } from '#app/db/database.ts'
import { bringBackDeals, endDeals } from '#app/deals/server/editing/ending.ts'
import { fillTradeNumber } from '#app/deals/server/editing/trade-number.ts'
import type { Observed } from '#app/deals/server/prices/observing.ts'
import { saidPrices } from '#app/deals/server/rates/rates.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import {
  countWaitingEnds,
  isStopped,
  keepFinding,
  outdateWaiting,
  wasIgnored,
  wasPutOnAt,
} from './findings.queries.ts'
import { markBackOn, markEndedFor } from './looks.queries.ts'
import { recordSeen } from './record-seen.ts'
import { mayEndOneMore, stepAfter } from './step.rules.ts'
import { type Fetched, type FoundPrice, verdictOf } from './verdict.rules.ts'
import { countEnds, findLookedAt, lockEnds, updateCheck } from './work.queries.ts'

const looks = counter('nouveau_price_checks_total', 'Looks at pages of deals, by what they told', {
  answer: CHECK_ANSWERS,
})

type Looked = {
  dealId: string
  fetched: Fetched
  /** The columns that keep the page for a later 304. */
  kept: { etag?: string | null; lastModified?: string | null; found?: string | null }
}

/** Applies a check's result: to the deal, to the findings for a person, and to the next check. */
export async function applyLook(ctx: AppContext, { dealId, fetched, kept }: Looked): Promise<void> {
  const now = ctx.now()
  const answer = await ctx.db.transaction().execute(async (trx) => {
    const row = await findLookedAt(trx, dealId)
    // The deal was taken off the list during the request.
    if (!row) return
    const { url, productName, brandName, gtin } = row
    // Pages state the price in the shop's currency.
    const said = saidPrices(row)
    const verdict = verdictOf(fetched, {
      url,
      gtin,
      name: productName,
      brand: brandName ?? '',
      nowCents: said.now,
      wasCents: said.was,
      currency: said.currency,
      basis: row.priceBasis,
    })
    const { suspected, suspectedAt, returningAt, failingSince, endedFor, reported, reportedAt } =
      row
    const before = {
      suspected,
      suspectedAt,
      returningAt,
      failingSince,
      endedFor,
      reported,
      reportedAt,
    }
    const step = stepAfter(before, verdict, now)
    const isTold = isCertain(verdict.answer)
    // An inconclusive page may be about another piece.
    const piece = isTold && fetched.kind === 'page' ? fetched.reading?.product : undefined
    await updateCheck(trx, dealId, {
      ...step.state,
      ...kept,
      lookedAt: now,
      answer: verdict.answer,
      dueAt: step.dueAt,
      ...(isTold && { certainAt: now, certainAnswer: verdict.answer as never }),
      ...(piece && { sizes: piece.sizes.length > 0 ? piece.sizes : null }),
      askedFor: null,
      nextUrl: null,
      hops: 0,
      host: new URL(url).hostname,
    })
    if (gtin === null && piece?.gtin) await fillTradeNumber(trx, dealId, piece.gtin)
    // For an ended deal the only open question is whether it is available again.
    const isThere = verdict.answer === 'same' || verdict.answer === 'changed'
    if (isThere || (isTold && endedFor !== null)) {
      await outdateWaiting(trx, row, now)
    }
    const deal: LookedDeal = {
      dealId,
      retailerId: row.retailerId,
      beforeCents: said.now,
      address: fetched.kind === 'page' ? fetched.url : url,
      evidence: fetched.kind === 'page' ? (fetched.reading?.evidence ?? null) : null,
    }
    switch (step.act.kind) {
      case 'nothing':
        break
      case 'observe': {
        const { price } = step.act
        const { isPriceUp } = await observe(trx, ctx, deal, price)
        // A deal that a person put on again at this price stays live.
        if (isPriceUp && !(await wasPutOnAt(trx, dealId, price.nowCents ?? 0))) {
          await end(trx, ctx, deal, 'price-up', price)
        }
        break
      }
      case 'bring-back': {
        const { price } = step.act
        const { isPriceUp, stated } = await observe(trx, ctx, deal, price)
        if (!isPriceUp) {
          await bringBackDeals(trx, ctx, [dealId])
          await markBackOn(trx, dealId)
          await find(trx, ctx, deal, 'back', price)
          break
        }
        // A price back at the level before the reduction is no deal. A price as low as in the days before it rose is
        // no reduction by the 30-day rule, so a person is asked.
        if (price.nowCents === null || stated === null || price.nowCents >= stated) {
          await updateCheck(trx, dealId, { returningAt: null })
          break
        }
        await keepFinding(trx, {
          ...found(deal, now),
          kind: 'back',
          state: 'waiting',
          // The former price would differ between the first and the next check, so it is left out.
          facts: factsOf({ ...deal, beforeCents: null }, price),
        })
        break
      }
      case 'end':
        await end(trx, ctx, deal, step.act.reason, null)
        break
      case 'ask':
        await keepFinding(trx, {
          ...found(deal, now),
          kind: verdict.doubt ?? 'odd-price',
          state: 'waiting',
          facts: factsOf(deal, verdict.price),
        })
    }
    return verdict.answer
  })
  if (answer) looks.add({ answer })
}

type LookedDeal = {
  dealId: string
  retailerId: string
  beforeCents: number | null
  address: string
  evidence: string | null
}
type Clock = Pick<AppContext, 'now'>

/** Adds a price to the history; `isPriceUp` when it is back at the earlier price, so no longer a reduction. */
async function observe(
  trx: Trx,
  ctx: Clock,
  deal: LookedDeal,
  price: FoundPrice,
): Promise<Pick<Observed, 'isPriceUp' | 'stated'>> {
  const { nowCents, wasCents, basis } = price
  if (nowCents === null) return { isPriceUp: false, stated: null }
  const { dealId, address, evidence, beforeCents } = deal
  const seen = await recordSeen(trx, ctx, dealId, {
    source: 'check',
    nowCents,
    wasCents,
    basis,
    address,
    evidence,
  })
  if (nowCents !== beforeCents) await find(trx, ctx, deal, 'changed', price)
  return seen
}

/**
 * Ends the deal, unless too many of its retailer's deals would have ended in a day or a person has recently
 * called this a false alarm: then it asks a person. While that question is open, none of the retailer's deals
 * ends by itself.
 */
async function end(
  trx: Trx,
  ctx: Clock,
  deal: LookedDeal,
  reason: CheckedEnd,
  price: FoundPrice | null,
): Promise<void> {
  const now = ctx.now()
  const { dealId, retailerId } = deal
  await lockEnds(trx, retailerId)
  const counts = await countEnds(trx, retailerId, new Date(now.getTime() - DAY_MS))
  const isTooMany = (await isStopped(trx, retailerId)) || !mayEndOneMore(counts, MOST_ENDED_SHARE)
  if (!isTooMany && !(await wasIgnored(trx, { dealId, kind: reason, now }))) {
    const { changed } = await endDeals(trx, ctx, [dealId], { reason })
    if (changed.length === 0) return
    await markEndedFor(trx, dealId, reason)
    await find(trx, ctx, deal, reason, price)
    return
  }
  const waiting = { ...found(deal, now), state: 'waiting' as const }
  const isNews = await keepFinding(trx, { ...waiting, kind: reason, facts: factsOf(deal, price) })
  if (!isNews || !isTooMany) return
  const facts = { ...counts, waiting: await countWaitingEnds(trx, retailerId) }
  await keepFinding(trx, {
    ...waiting,
    dealId: null,
    evidence: null,
    kind: 'many-endings',
    facts,
  })
}

async function find(
  trx: Trx,
  { now }: Clock,
  deal: LookedDeal,
  kind: 'changed' | 'back' | CheckedEnd,
  price: FoundPrice | null,
): Promise<void> {
  const facts = factsOf(deal, price)
  await keepFinding(trx, { ...found(deal, now()), kind, state: 'done', facts })
}

function found({ dealId, retailerId, evidence }: LookedDeal, foundAt: Date) {
  return { dealId, retailerId, evidence, foundAt }
}

function factsOf({ beforeCents, address }: LookedDeal, price: FoundPrice | null) {
  return { beforeCents, address, ...price }
}
