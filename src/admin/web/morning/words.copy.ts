import { editionPath } from '#app/admin/editions/paths.facts.ts'
import type { Morning } from '#app/admin/editions/this-morning.contract.ts'
import { setupPath } from '#app/admin/operations/setup.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { candidatesPath, uploadPath } from '#app/admin/sourcing-paths.facts.ts'
import { keptWords } from '#app/admin/web/editions/words.copy.ts'
import { countOf, formatCount, wordFor } from '#app/shared/counts.ts'
import { formatDayOfWeek, formatMoment } from '#app/shared/dates.ts'

type Waiting = Morning['waiting'][number]
type Off = Morning['off'][number]

/** Returns the words after the number. */
export function morningWords({ kind, count, held }: Waiting): string {
  switch (kind) {
    case 'drafts':
      return wordFor(
        count,
        'draft for tomorrow has no hour yet',
        'drafts for tomorrow have no hour yet',
      )
    case 'checks':
      return wordFor(
        count,
        'check found a change that asks a person',
        'checks found changes that ask a person',
      )
    case 'reports':
      return wordFor(count, 'piece has reports to look into', 'pieces have reports to look into')
    case 'claims':
      return wordFor(count, 'claim of a year’s fee is open', 'claims of a year’s fee are open')
    case 'mails':
      if (held === 0)
        return wordFor(count, 'mail was refused this week', 'mails were refused this week')
      return held === count
        ? wordFor(
            count,
            'mail is held back until you decide',
            'mails are held back until you decide',
          )
        : `mails were refused this week, or are held back until you decide (${formatCount(held)})`
    case 'jobs':
      return wordFor(count, 'job failed and was given up', 'jobs failed and were given up')
    case 'imports':
      return wordFor(count, 'sheet came in with notes', 'sheets came in with notes')
    case 'retailers':
      return wordFor(count, 'retailer refuses our looks', 'retailers refuse our looks')
  }
}

export function sinceWords({ since }: Waiting): string {
  return since === null ? '' : `since ${formatMoment(since)}`
}

/** Returns the path where it can be dealt with. */
export function wayTo({ kind, importId }: Waiting, tomorrow: string): string {
  switch (kind) {
    case 'drafts':
      return editionPath(tomorrow)
    case 'checks':
      return `${adminPaths.checks()}#waiting`
    case 'reports':
      return adminPaths.reports()
    case 'claims':
      return adminPaths.guarantee()
    case 'mails':
      return adminPaths.mail()
    case 'jobs':
      return `${setupPath()}#jobs`
    case 'imports':
      return importId === null
        ? adminPaths.imports()
        : `${adminPaths.deals()}?importId=${encodeURIComponent(importId)}#manage-deals`
    case 'retailers':
      return `${adminPaths.checks()}#failing`
  }
}

/** The sources that fill an edition. */
export const WAYS_TO_FILL = [
  { label: 'Paste links', to: adminPaths.links() },
  { label: 'Upload a sheet', to: uploadPath() },
  { label: 'Pick candidates', to: candidatesPath() },
]

/** Describes the progress of tomorrow's edition against the promised number of deals. */
export function tomorrowWords({
  scheduled,
  drafts,
  promised,
}: NonNullable<Morning['edition']>): string {
  const have =
    scheduled === 0
      ? 'no deal has its hour yet'
      : `${countOf(scheduled, 'deal')} ${wordFor(scheduled, 'has its', 'have their')} hour`
  return `${have}. ${keptWords({ promised, all: scheduled + drafts, withoutHour: drafts })}`
}

export function tomorrowName(tomorrow: string): string {
  return `Tomorrow, ${formatDayOfWeek(tomorrow)}`
}

const OFF_WORDS: Record<Off['name'], string> = {
  'mail-edition': 'The mail of the edition is off',
  'mail-alerts': 'The mail of alerts is off',
  'price-checks': 'Price checks are off',
  'sign-up': 'Sign-up is off',
  joining: 'Joining is off',
}

export function turnedOffWords({ name, since }: Off): string {
  return `${OFF_WORDS[name]}, since ${formatMoment(since)}`
}
