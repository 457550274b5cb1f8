import { CHECKS_PAUSED } from '#app/deals/prices/prices.copy.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import type { ReportKind, ReportOutcome } from './reports.facts.ts'

/** The kinds of problems, as choices of the form. */
export const REPORT_WORDS: Record<ReportKind, string> = {
  gone: 'It is gone',
  price: 'The price is different',
  size: 'My size is gone',
  link: 'The link is broken',
  other: 'Something else',
}

/** The same kinds within a sentence: `You told us that ...`. */
const TOLD_WORDS: Record<ReportKind, string> = {
  gone: 'it is gone',
  price: 'the price is different',
  size: 'your size is gone',
  link: 'the link is broken',
  other: 'something is wrong',
}

/** `You told us that it is gone and that the link is broken.` */
export function toldInWords(kinds: ReportKind[]): string {
  const told = kinds.map((kind) => `that ${TOLD_WORDS[kind]}`)
  return told.length > 0 ? `You told us ${told.join(' and ')}.` : 'You told us of it.'
}

type Found = { reason?: string | undefined; toCents?: number | undefined }

/** Describes the finding to whoever reported it; `reason` is a whole sentence. */
export function foundInWords(outcome: ReportOutcome, { reason, toCents }: Found): string {
  switch (outcome) {
    case 'ended':
      return `You were right. ${reason ?? 'It has ended.'}`
    case 'price-corrected':
      return toCents === undefined
        ? 'You were right: we have corrected it.'
        : `You were right: it is ${formatShortPrice(toCents / 100)} now, and we say so.`
    case 'size-off':
      return 'You were right: it is off the list.'
    case 'link-mended':
      return 'You were right: the link works again.'
    case 'noted':
      return 'We have read it. Thank you.'
    case 'nothing-wrong':
      return 'We looked, and it is there as we show it.'
    case 'unclear':
      return 'We looked and could not tell. We keep an eye on it.'
  }
}

/** Describes what happens next, to whoever has just reported something. */
export function whatFollows(areChecksPaused: boolean): string {
  return areChecksPaused
    ? `${CHECKS_PAUSED} One of us reads what you told, and you are told in your inbox what was found.`
    : 'We look at it at once, and tell you in your inbox what we find.'
}

/** `, half of them within 3 hours`: says how fast so many reports were answered. */
export function answeredWithin(answered: number, time: string): string {
  return `, ${answered === 1 ? '' : 'half of them '}within ${time}`
}
