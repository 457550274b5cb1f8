import type { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import { countOf, formatCount, wordFor } from '#app/shared/counts.ts'

/** `83%`; undefined if the whole is zero. */
export function shareInWords(part: number, whole: number): string | undefined {
  if (whole === 0) return
  const percent = (part / whole) * 100
  if (part > 0 && percent < 1) return 'under 1%'
  if (part < whole && percent > 99) return 'over 99%'
  return `${Math.round(percent)}%`
}

/** Returns how dark a share is drawn, in fifths. */
export function shadeOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(5, Math.floor((part / whole) * 5) + (part > 0 ? 1 : 0))
}

/** Sums all weeks; people still on trial have not decided yet. */
export function trialsInAll(trials: BusinessNumbers['trials']) {
  const sum = (of: (week: (typeof trials)[number]) => number) =>
    trials.reduce((all, week) => all + of(week), 0)
  const begun = sum((week) => week.begun)
  const trialing = sum((week) => week.trialing)
  return { begun, trialing, decided: begun - trialing, paid: sum((week) => week.paid) }
}

/** Says in one sentence what recurring revenue leaves out. */
export function notCountedInWords({
  trials,
  failed,
  paused,
}: Pick<BusinessNumbers['recurring'], 'trials' | 'failed' | 'paused'>): string {
  const parts = [
    countOf(trials, 'trial'),
    `${countOf(failed, 'membership')} with a failed payment`,
    ...(paused > 0 ? [`${countOf(paused, 'paused membership')}`] : []),
  ]
  return `Not counted: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`
}

/** Says how many memberships are too young to have a renewal due. */
export function noRenewalDueInWords(memberships: number, isMore: boolean): string {
  const more = isMore ? ' more' : ''
  return `${formatCount(memberships)}${more} ${wordFor(memberships, 'membership has', 'memberships have')} no renewal due yet.`
}
