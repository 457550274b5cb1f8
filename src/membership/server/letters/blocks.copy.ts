import { CHECKOUT_LINK_MS } from '#app/membership/membership.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Block } from '#app/server/mail/mail.ts'
import { businessDay, formatDateOfWeek, formatMinutes } from '#app/shared/dates.ts'

/** `Friday, November 27, 2026`, as it is in Toronto. */
export function formatDateOfWeekAt(at: Date): string {
  return formatDateOfWeek(businessDay(at))
}

/** `30 minutes`: how long a link that finishes an account works. */
export const LINK_WORKS_FOR = formatMinutes(CHECKOUT_LINK_MS)

/** What the mails say about such a link. */
export const linkTerms = ({ config: { club } }: Pick<AppContext, 'config'>) =>
  `The link works once, within ${LINK_WORKS_FOR}; an old one can send you a new one. You did not join? Write to ${club.supportEmail} and we will sort it out.`

// The few blocks that the membership mails are made of.
export const title = (text: string): Block => ({ kind: 'title', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const note = (text: string, link?: { label: string; path: string }): Block => ({
  kind: 'note',
  text,
  ...(link && { link }),
})
export const button = (label: string, path: string): Block => ({ kind: 'button', label, path })

/** Leaves out rows whose value is not known. */
export function facts(...rows: Array<[label: string, value: string | undefined]>): Block {
  return {
    kind: 'facts',
    rows: rows.filter((row): row is [string, string] => row[1] !== undefined),
  }
}
