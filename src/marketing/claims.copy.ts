import type { CatalogueStats } from '#app/deals/deals.contract.ts'
import { answeredWithin } from '#app/reports/reports.copy.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatRoundDollars } from '#app/shared/money.ts'
import { type CountedName, FEWEST_MEMBERS_COUNTED, REPORT_DAYS } from './claims.facts.ts'
import type { ProvenSavings } from './claims.ts'
import { type ClaimName, claimsOf, samples } from './claims.ts'

/** Measured figures of all members together; money in cents. */
export type CountedFigures = {
  monthMembers: number
  monthPurchases: number
  monthCents: number
  yearMembers: number
  yearCents: number
  livingDeals: number
  checkedDeals: number
  reports: number
  answeredReports: number
  /** The median time to answer a report, in hours. */
  medianHours: number | null
}

type Told = {
  title: string
  what: string
  how: string
  figure: string | null
  because: string | null
}

const TEXTS: Record<CountedName, Pick<Told, 'title' | 'what' | 'how'>> = {
  retailers: {
    title: 'Retailers',
    what: 'Retailers with a deal in the feed that is still to be had.',
    how: 'Every retailer of a living deal, once. What has ended, waits or is a draft does not count.',
  },
  brands: {
    title: 'Brands',
    what: 'Brands with a deal in the feed that is still to be had.',
    how: 'Every brand of a living deal, once.',
  },
  dealsADay: {
    title: 'Deals a day',
    what: 'Deals published on an average day, of those that are still to be had.',
    how: 'The last seven whole days in Toronto, or as many as the feed is old, added up, divided by the days and rounded down. Days without a deal count as well.',
  },
  discounts: {
    title: 'Percent off',
    what: 'How far the living deals are marked down from a price that the retailer itself asked before.',
    how: 'Only reductions that we have seen ourselves: by our own look at the page, or by a curator who wrote down where and when. ‘All’ is said only while it is known of every living deal. ‘Up to’ is said of the highest, and at most of five percent more than a tenth of all living deals reach.',
  },
  monthSavings: {
    title: 'Saved by members this month',
    what: 'What members saved on purchases of this month that a retailer’s network has confirmed.',
    how: `The proven price before less what was paid, before delivery, by the day of the purchase in Toronto. What members only told us themselves, what went back and what waits for a person does not count. Said from ${FEWEST_MEMBERS_COUNTED} members on.`,
  },
  averageSavings: {
    title: 'Average saved this month',
    what: 'The same for each member with a confirmed purchase this month.',
    how: `The sum divided by these members; purchases on which nothing provable was saved count with nought. Said from ${FEWEST_MEMBERS_COUNTED} members on.`,
  },
  yearlySavings: {
    title: 'Average saved a year',
    what: 'What a member of at least a year saved on average by confirmed purchases in the last twelve months.',
    how: `All members whose first payment was at least a year ago, whether they bought anything or not. Said from ${FEWEST_MEMBERS_COUNTED} of them on.`,
  },
  checkedDeals: {
    title: 'Deals checked within 24 hours',
    what: 'The share of living deals whose price our own look at the retailer’s page could tell for certain in the last 24 hours.',
    how: 'All living deals are in it, also those of retailers that let nobody look. A look that could not tell does not count.',
  },
  answeredReports: {
    title: 'Reports answered',
    what: 'Of what people told us was wrong with a deal, how much was answered, and how fast.',
    how: `Every report of the last ${REPORT_DAYS} days, those of today included. The time is that within which half of the answers came.`,
  },
  firstYearSavings: {
    title: 'Saved in the first year',
    what: 'A sentence of the front page.',
    how: 'Nothing is counted for it.',
  },
  startingSavings: {
    title: 'Savings to begin with',
    what: 'A sentence of the pages that sell.',
    how: 'Nothing is counted for it.',
  },
}

const SAMPLE = 'Sample copy, as it would read: nothing was counted for it yet.'

/** A figure as it may be published today, or the reason why it may not. */
export function toldOf(
  name: CountedName,
  known: { stats: CatalogueStats; counted: CountedFigures; showSamples: boolean },
): Told & { isSample: boolean } {
  const { stats, counted, showSamples } = known
  const proven = provenFigure(name, stats, counted)
  if (proven !== undefined) {
    return { ...TEXTS[name], figure: proven, because: null, isSample: false }
  }
  const isOnPages = name in samples
  // Sample copy gives way once the catalogue has figures of its own.
  const isSample =
    isOnPages && showSamples && claimsOf(stats, true)[name as ClaimName] !== undefined
  const figure = isSample ? samples[name as ClaimName].figure : null
  const because = isSample ? SAMPLE : whyNot(name, counted)
  return { ...TEXTS[name], figure, because, isSample }
}

/** The savings that our pages may publish. */
export function provenSavings({ yearMembers, yearCents }: CountedFigures): ProvenSavings {
  if (yearMembers < FEWEST_MEMBERS_COUNTED || yearCents < yearMembers * 100) return {}
  return { yearlyCents: Math.floor(yearCents / yearMembers) }
}

function provenFigure(
  name: CountedName,
  stats: CatalogueStats,
  counted: CountedFigures,
): string | undefined {
  const { monthMembers, monthCents, livingDeals, reports, answeredReports } = counted
  const isEnough = monthMembers >= FEWEST_MEMBERS_COUNTED && monthCents > 0
  const ofMonth = (cents: number) => formatRoundDollars(Math.floor(cents / 100))
  switch (name) {
    case 'monthSavings':
      return isEnough ? ofMonth(monthCents) : undefined
    case 'averageSavings':
      return isEnough ? ofMonth(monthCents / monthMembers) : undefined
    case 'checkedDeals':
      return livingDeals > 0 ? percentOf(counted.checkedDeals, livingDeals) : undefined
    case 'answeredReports':
      return reports > 0
        ? `${formatCount(answeredReports)} of ${formatCount(reports)}${counted.medianHours === null ? '' : answeredWithin(answeredReports, hoursInWords(counted.medianHours))}`
        : undefined
    default: {
      const claim = claimsOf(stats, false, provenSavings(counted))[name]
      if (name !== 'discounts') return claim?.figure
      return claim?.headline?.replace(/\.$/, '')
    }
  }
}

/** Rounded down, so that a claim never overstates. */
function percentOf(part: number, whole: number): string {
  return `${Math.floor((part * 100) / whole)}%`
}

function hoursInWords(hours: number): string {
  if (hours < 1) return 'the hour'
  return hours < 48 ? countOf(Math.ceil(hours), 'hour') : countOf(Math.ceil(hours / 24), 'day')
}

function whyNot(name: CountedName, counted: CountedFigures): string {
  switch (name) {
    case 'monthSavings':
    case 'averageSavings':
      return fewMembers(counted.monthMembers, 'with a confirmed purchase this month')
    case 'yearlySavings':
      return fewMembers(counted.yearMembers, 'of a full year')
    case 'answeredReports':
      return `Nobody reported anything in the last ${REPORT_DAYS} days.`
    case 'discounts':
      return 'No reduction of a living deal is proven by us yet, so none is claimed.'
    case 'firstYearSavings':
    case 'startingSavings':
      return 'Not said: nothing is counted for it.'
    default:
      return 'There is no living deal to count.'
  }
}

function fewMembers(members: number, which: string): string {
  return members < FEWEST_MEMBERS_COUNTED
    ? `Said from ${FEWEST_MEMBERS_COUNTED} members ${which} on; there are ${formatCount(members)}.`
    : 'Nothing was saved, so nothing is said.'
}
