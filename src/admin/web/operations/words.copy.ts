import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import type { SetupPart, SetupState } from '#app/admin/operations/setup.facts.ts'
import type { Switches } from '#app/admin/operations/switches.contract.ts'
import type { ClubSwitch } from '#app/admin/operations/switches.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'

type SwitchRow = Switches['switches'][number]

/** What each switch controls, and what people experience while it is off. */
export const SWITCH_WORDS: Record<ClubSwitch, { name: string; whileOff: string }> = {
  'mail-edition': {
    name: 'Mail: the edition',
    whileOff:
      'While it is off, editions wait, and go out once it is on again; people read so where they choose their mail. Mail about accounts and money goes on.',
  },
  'mail-alerts': {
    name: 'Mail: alerts',
    whileOff:
      'While it is off, alerts wait, and go out once it is on again; people read so where they choose their mail. The inbox on the site fills as ever.',
  },
  'price-checks': {
    name: 'Price checks',
    whileOff:
      'While they are off we look at no shop’s page. What was seen last stays, with its day, and members read that checks are paused.',
  },
  'sign-up': {
    name: 'Sign-up',
    whileOff:
      'While it is off nobody makes a free account, and the page says so. Signing in goes on.',
  },
  joining: {
    name: 'Joining',
    whileOff:
      'While it is off nobody begins to pay, and the pages say so. Payments that have begun end well, and cancelling, cards and renewals go on.',
  },
}

export const SETUP_NAMES: Record<SetupPart, string> = {
  'payment-key': 'Payment key',
  webhook: 'Payment events',
  prices: 'Prices',
  portal: 'Billing portal',
  mail: 'Mail',
  storage: 'Pictures',
  backup: 'Backup',
  clock: 'Clock',
  company: 'Company details',
  jobs: 'Work in the background',
}

export const SETUP_STATE_WORDS: Record<SetupState, string> = {
  good: 'Green',
  note: 'Note',
  bad: 'To do',
}

/** Says how much is left to do. */
export function setupSummary({ lines, checkedAt }: SetupCheck): string {
  const bad = lines.filter(({ state }) => state === 'bad').length
  const found = bad === 0 ? 'Nothing has to be done' : `${countOf(bad, 'thing')} to do`
  return `${found}. Asked ${formatMoment(checkedAt)}.`
}

export function offWords({ offBy, offSince, why }: SwitchRow): string {
  const when = offSince === null ? '' : `, ${formatMoment(offSince)}`
  return `Turned off by ${offBy || 'an administrator'}${when}${why ? `: ${why}` : '.'}`
}
