import { weekdayName } from '#app/shared/dates.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'
import type { MailChoices, MailWish } from './mailings.contract.ts'

// The texts of the choices. Each consent is stored with the text that was shown.

export const EDITION_TITLE = 'The edition'
export const EDITION_WORDS =
  'The new deals, with names and prices for members, at your hour. No mail when there is nothing new.'
export const ALERTS_TITLE = 'Alerts'
export const ALERTS_WORDS =
  'When a price you saved falls, a deal you saved ends or comes back, or, for members, something you follow comes in.'

/** Shown beside a stream that is stopped for everybody. */
export const PAUSED_WORDS: Record<MailStream, string> = {
  edition:
    'We send no editions just now. What you have chosen stays, and they come again once we send them.',
  alerts:
    'We send no alerts by mail just now. What you have chosen stays, they wait, and your inbox on this site fills as ever.',
}

export const EDITION_OPTIONS = {
  daily: 'Every morning',
  weekly: 'Once a week',
  never: 'Never',
} as const

export const ALERT_OPTIONS = {
  'at-once': 'At once',
  daily: 'Once a day',
  never: 'Never',
} as const

/** Returns the text that someone consents to, as shown to them. */
export function wordingOf(wish: MailWish): Record<MailStream, string> {
  const at = `at ${formatHour(wish.hour)}, ${wish.timeZone}`
  const when =
    wish.edition === 'weekly'
      ? `${EDITION_OPTIONS.weekly}, ${weekdayName(wish.editionWeekday)}`
      : EDITION_OPTIONS[wish.edition]
  return {
    edition: `${EDITION_TITLE}: ${when}, ${at}. ${EDITION_WORDS}`,
    alerts: `${ALERTS_TITLE}: ${ALERT_OPTIONS[wish.alerts]}${wish.alerts === 'daily' ? `, ${at}` : ''}. ${ALERTS_WORDS}`,
  }
}

/** `7:00` */
export function formatHour(hour: number): string {
  return `${hour}:00`
}

/** What is said once choices are kept. */
export function savedChoicesWords({
  edition,
  alerts,
  isInboxProven,
}: Pick<MailChoices, 'edition' | 'alerts' | 'isInboxProven'>): string {
  if (edition === 'never' && alerts === 'never') {
    return 'Saved. Neither editions nor alerts come.'
  }
  return isInboxProven
    ? 'Saved.'
    : 'Saved. One thing is left: press the button in the mail that we have sent you.'
}
