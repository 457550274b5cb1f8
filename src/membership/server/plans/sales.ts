import type { Offer, Sale } from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { businessDay, formatDay, isCalendarDay } from '#app/shared/dates.ts'
import { ANNUAL_PRICE_CENTS, offer, type Plan } from '#app/shared/offer.ts'
import { soldPlans } from './prices.ts'
import { deleteSales, findNextSale, findSaleOn, insertSale } from './sales.queries.ts'

/** Days are YYYY-MM-DD in Toronto, the first and the last included. */
type PlannedSale = { priceCents: number; firstDay: string; lastDay: string }

type Context = Pick<AppContext, 'db' | 'now'>

/** The sale that runs on this business day; its last day is the last on which somebody can join by it. */
async function findRunningSale(ctx: Context) {
  return findSaleOn(ctx.db, businessDay(ctx.now()))
}

/** The running sale, when it applies to this plan. */
export async function findSaleOf(ctx: Context, plan: Plan) {
  return offer.plans[plan].hasSale ? findRunningSale(ctx) : undefined
}

/** The plans that are sold today, their prices, and the running sale. */
export async function readOffer(ctx: Context & Pick<AppContext, 'config'>): Promise<Offer> {
  return {
    plans: soldPlans(ctx.config.prices).map(({ plan, priceCents }) => ({
      plan,
      price: priceCents / 100,
    })),
    sale: await readSale(ctx),
  }
}

async function readSale(ctx: Context): Promise<Sale> {
  const sale = await findRunningSale(ctx)
  return sale ? { price: sale.priceCents / 100, lastDay: sale.lastDay } : null
}

/** What an operator can do with sales. There is only one at a time. */
export function createSales(ctx: Context) {
  const replaceBy = (sale: PlannedSale | undefined) =>
    ctx.db.transaction().execute(async (trx) => {
      await deleteSales(trx)
      if (sale) await insertSale(trx, { id: newId(), ...sale })
      // Cached pages show prices, and are dropped when the deals are announced.
      await announce(trx, 'deals')
    })
  return {
    /** Throws for days that are over: nobody could use the sale, and it would end the one that runs. */
    set: async (sale: PlannedSale) => {
      requireNotOver(sale, businessDay(ctx.now()))
      await replaceBy(sale)
    },
    end: () => replaceBy(undefined),
    next: () => findNextSale(ctx.db, businessDay(ctx.now())),
  }
}

function requireNotOver({ firstDay, lastDay }: PlannedSale, today: string): void {
  if (lastDay >= today) return
  throw new Error(`These days are over: ${firstDay} to ${lastDay}, and today is ${today}.`)
}

type SaleCommand = { change: 'none' | 'end' } | { change: 'set'; sale: PlannedSale }

/**
 * Parses what an operator typed: nothing, `off`, or dollars and two days. Returns a text that says
 * what is wrong.
 */
export function readSaleCommand(words: string[]): SaleCommand | string {
  if (words.length === 0) return { change: 'none' }
  if (words.length === 1 && words[0] === 'off') return { change: 'end' }
  const [dollars = '', firstDay = '', lastDay = '', ...more] = words
  const priceCents = /^\d{1,4}(\.\d{2})?$/.test(dollars) ? Math.round(Number(dollars) * 100) : 0
  if (more.length > 0 || words.length < 3) return 'Give a price, a first day and a last day.'
  if (priceCents <= 0 || priceCents >= ANNUAL_PRICE_CENTS) {
    return `${dollars}: the price is in dollars, above 0 and below the usual one.`
  }
  for (const day of [firstDay, lastDay]) {
    if (!isCalendarDay(day)) return whatIsWrongWith(day)
  }
  if (lastDay < firstDay) return 'The last day is before the first.'
  return { change: 'set', sale: { priceCents, firstDay, lastDay } }
}

/** Tells a day that its month does not have from something that is no date at all. */
function whatIsWrongWith(day: string): string {
  const [, month, date] = /^(\d{4}-(?:0[1-9]|1[0-2])-)(29|30|31)$/.exec(day) ?? []
  if (!month) return `${day}: write days as 2026-11-27.`
  return `There is no ${formatDay(`${month}01`).replace(/1$/, String(date))} in ${month.slice(0, 4)}.`
}
