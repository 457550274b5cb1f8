import type { DeskFinding } from '#app/admin/checks-desk.contract.ts'
import { CHECKED_ENDS } from '#app/checks/checks.facts.ts'

type Found = Pick<DeskFinding, 'kind' | 'now' | 'currency' | 'soldIn'>

/**
 * Whether what was found can be taken as it is. A price of nought, or in another currency than the deal is
 * sold in, has to be corrected.
 */
export function canBeAccepted({ kind, now, currency, soldIn }: Found): boolean {
  if (OF_NO_PRICE.has(kind)) return true
  return now !== null && now > 0 && (currency ?? soldIn) === soldIn
}

const OF_NO_PRICE = new Set<DeskFinding['kind']>([...CHECKED_ENDS, 'another-piece', 'many-endings'])

/** What a person begins from: what the page says where that can be, else what we have. */
export function priceToBeginFrom(finding: Found & Pick<DeskFinding, 'before'>): string {
  const { now, before } = finding
  return String((canBeAccepted(finding) ? (now ?? before) : before) ?? '')
}

/** Whether a price has reached what it was: then it is no deal any more, and correcting it ends it. */
export function isBackAt(now: number, before: number | null): boolean {
  return before !== null && now >= before
}
