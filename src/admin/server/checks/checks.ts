import type { ChecksDesk, DecideFinding, DeskFinding } from '#app/admin/checks-desk.contract.ts'
import { type Actor, recordAudit, requireStillHere } from '#app/admin/server/audit/audit.ts'
import {
  checkNow,
  checkRetailerNow,
  listCouldNotTell,
  readCoverage,
} from '#app/checks/server/checks.ts'
import {
  acceptFinding,
  basisBefore,
  correctFinding,
  ignoreFinding,
} from '#app/checks/server/deciding.ts'
import { type CheckFinding, findFinding, listFindings } from '#app/checks/server/findings.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { findManagedDeals } from '#app/deals/server/deal/managed-deals.ts'
import { changeRetailer, findManagedRetailer } from '#app/deals/server/retailers/registry.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound } from '#app/server/problem.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { dealName } from '#app/shared/names.ts'

const MOST_WAITING = 100
const MOST_DONE = 30

/**
 * Returns recent price changes, what could not be read by retailer and since when, and what waits for a
 * person.
 */
export async function readChecksDesk(ctx: AppContext): Promise<ChecksDesk> {
  const [waiting, done, failing, coverage] = await Promise.all([
    listFindings(ctx.db, { states: ['waiting'], limit: MOST_WAITING }),
    listFindings(ctx.db, { states: ['done', 'accepted', 'corrected'], limit: MOST_DONE }),
    listCouldNotTell(ctx.db),
    readCoverage(ctx),
  ])
  const all = [...waiting.findings, ...done.findings]
  const deals = await findManagedDeals(
    ctx.db,
    all.flatMap(({ dealId }) => dealId ?? []),
  )
  const shops = new Map<string, string>()
  for (const id of new Set(all.map(({ retailerId }) => retailerId))) {
    shops.set(id, (await findManagedRetailer(ctx.db, id))?.name ?? '')
  }
  const shown = (finding: CheckFinding) =>
    shownFinding(finding, {
      deal: finding.dealId === null ? undefined : deals.get(finding.dealId),
      shop: shops.get(finding.retailerId) ?? '',
    })
  return {
    waiting: waiting.findings.map(shown),
    waitingTotal: Number(waiting.total),
    done: done.findings.map(shown),
    failing: failing.map(({ since, certainAt, ...row }) => ({
      ...row,
      since: moment(since),
      certainAt: moment(certainAt),
    })),
    isOn: ctx.config.priceChecks.isOn,
    coverage: {
      deals: coverage.deals,
      looked: coverage.looked,
      certain: coverage.certain,
      oldest: moment(coverage.oldest),
    },
    now: ctx.now().toISOString(),
  }
}

function moment(at: Date | string | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function shownFinding(
  finding: CheckFinding,
  { deal, shop }: { deal: ManagedDeal | undefined; shop: string },
): DeskFinding {
  const { id, kind, state, facts, evidence, foundAt, decidedBy, retailerId, dealId } = finding
  return {
    id,
    kind,
    state,
    evidence,
    decidedBy,
    retailerId,
    dealId,
    retailer: shop,
    foundAt: foundAt.toISOString(),
    deal: deal ? dealName(deal) : null,
    link: facts.address ?? deal?.buyUrl ?? null,
    before: centsToDollars(facts.beforeCents ?? null),
    now: centsToDollars(facts.nowCents ?? null),
    was: centsToDollars(facts.wasCents ?? null),
    basis: basisBefore(finding, deal?.basis ?? 'unknown'),
    soldIn: deal?.currency ?? HOME_CURRENCY,
    currency: facts.currency ?? null,
    ended: facts.ended ?? null,
    living: facts.living ?? null,
    wouldEnd: facts.waiting ?? null,
  }
}

/** Applies a curator's decision on a finding and audits it. Throws what the use cases of checks throw. */
export async function decideFindingAsAdmin(
  ctx: AppContext,
  actor: Actor,
  id: number,
  { decision, price, was }: DecideFinding,
): Promise<ChecksDesk> {
  await ctx.db.transaction().execute(async (trx) => {
    const finding = await findFinding(trx, id)
    if (!finding) throw notFound('finding')
    const { dealId, retailerId, kind } = finding
    const about = { by: actor.name }
    if (decision === 'look-again') {
      if (dealId === null) await checkRetailerNow(trx, ctx, retailerId)
      else await checkNow(trx, ctx, dealId, 'curator')
      await requireStillHere(trx, actor)
      return
    }
    if (decision === 'accept') await acceptFinding(trx, ctx, id, about)
    else if (decision === 'ignore') await ignoreFinding(trx, ctx, id, about)
    else {
      const nowCents = Math.round((price ?? 0) * 100)
      const wasCents = was == null ? null : Math.round(was * 100)
      await correctFinding(trx, ctx, id, { ...about, nowCents, wasCents })
    }
    const deal = dealId && (await findManagedDeals(trx, [dealId])).get(dealId)
    const shop = (await findManagedRetailer(trx, retailerId))?.name ?? retailerId
    const subject = deal
      ? { kind: 'deal' as const, id: deal.id, label: dealName(deal) }
      : { kind: 'retailer' as const, id: retailerId, label: shop }
    await recordAudit(trx, ctx, actor, [
      {
        action: `check.${DONE[decision]}`,
        subject,
        after: { found: kind, ...(price && { price }) },
      },
    ])
  })
  return readChecksDesk(ctx)
}

const DONE = { accept: 'accepted', correct: 'corrected', ignore: 'ignored' } as const

/** Stops all checks of this retailer's pages; the 'Retailers' page can resume them. */
export async function neverCheckAsAdmin(
  ctx: AppContext,
  actor: Actor,
  retailerId: string,
): Promise<ChecksDesk> {
  await ctx.db.transaction().execute(async (trx) => {
    const retailer = await findManagedRetailer(trx, retailerId)
    if (!retailer) throw notFound('retailer')
    const change = { version: retailer.version, isNeverChecked: true }
    const { before, after } = await changeRetailer(trx, ctx, retailerId, change)
    if (before.version === after.version) return
    await recordAudit(trx, ctx, actor, [
      {
        action: 'retailer.changed',
        subject: { kind: 'retailer', id: retailerId, label: after.name },
        before: { isNeverChecked: before.isNeverChecked },
        after: { isNeverChecked: after.isNeverChecked },
      },
    ])
  })
  return readChecksDesk(ctx)
}

/** Queues every page of a retailer to be checked before all others. */
export async function lookAtRetailer(
  ctx: AppContext,
  actor: Actor,
  retailerId: string,
): Promise<ChecksDesk> {
  await ctx.db.transaction().execute(async (trx) => {
    await checkRetailerNow(trx, ctx, retailerId)
    await requireStillHere(trx, actor)
  })
  return readChecksDesk(ctx)
}
