import { newsInWords } from '#app/guarantee/guarantee.copy.ts'
import { foundInWords, toldInWords } from '#app/reports/reports.copy.ts'
import { countOf } from '#app/shared/counts.ts'
import { businessDay, formatDayOfWeek, formatTime } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import type { Notice } from './notices.contract.ts'
import type { NoticeKind } from './notices.facts.ts'

type Told = Pick<Notice, 'kind' | 'facts' | 'dealId' | 'deal' | 'why'> & { now: string }

/** Returns the text of a notice, worded for the current moment; it never names a piece. */
export function noticeWords({ kind, facts, why, now }: Told): { title: string; text: string } {
  return { title: TITLES[kind], text: TEXTS[kind](facts, now, why) }
}

const TITLES: Record<NoticeKind, string> = {
  edition: 'The edition',
  'price-down': 'Price went down',
  target: 'At your price',
  'ends-soon': 'Ends soon',
  gone: 'It has ended',
  back: 'It is back',
  'new-for-you': 'New for you',
  report: 'Your report',
  guarantee: 'Your guarantee',
  savings: 'Your savings',
}

const TEXTS: Record<NoticeKind, (facts: Notice['facts'], now: string, why?: string) => string> = {
  edition: ({ day = '', sinceDay }) =>
    sinceDay
      ? `What came out since ${formatDayOfWeek(sinceDay)}, up to ${formatDayOfWeek(day)}.`
      : `${formatDayOfWeek(day)}.`,
  'price-down': ({ fromCents, toCents, wasTold }) =>
    `Now ${price(toCents)}, was ${price(fromCents)} when ${wasTold ? 'we last told you' : 'you saved it'}.`,
  target: ({ toCents, targetCents }) =>
    `Now ${price(toCents)}. You asked to be told at ${price(targetCents)}.`,
  'ends-soon': ({ endsAt = '' }, now) =>
    `${endsAt > now ? 'Ends' : 'Ended'} ${formatDayOfWeek(businessDay(new Date(endsAt)))}, ${formatTime(endsAt)}.`,
  gone: ({ reason = '' }) => REASONS[reason] ?? 'The retailer has it no more.',
  back: ({ toCents }) =>
    toCents === undefined
      ? 'It can be bought again.'
      : `It can be bought again, for ${price(toCents)}.`,
  'new-for-you': ({ more = 0 }, _now, why) => {
    if (more === 0) return why ?? 'It fits what you follow.'
    const others = countOf(more, 'other')
    return why ? `${why} And ${others}.` : `This and ${others} fit what you follow.`
  },
  report: ({ told = [], outcome = 'noted', reason, toCents }) =>
    `${toldInWords(told)} ${foundInWords(outcome, { reason: REASONS[reason ?? ''], toCents })}`,
  savings: ({ more = 0 }) =>
    more > 0
      ? `Did you buy it, and ${countOf(more, 'other')} that you went to see?`
      : 'Did you buy it?',
  guarantee: ({ news = '', meterCents = 0, endsOn, until }) =>
    newsInWords(news, { meterCents, ...(endsOn && { endsOn }), ...(until && { until }) }),
}

const REASONS: Record<string, string> = {
  time: 'Its time was over.',
  'sold-out': 'Sold out at the retailer.',
  gone: 'The retailer has it no more.',
  'price-up': 'The price went up again.',
  withdrawn: 'We took it back.',
}

function price(cents: number | undefined): string {
  return formatShortPrice((cents ?? 0) / 100)
}

/** Returns the link of a notice. */
export function noticeAction({ kind, facts, dealId, deal }: Omit<Told, 'now'>): {
  label: string
  path: string
} {
  if (facts.day !== undefined) return { label: 'Read it', path: paths.edition(facts.day) }
  if (kind === 'report') return ofReport({ dealId, deal })
  if (kind === 'savings') return { label: 'Say what became of it', path: paths.savings() }
  if (kind === 'guarantee') return { label: 'See your guarantee', path: paths.guarantee() }
  if (kind === 'new-for-you' && (facts.more ?? 0) > 0) {
    return { label: 'See what is for you', path: paths.forYou() }
  }
  if (dealId === null || !deal) return { label: 'See what you saved', path: paths.saved() }
  if (kind === 'gone') return { label: 'See what it was', path: paths.deal(dealId) }
  return { label: 'See the deal', path: paths.deal(dealId) }
}

function ofReport({ dealId, deal }: Pick<Told, 'dealId' | 'deal'>) {
  if (dealId === null || !deal) return { label: 'See today’s deals', path: paths.dailyDeals() }
  const isOver = deal.state === 'ended'
  return { label: isOver ? 'See what it was' : 'See the deal', path: paths.deal(dealId) }
}
