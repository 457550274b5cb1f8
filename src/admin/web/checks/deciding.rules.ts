import type { DeskFinding } from '#app/admin/checks-desk.contract.ts'
import { CHECKED_ENDS } from '#app/checks/checks.facts.ts'

type Found = Pick<DeskFinding, 'kind' | 'now' | 'currency' | 'soldIn'>

/**
 * Whether the finding can be accepted as it is. A price of zero, or in another currency than the deal is sold
 * in, has to be corrected.
 */
export function canBeAccepted({ kind, now, currency, soldIn }: Found): boolean {
  if (OF_NO_PRICE.has(kind)) return true
  return now !== null && now > 0 && (currency ?? soldIn) === soldIn
}

const OF_NO_PRICE = new Set<DeskFinding['kind']>([...CHECKED_ENDS, 'another-piece', 'many-endings'])

/** Returns the initial value of the price field: the page's price if it can be accepted, else ours. */
export function priceToBeginFrom(finding: Found & Pick<DeskFinding, 'before'>): string {
  const { now, before } = finding
  return String((canBeAccepted(finding) ? (now ?? before) : before) ?? '')
}

/** Whether the price has reached the former price: correcting it then ends the deal. */
export function isBackAt(now: number, before: number | null): boolean {
  return before !== null && now >= before
}
