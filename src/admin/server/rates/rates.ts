import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { ManagedRates, RatesTaken } from '#app/deals/prices/rates.contract.ts'
import { readRates, takeRates } from '#app/deals/server/editing/rating.ts'
import { readSheet } from '#app/deals/server/sheets/sheet.ts'
import type { AppContext } from '#app/server/context.ts'
import { businessDay } from '#app/shared/dates.ts'
import { pastedRows, readRateRows } from './reading.rules.ts'

/** Returns the exchange rates, and the deals that wait for one. */
export async function readRatesDesk(ctx: AppContext): Promise<ManagedRates> {
  const { rates, waiting } = await readRates(ctx)
  const counting = new Set(rates.filter(({ counts }) => counts).map(({ currency }) => currency))
  return {
    rates: rates.map(({ counts, toldAt, ...rate }) => ({
      ...rate,
      toldAt: toldAt.toISOString(),
      standing: counts ? 'counts' : counting.has(rate.currency) ? 'replaced' : 'too-old',
    })),
    waiting,
    today: businessDay(ctx.now()),
  }
}

export type RatesInput = {
  /** A sheet, or pasted lines. */
  from: { fileName: string; bytes: Buffer } | { text: string }
  /** Somebody has confirmed the rates that look wrong. */
  isSure: boolean
}

/** Takes all rates or none, with the audit; deals that waited for a rate get their prices in dollars. */
export async function takeRatesAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { from, isSure }: RatesInput,
): Promise<RatesTaken> {
  const sheet =
    'text' in from
      ? { rows: pastedRows(from.text), notes: [] }
      : await readSheet(from.fileName, from.bytes)
  const before = await readRates(ctx)
  const today = businessDay(ctx.now())
  const { rates, problems, notes } = readRateRows(sheet.rows, { known: before.rates, today })
  const isRefused = problems.some(({ isDoubt }) => !isDoubt || !isSure)
  const priced = isRefused
    ? []
    : await ctx.db.transaction().execute(async (trx) => {
        const ids = await takeRates(trx, ctx, rates, { by: actor.name })
        await recordAudit(
          trx,
          ctx,
          actor,
          rates.map(({ currency, day, dollars }) => ({
            action: 'rate.taken',
            subject: { kind: 'rate', id: currency, label: currency },
            before: { rate: told(before.rates, currency, day) },
            after: { rate: `${dollars} of ${day}` },
          })),
        )
        return ids
      })
  return {
    taken: isRefused ? 0 : rates.length,
    priced: priced.length,
    problems: isRefused ? problems : [],
    notes: [...sheet.notes, ...notes],
    desk: await readRatesDesk(ctx),
  }
}

function told(
  rates: Array<{ currency: string; day: string; dollars: number }>,
  currency: string,
  day: string,
): string | null {
  const same = rates.find((rate) => rate.currency === currency && rate.day === day)
  return same ? `${same.dollars} of ${same.day}` : null
}
