import type { VersionCount } from '#app/accounts/terms.contract.ts'
import type { Announcement, AnnouncementSummary } from '#app/mailings/announcements.contract.ts'
import type { LetterAudience } from '#app/mailings/announcements.facts.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDate, formatMoment } from '#app/shared/dates.ts'
import { LEGAL_TITLES, type LegalDocument } from '#app/shared/legal-versions.ts'

export const AUDIENCE_WORDS: Record<LetterAudience, string> = {
  everybody: 'Everybody with an account',
  members: 'Members',
  trials: 'People on trial',
  free: 'Free accounts',
}

export function hoursInWords(hours: number): string {
  return `over ${countOf(hours, 'hour')}`
}

export function versionInWords(version: {
  document: LegalDocument
  version: number
  from: string
}): string {
  return `${LEGAL_TITLES[version.document]}, version ${version.version}, from ${formatDate(version.from)}`
}

/** Describes whom the letter would reach now. */
export function reachInWords({
  people,
  unreachable,
}: {
  people: number
  unreachable: number
}): string {
  if (people === 0) return 'Nobody is one of these now.'
  const whole = `${countOf(people, 'person', 'people')} now`
  if (unreachable === 0) return `${whole}.`
  return `${whole}; to ${formatCount(unreachable)} of them nothing can go, since mail to them came back.`
}

const at = (moment: string | null) => (moment ? formatMoment(moment) : 'a while ago')

/** Describes the state of a letter in one line. */
export function letterInWords(letter: AnnouncementSummary): string {
  const { state, writtenBy, changedAt, sentBy, startedAt, finishedAt, people } = letter
  switch (state) {
    case 'draft':
      return `A draft of ${writtenBy}, ${formatMoment(changedAt)}`
    case 'going':
      return `Goes out since ${at(startedAt)}, sent by ${sentBy}`
    case 'stopped':
      return `Stopped; begun ${at(startedAt)} by ${sentBy}`
    case 'done':
      return `Went out to ${formatCount(people ?? 0)}, done ${at(finishedAt)}, sent by ${sentBy}`
  }
}

/** Lists the fates of its mails so far, without those that are zero except for sent ones. */
export function fatesInWords({ fates, people }: AnnouncementSummary): string[] {
  if (!fates) return []
  const { sent, waiting, held, refused, skipped } = fates
  return [
    `${formatCount(sent)} of ${formatCount(people ?? 0)} sent`,
    ...(waiting > 0 ? [`${countOf(waiting, 'waits', 'wait')} for the mail server`] : []),
    ...(held > 0 ? [`${formatCount(held)} held back: say under Mail whether they arrived`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} turned away by the mail server`] : []),
    ...(skipped > 0
      ? [`${formatCount(skipped)} not sent: mail came back before, or the account is gone`]
      : []),
  ]
}

/** Returns the settled share of all mails, between 0 and 1. */
export function shareOf({ fates, people }: AnnouncementSummary): number {
  if (!fates || !people) return 0
  const settled = fates.sent + fates.refused + fates.skipped + fates.held
  return Math.min(1, settled / people)
}

/** Says what has to be done before the letter may be sent; empty if nothing. */
export function missingBefore({ isTried, audiences, audience }: Announcement): string {
  const people = audiences?.find((each) => each.audience === audience)?.people ?? 0
  if (people === 0) return 'There is nobody to send it to.'
  return isTried ? '' : 'Send it to yourself first: what goes to everybody was read in an inbox.'
}

/** Counts the answers to a version. */
export function answersInWords({
  accepted,
  putOff,
}: Pick<VersionCount, 'accepted' | 'putOff'>): string {
  const whole = `${formatCount(accepted)} accepted it`
  return putOff === 0 ? whole : `${whole}, ${formatCount(putOff)} put it off`
}
