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

/** By turns, those with most deals first: every way there is, and some of which nothing was read yet. */
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

/** Of some it was read a while ago. */
const READ_DAYS_AGO = [3, 12, 40, 200]

/** Says of the demo's retailers how links to them are made, and how they deliver; once, whoever starts beside us. */
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
