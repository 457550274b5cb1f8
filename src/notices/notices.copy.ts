import { countOf } from '#app/shared/counts.ts'
import { businessDay, formatDayOfWeek, formatTime } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import type { Notice } from './notices.contract.ts'
import type { NoticeKind } from './notices.facts.ts'

type Told = Pick<Notice, 'kind' | 'facts' | 'dealId' | 'deal'> & { now: string }

/** What a notice says, in the words of the moment; no name of a piece is among them. */
export function noticeWords({ kind, facts, now }: Told): { title: string; text: string } {
  return { title: TITLES[kind], text: TEXTS[kind](facts, now) }
}

const TITLES: Record<NoticeKind, string> = {
  'price-down': 'Price went down',
  target: 'At your price',
  'ends-soon': 'Ends soon',
  gone: 'It has ended',
  back: 'It is back',
  'new-for-you': 'New for you',
}

const TEXTS: Record<NoticeKind, (facts: Notice['facts'], now: string) => string> = {
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
  'new-for-you': ({ more = 0 }) =>
    more > 0
      ? `This and ${countOf(more, 'other')} fit what you follow.`
      : 'It fits what you follow.',
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

/** What there is to do about a notice. */
export function noticeAction({ kind, dealId, deal }: Omit<Told, 'now'>): {
  label: string
  path: string
} {
  if (dealId === null || !deal) return { label: 'See what you saved', path: paths.saved() }
  if (kind === 'gone') return { label: 'See what it was', path: paths.deal(dealId) }
  return { label: 'See the deal', path: paths.deal(dealId) }
}
