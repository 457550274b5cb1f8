import type { ChangeRetailer } from '#app/deals/registry.contract.ts'
import { changeRetailer, listRetailers } from '#app/deals/server/retailers/registry.ts'
import type { AppContext } from '#app/server/context.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'

type Known = Omit<ChangeRetailer, 'version'>

const NORTHLINK = {
  linkTemplate: 'https://go.northlink.example/click?merchant=club&to={url}',
  network: 'Northlink',
  subIdParameter: 'clickref',
}

/**
 * Assigned in turn, retailers with the most deals first: every kind of link, and some retailers without
 * delivery data.
 */
const KINDS: Known[] = [
  {
    ...NORTHLINK,
    commission: '8',
    shipsTo: 'CA, US',
    cost: '15',
    freeFrom: '250',
    duties: 'included',
    returnDays: '30',
  },
  {
    subIdParameter: 'ref',
    network: 'Its own programme',
    commission: '6.5',
    shipsTo: 'CA, US, GB, FR, DE',
    cost: '25',
    duties: 'extra',
    returnDays: '14',
  },
  { shipsTo: 'US', cost: '0', duties: 'none', returnDays: '60' },
  {
    ...NORTHLINK,
    commission: '5',
    shipsTo: 'CA',
    cost: '12',
    freeFrom: '150',
    duties: 'none',
    returnDays: '28',
  },
  {},
  { shipsTo: 'CA, US, MX', cost: '18', freeFrom: '300', duties: 'extra', returnDays: '21' },
]

/** How long ago the delivery data was read, in days. */
const READ_DAYS_AGO = [3, 12, 40, 200]

/**
 * Fills in how links to the demo's retailers are made and how they deliver; once, even if several processes
 * start.
 */
export async function fillRegistry(ctx: AppContext): Promise<void> {
  const today = businessDay(ctx.now())
  const { retailers } = await listRetailers(ctx, { page: 1 })
  if (retailers.some(({ network }) => network !== null)) return
  await ctx.db.transaction().execute(async (trx) => {
    for (const [index, { id, version }] of retailers.entries()) {
      const known = KINDS[index % KINDS.length] ?? {}
      const daysAgo = READ_DAYS_AGO[index % READ_DAYS_AGO.length] ?? 0
      const asOf = known.shipsTo ? addDays(today, -daysAgo) : ''
      await changeRetailer(trx, ctx, id, { version, ...known, asOf })
    }
  })
}
