import { catalogueOf } from '#app/deals/server/deals.ts'
import { findViewer } from '#app/membership/server/membership.ts'
import { answerTrip } from '#app/savings/server/answers.ts'
import { takeSheet } from '#app/savings/server/network-reports/reports.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { recordTrip } from '#app/tracking/server/tracking.ts'
import { findNewestDeals } from './demo.queries.ts'

type Reported = { state: string; item?: boolean; reason?: string }
type Walk = {
  daysAgo: number
  said?: 'bought' | 'not-bought' | 'returned'
  reported?: Reported
  /** What the price is based on, if not the retailer's own earlier price. */
  basis?: 'rrp' | 'unknown'
}

/**
 * One trip of every kind, newest first: open, recorded, confirmed, waiting, returned, rejected, worth
 * nothing.
 */
const WALKS: Walk[] = [
  { daysAgo: 1 },
  { daysAgo: 9 },
  { daysAgo: 17, said: 'bought' },
  { daysAgo: 26, said: 'not-bought' },
  { daysAgo: 40, reported: { state: 'confirmed', item: true } },
  { daysAgo: 55, reported: { state: 'confirmed' } },
  { daysAgo: 74, said: 'bought', reported: { state: 'returned' } },
  { daysAgo: 96, said: 'bought', basis: 'unknown' },
  { daysAgo: 131, said: 'returned' },
  {
    daysAgo: 150,
    said: 'bought',
    reported: { state: 'rejected', reason: 'Bought with a voucher' },
  },
  { daysAgo: 190, said: 'bought', reported: { state: 'confirmed', item: true } },
]
type PriceOfTrip = { isProven: boolean; basis: 'retailer' | 'rrp' | 'unknown' }
const HEADINGS = ['Trip number', 'Date', 'Value', 'Item price', 'Commission', 'State', 'Reason']

/** Adds trips of the demo's member, purchases, and a network's report of them. */
export async function goShopping(ctx: AppContext, userId: string): Promise<void> {
  const ids = await findNewestDeals(ctx.db, { limit: WALKS.length * 4 })
  const viewer = await findViewer(ctx, userId)
  const deals = await catalogueOf(ctx).readDeals(viewer, ids)
  const reduced = [...deals.values()].filter(
    ({ originalPrice, salePrice }) => (originalPrice ?? 0) > (salePrice ?? 0),
  )
  const lines: Array<Array<string | number | null>> = []
  for (const [at, { daysAgo, said, reported, basis = 'retailer' }] of WALKS.entries()) {
    const deal = reduced[at * 3]
    if (!deal?.salePrice) continue
    const then = new Date(ctx.now().getTime() - daysAgo * DAY_MS)
    const trip: PriceOfTrip = { isProven: basis === 'retailer', basis }
    const number = await recordTrip({ ...ctx, now: () => then }, { userId, deal, ...trip })
    if (number === undefined) continue
    const later = { ...ctx, now: () => new Date(then.getTime() + DAY_MS) }
    const on = businessDay(then)
    const say = (answer: Parameters<typeof answerTrip>[1]['answer']) =>
      answerTrip(later, { userId, number, answer })
    if (said === 'not-bought') await say({ answer: said })
    else if (said) await say({ answer: 'bought', paid: deal.salePrice, on })
    if (said === 'returned') await say({ answer: said })
    if (!reported) continue
    const price = deal.salePrice
    const item = reported.item ? price : null
    const [value, commission] = [price + 20, Math.round(price * 8) / 100]
    lines.push([number, on, value, item, commission, reported.state, reported.reason ?? null])
  }
  const rows = [HEADINGS, ...lines].map((cells, index) => ({ row: index + 1, cells }))
  const wish = { fileName: 'network-report.csv', bytes: Buffer.alloc(0), network: 'Demo Network' }
  const how = { isDryRun: false, skipsBad: true, actorName: 'The demo' }
  await takeSheet(ctx, { ...wish, ...how }, { rows, notes: [], names: [], name: null })
}
