import { CHECK_EVERY_MS, type CheckReason, SECOND_LOOK_MS } from '#app/checks/checks.facts.ts'
import {
  askForLooks,
  countCoverage,
  findChecks,
  findDealByAddress,
  findFailing,
  findLooksOfRetailer,
  forgetSuspicion,
  pretendLooks,
  setDue,
  setSuspicionBack,
} from '#app/checks/server/looking/looks.queries.ts'
import { PRICE_CHECKS_QUEUE } from '#app/checks/server/looking/queue.ts'
import { enrol } from '#app/checks/server/looking/work.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { isSwitchedOff } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'
import { DAY_MS } from '#app/shared/dates.ts'

type Asking = Pick<AppContext, 'config' | 'jobs' | 'now'>

/**
 * Asks for a look at a deal's page before all others, as its shop's pace allows. `membersSayGone` is how many
 * members have said within a day that it is gone, sold out or its link broken: two of them stand for a second
 * look. False when nothing will be looked at: checks are off, the deal is not out, or its retailer is never checked.
 */
export async function checkNow(
  trx: Trx,
  ctx: Asking,
  dealId: string,
  reason: CheckReason,
  { membersSayGone = 0 }: { membersSayGone?: number } = {},
): Promise<boolean> {
  return checkAllNow(trx, ctx, { dealIds: [dealId], reason, membersSayGone })
}

async function checkAllNow(
  trx: Trx,
  ctx: Asking,
  asked: { dealIds: string[]; reason: CheckReason; membersSayGone: number },
): Promise<boolean> {
  if (!ctx.config.priceChecks.isOn || (await isSwitchedOff({ db: trx }, 'price-checks'))) {
    return false
  }
  if (!(await askForLooks(trx, { ...asked, now: ctx.now() }))) return false
  await ctx.jobs.send(trx, PRICE_CHECKS_QUEUE, {}, { singletonKey: 'asked' })
  return true
}

/**
 * For who plays the shops: has the deal that leads to this address looked at, or looked at as if two hours had passed
 * since the last look. False when nothing will be looked at.
 */
export async function checkAddressNow(
  ctx: Asking & Pick<AppContext, 'db'>,
  address: string,
  when: 'now' | 'later',
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const dealId = await findDealByAddress(trx, address)
    if (dealId === undefined) return false
    if (when === 'later') await setSuspicionBack(trx, dealId, SECOND_LOOK_MS)
    return checkNow(trx, ctx, dealId, 'stand-in')
  })
}

/** Retailers some of whose pages could not be told, those that fail longest first. */
export async function listCouldNotTell(db: Database, { limit = 200 } = {}) {
  return findFailing(db, limit)
}

/** The last look at each of these deals, with when it could tell for certain. */
export async function findLastChecks(db: Database, dealIds: string[]) {
  const rows = await findChecks(db, dealIds)
  return new Map(rows.map((row) => [row.dealId, row]))
}

/** Of the deals that live, how many were looked at in the last day, and how many of these looks could tell. */
export async function readCoverage({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  return countCoverage(db, new Date(now().getTime() - DAY_MS))
}

/** A person has looked, and it is there: what was seen once, or said by members, counts no more. */
export async function forgetGone(trx: Trx, dealIds: string[]): Promise<void> {
  await forgetSuspicion(trx, dealIds)
}

/** Asks for a look at every deal of a retailer that is looked at, as `checkNow` does. */
export async function checkRetailerNow(
  trx: Trx,
  ctx: Asking,
  retailerId: string,
): Promise<boolean> {
  const dealIds = await findLooksOfRetailer(trx, retailerId)
  return checkAllNow(trx, ctx, { dealIds, reason: 'curator', membersSayGone: 0 })
}

/**
 * For the demo: as if looks had begun long ago. `choose` says whose page is to be looked at first of those that live,
 * the oldest first.
 */
export async function beginAsIfRunning(
  ctx: Pick<AppContext, 'db' | 'now'>,
  choose: (deals: Array<{ dealId: string; url: string; host: string }>) => string[],
): Promise<void> {
  await enrol(ctx)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const deals = await pretendLooks(trx, { now, everyMs: CHECK_EVERY_MS })
    await setDue(trx, choose(deals), now)
  })
}
