import type { Catalogue } from '#app/deals/server/deals.ts'
import { CountedClaims } from '#app/marketing/claims.contract.ts'
import { type CountedFigures, provenSavings, toldOf } from '#app/marketing/claims.copy.ts'
import {
  COUNTED,
  COUNTED_EVERY_MINUTES,
  type CountedName,
  FEWEST_MEMBERS_COUNTED,
  REPORT_DAYS,
} from '#app/marketing/claims.facts.ts'
import type { ProvenSavings } from '#app/marketing/claims.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { addDays, businessDay, DAY_MS } from '#app/shared/dates.ts'
import {
  countChecked,
  countConfirmed,
  countFullYears,
  countReported,
  findCounted,
  keepCounted,
} from './claims.queries.ts'

const YEAR_DAYS = 365

/**
 * All figures of our pages and what they are based on. Requests read stored counts; nothing is counted for
 * them, unless none are stored yet.
 */
export async function readClaims(ctx: AppContext, catalogue: Catalogue): Promise<CountedClaims> {
  const { stats, countedAt: statsAt } = await catalogue.countStats()
  const { figures: counted, countedAt } = (await findCounted(ctx.db)) ?? (await recountClaims(ctx))
  const known = { stats, counted, showSamples: ctx.config.showSampleClaims }
  const today = businessDay(countedAt)
  return CountedClaims.parse({
    claims: COUNTED.map((name) => {
      const at = OF_CATALOGUE.has(name) ? statsAt : countedAt
      const told = toldOf(name, known)
      return {
        name,
        ...told,
        since: sinceDay(name, today),
        values: valuesOf(name, stats, counted),
        countedAt: NOT_COUNTED.has(name) ? null : at.toISOString(),
      }
    }),
  })
}

const OF_CATALOGUE = new Set<CountedName>(['retailers', 'brands', 'dealsADay', 'discounts'])
const NOT_COUNTED = new Set<CountedName>(['firstYearSavings', 'startingSavings'])

type Stats = Awaited<ReturnType<Catalogue['countStats']>>['stats']

function valuesOf(name: CountedName, stats: Stats, counted: CountedFigures) {
  switch (name) {
    case 'retailers':
    case 'brands':
    case 'dealsADay':
      return { [name]: stats[name] }
    case 'discounts':
      return {
        lowest: stats.lowestDiscount,
        highest: stats.highestDiscount,
        upTo: stats.upToDiscount,
      }
    // Nothing is published about few members, not even here.
    case 'monthSavings':
      return ofMembers(counted.monthMembers, { total: counted.monthCents / 100 })
    case 'averageSavings':
      return ofMembers(counted.monthMembers, {
        average: Math.floor(counted.monthCents / counted.monthMembers) / 100,
      })
    case 'yearlySavings':
      return ofMembers(counted.yearMembers, {
        average: Math.floor(counted.yearCents / counted.yearMembers) / 100,
      })
    case 'checkedDeals':
      return { checked: counted.checkedDeals, deals: counted.livingDeals }
    case 'answeredReports':
      return {
        reports: counted.reports,
        answered: counted.answeredReports,
        medianHours:
          counted.medianHours === null ? null : Math.round(counted.medianHours * 10) / 10,
      }
    default:
      return {}
  }
}

function ofMembers(members: number, values: Record<string, number>) {
  return members < FEWEST_MEMBERS_COUNTED ? { members } : { members, ...values }
}

function sinceDay(name: CountedName, today: string): string | null {
  switch (name) {
    case 'dealsADay':
      return addDays(today, -7)
    case 'monthSavings':
    case 'averageSavings':
      return firstOfMonth(today)
    case 'yearlySavings':
      return addDays(today, -YEAR_DAYS)
    case 'checkedDeals':
      return addDays(today, -1)
    case 'answeredReports':
      return addDays(today, -REPORT_DAYS)
    default:
      return null
  }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** Recounts the figures of savings, checks and reports, and stores them for all processes. */
async function recountClaims(ctx: AppContext) {
  const countedAt = ctx.now()
  const today = businessDay(countedAt)
  const daysAgo = (days: number) => new Date(countedAt.getTime() - days * DAY_MS)
  const month = await countConfirmed(ctx.db, { fromDay: firstOfMonth(today), throughDay: today })
  const year = await countFullYears(ctx.db, {
    paidBefore: daysAgo(YEAR_DAYS),
    fromDay: addDays(today, -YEAR_DAYS),
  })
  const checked = await countChecked(ctx.db, daysAgo(1))
  const reports = await countReported(ctx.db, daysAgo(REPORT_DAYS))
  const figures: CountedFigures = {
    monthMembers: month.members,
    monthPurchases: month.purchases,
    monthCents: month.cents,
    yearMembers: year.members,
    yearCents: year.cents,
    livingDeals: checked.deals,
    checkedDeals: checked.checked,
    reports: reports.reports,
    answeredReports: reports.answered,
    medianHours: reports.medianHours,
  }
  const counted = { countedAt, figures }
  await ctx.db.transaction().execute(async (trx) => {
    const before = await findCounted(trx)
    await keepCounted(trx, counted)
    // Cached pages show these figures. They change rarely, because only few are published.
    const said = JSON.stringify(provenSavings(figures))
    if (said !== JSON.stringify(before ? provenSavings(before.figures) : {})) {
      await announce(trx, 'deals')
    }
  })
  return counted
}

export const claimsQueue = {
  work: async (ctx: AppContext) => void (await recountClaims(ctx)),
  cron: `*/${COUNTED_EVERY_MINUTES} * * * *`,
  policy: 'exclusive',
} as const

/** Reads the savings that pages may publish, cached until they change. */
export function createProvenSavings(ctx: AppContext): () => Promise<ProvenSavings> {
  const cached = createAnswerCache(ctx.live, 'deals', 'claims')
  return () =>
    cached('savings', async () => {
      const counted = await findCounted(ctx.db)
      return counted ? provenSavings(counted.figures) : {}
    })
}
