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
 * Asks for a deal's page to be checked before all others, as its shop's pace allows. `membersSayGone` is how
 * many members have reported within a day that it is gone, sold out or has a broken link: two of them replace
 * the second check. Returns false if nothing will be checked: checks are off, the deal is not live, or its
 * retailer is exempt.
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
 * For the stand-in shops: has the deal with this link checked, now or as if two hours had passed since the
 * last check. Returns false if nothing will be checked.
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

/** Returns retailers with inconclusive checks, those that have failed longest first. */
export async function listCouldNotTell(db: Database, { limit = 200 } = {}) {
  return findFailing(db, limit)
}

/** Returns the last check of each of these deals by deal id, with the time of the last conclusive one. */
export async function findLastChecks(db: Database, dealIds: string[]) {
  const rows = await findChecks(db, dealIds)
  return new Map(rows.map((row) => [row.dealId, row]))
}

/** Counts the live deals, and how many were checked, and conclusively checked, in the last day. */
export async function readCoverage({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  return countCoverage(db, new Date(now().getTime() - DAY_MS))
}

/** Drops suspicions and members' reports after a person has found the piece still there. */
export async function forgetGone(trx: Trx, dealIds: string[]): Promise<void> {
  await forgetSuspicion(trx, dealIds)
}

/** Asks for an immediate check of all of a retailer's checked deals, as `checkNow` does. */
export async function checkRetailerNow(
  trx: Trx,
  ctx: Asking,
  retailerId: string,
): Promise<boolean> {
  const dealIds = await findLooksOfRetailer(trx, retailerId)
  return checkAllNow(trx, ctx, { dealIds, reason: 'curator', membersSayGone: 0 })
}

/**
 * For the demo: makes it look as if checks had run for long. `choose` gets the checked deals, the oldest
 * first, and returns the ids of those to check right away.
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
