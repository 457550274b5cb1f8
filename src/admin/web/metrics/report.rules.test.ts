import { createElement } from 'react'
import { expect, test } from 'vitest'
import type {
  BroughtMetrics,
  ClickMetrics,
  DealMetrics,
  JoiningMetrics,
  MemberMetrics,
  RevenueMetrics,
} from '#app/admin/metrics/metrics.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { BroughtReport } from './BroughtReport.tsx'
import { ClicksReport } from './ClicksReport.tsx'
import { DealsReport } from './DealsReport.tsx'
import { Headline } from './Headline.tsx'
import { JoiningReport } from './JoiningReport.tsx'
import { MembersReport } from './MembersReport.tsx'
import { Report } from './Report.tsx'
import { RevenueReport } from './RevenueReport.tsx'
import { WantedDeals } from './WantedDeals.tsx'

const span = { first: '2026-11-15', last: '2026-11-21' }
const times = { period: '7d', span, before: { first: '2026-11-08', last: '2026-11-14' } } as const

const deals: DealMetrics = {
  ...{ ...times, claim: 30, since: '2026-11-17', published: 62, publishedBefore: 0 },
  ...{ daysOver: 6, daysReached: 1, perDay: 10.3, perDayBefore: 0 },
  bars: [
    ['2026-11-20', 31, 2],
    ['2026-11-21', 0, 0],
  ].map(([day, published, takenBack]) => ({
    ...{ first: String(day), last: String(day), perDay: 0, daysReached: 0, daysOver: 1 },
    ...{ published: Number(published), takenBack: Number(takenBack) },
  })),
}

const ranked = (id: string, clicks: number) => ({ id, name: id, clicks, isDeleted: clicks === 1 })
const clicks: ClickMetrics = {
  ...{ ...times, clicks: 5, clicksBefore: 4, people: 2 },
  kinds: { click: 5, repeat: 3, prefetch: 0, head: 0, bot: 1 },
  bars: [
    { first: '2026-11-20', last: '2026-11-20', clicks: 1, before: 4 },
    { first: '2026-11-21', last: '2026-11-21', clicks: 4, before: 0 },
  ],
  deals: { top: [ranked('tote', 4), ranked('scarf', 1)], count: 2 },
  brands: { top: [ranked('fold', 5)], count: 12 },
  retailers: { top: [ranked('shop', 5)], count: 1 },
}

const joining: JoiningMetrics = {
  ...{ ...times, locked: 8, lockedBefore: null, lockedSpan: span },
  lockedDeals: { top: [ranked('tote', 8)], count: 1 },
  funnel: {
    span: { first: '2026-11-19', last: '2026-11-21' },
    steps: { locked: 8, started: 4, completed: 3, claimed: 3, paid: 0 },
    onTrial: 1,
  },
}

const members: MemberMetrics = {
  ...{ at: '2026-11-21T15:00:00Z', members: 3, people: 4 },
  standings: [
    { standing: 'none', people: 1 },
    { standing: 'active', people: 3 },
  ],
  trials: [{ first: '2026-11-22', last: '2026-11-22', ending: 2, leaving: 1 }],
  unclaimed: { count: 1, amount: 97, oldestAt: '2026-11-20T15:00:00Z' },
}

const money = { payments: 2, taken: 194, refunded: 97, net: 97 }
const revenue: RevenueMetrics = {
  ...{ ...times, current: money, earlier: { ...money, net: 194 }, otherCurrencies: 1 },
  months: [{ first: '2026-11-01', last: '2026-11-30', ...money }],
}

const brought: BroughtMetrics = {
  ...{ ...times, trips: 4, tripsBefore: 2, saved: 120.5, commission: 12 },
  ...{ recorded: 1, confirmed: 1, returned: 1, rejected: 1 },
  checks: { deals: 20, checked: 18, never: 1, oldestHours: 30 },
  reports: { reported: 0, answered: 0, medianHours: null },
  kept: { saves: 2, follows: 1, alerts: 3, opened: 2, wentOn: 1 },
}

/** Returns where the link with this text leads; undefined if there is none. */
function leadsTo({ links }: ReturnType<typeof drawPiece>, wanted: string): string | undefined {
  return links.find(({ words }) => words === wanted)?.to?.replace('/admin/figures?period=7d&', '')
}

test('the four numbers to know lead to their rows, those of today’s deals not', () => {
  const props = { period: '7d', deals, clicks, members, revenue } as const
  const drawn = drawPiece(createElement(Headline, props))
  expect(leadsTo(drawn, '10.3')).toBe('rows=deals&from=2026-11-15&to=2026-11-20')
  expect(leadsTo(drawn, '5')).toBe('rows=clicks&from=2026-11-15&to=2026-11-21')
  expect(leadsTo(drawn, '3')).toBe('rows=members')
  expect(leadsTo(drawn, '$97')).toBe('rows=payments&from=2026-11-15&to=2026-11-21')
  expect(drawn.words).toContain('Today; nobody of them on trial')
  const none = { ...revenue, current: { ...money, net: 0 } }
  expect(drawPiece(createElement(Headline, { ...props, revenue: none })).links).toHaveLength(3)
})

test('the period that is shown is marked, and what could not be read is said part by part', () => {
  const { links, words } = drawPiece(createElement(Report, { period: '7d' }))
  expect(links.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ words: '7 days' }])
  expect(leadsTo({ links } as ReturnType<typeof drawPiece>, '30 days')).toBe('/admin/figures')
  expect(words.match(/These figures could not be read/g)).toHaveLength(7)
})

test('of deals each number above nought leads to its day', () => {
  const drawn = drawPiece(createElement(DealsReport, deals))
  expect(drawn.html).toContain('10.3 a day, and 30 or more on 1 of 6 days.')
  expect(drawn.words).toContain('The first were published on November 17, 2026.')
  expect(leadsTo(drawn, '31')).toBe('rows=deals&from=2026-11-20&to=2026-11-20')
  expect(leadsTo(drawn, '2')).toBe('rows=deals&from=2026-11-20&to=2026-11-20&state=taken-back')
  expect(leadsTo(drawn, '0')).toBeUndefined()
  const older = createElement(DealsReport, { ...deals, since: span.first })
  expect(drawPiece(older).words).not.toContain('The first were published')
})

test('of clicks the best day is named, those kept apart lead there, and a long ranking to all of it', () => {
  const drawn = drawPiece(createElement(ClicksReport, clicks))
  expect(drawn.html).toContain('5 in all, most of them on Sat, Nov 21.')
  expect(leadsTo(drawn, '4 more')).toBe('rows=clicks&from=2026-11-15&to=2026-11-21&click=all')
  expect(leadsTo(drawn, 'All 12')).toBe('rows=clicks-by-brand&from=2026-11-15&to=2026-11-21')
  expect(drawn.words).not.toMatch(/All [12]\b(?!2)/)
  expect(drawn.words).toContain('scarf (deleted)')
  expect(drawn.words).not.toContain('tote (deleted)')
  const bars = [...drawn.html.matchAll(/<rect width="([\d.]+)"/g)].map(([, width]) => width)
  expect(bars).toEqual(['100', '25', '100', '100'])
})

test('of each step on the way to a payment it is said how many go on and how many do not', () => {
  const { words } = drawPiece(createElement(JoiningReport, joining))
  expect(words).toContain('0% of the payment pages opened have led to a first payment.')
  expect(words).toContain('1 more is still on trial.')
  expect(words).toContain('75% go on, 1 do not')
  expect(words).toContain('so this goes no further back.')
})

test('locked deals are compared only with what is still known', () => {
  expect(drawPiece(createElement(WantedDeals, joining)).words).toContain('nothing to compare with')
  const known = createElement(WantedDeals, { ...joining, lockedBefore: 4 })
  expect(drawPiece(known).words).toContain('100% more than in the 7 days before.')
})

test('accounts are drawn beside each other as they stand, and who waits is counted', () => {
  const drawn = drawPiece(createElement(MembersReport, { ...members, period: '7d' }))
  const shares = [...drawn.html.matchAll(/<rect class="share-(\w+)" x="(\d+)" width="(\d+)"/g)]
  expect(shares.map(([, ...share]) => share)).toEqual([
    ['ink', '0', '75'],
    ['none', '75', '25'],
  ])
  expect(drawn.words).toContain('75%')
  expect(leadsTo(drawn, '2')).toBe('rows=trials&from=2026-11-22&to=2026-11-22')
  expect(drawn.words).toContain('1 payment, $97.00 of it paid at once.')
  const trial = {
    ...members,
    unclaimed: { ...members.unclaimed, amount: 0 },
    period: '7d',
  } as const
  expect(drawPiece(createElement(MembersReport, trial)).words).toContain(', all of them trials.')
})

test('what was paid back and what is left out is said of the revenue', () => {
  const { words } = drawPiece(createElement(RevenueReport, revenue))
  expect(words).toContain('50% less than in the 7 days before. $97.00 of it was paid back.')
  expect(words).toContain('1 payment in another currency is left out.')
})

test('the parts of what was bought make a whole, and nought leads nowhere', () => {
  const drawn = drawPiece(createElement(BroughtReport, brought))
  expect(drawn.words).toContain('Of 4 purchases on them 1 (25%) recorded, 1 (25%) confirmed')
  expect(drawn.words).toContain('1 (25%) returned, 1 (25%) rejected.')
  expect(drawn.words).toContain('the longest ago 30 hours, 1 never.')
  expect(leadsTo(drawn, '18 of 20 living deals')).toBe('rows=checks')
  expect(leadsTo(drawn, '0 reports')).toBeUndefined()
  expect(leadsTo(drawn, 'Trips by day')).toBe('rows=trips-by-day&from=2026-11-15&to=2026-11-21')
})
