import { createHash } from 'node:crypto'
import { WARNING_TITLES } from '#app/deals/editing/warning-words.facts.ts'
import type { WarningGroup } from '#app/deals/editing/warnings.contract.ts'
import {
  MOST_WARNED_ROWS,
  WARNING_KINDS,
  type Warning,
  type WarningKind,
} from '#app/deals/editing/warnings.facts.ts'

/** Groups warnings by kind; the key of a group identifies exactly these warnings when they are confirmed. */
export function groupWarnings(warnings: readonly Warning[]): WarningGroup[] {
  const byKind = Map.groupBy(warnings, ({ kind }) => kind)
  return WARNING_KINDS.flatMap((kind) => {
    const all = byKind.get(kind)
    if (!all) return []
    return {
      kind,
      key: keyOf(kind, all),
      title: WARNING_TITLES[kind],
      count: all.length,
      deals: all
        .slice(0, MOST_WARNED_ROWS)
        .map(({ dealId, row, name, words }) => ({ dealId, row, name, words })),
    }
  })
}

/**
 * Leaves out ids, because a resubmitted form makes another deal. Leaves out the numbers of a retailer's share,
 * which change by the minute.
 */
function keyOf(kind: WarningKind, warnings: readonly Warning[]): string {
  const facts = warnings.map(({ row, name, words }) =>
    [row ?? '', name, kind === 'one-retailer' ? '' : words].join('\n'),
  )
  const hash = createHash('sha256').update(`${kind}\n${facts.toSorted().join('\n')}`)
  return `${kind}.${hash.digest('base64url').slice(0, 16)}`
}

/** The groups whose key has not been confirmed. */
export function unseenWarnings(groups: WarningGroup[], seen: readonly string[]): WarningGroup[] {
  return groups.filter(({ key }) => !seen.includes(key))
}

/** The warnings that a change adds. */
export function newWarnings(before: readonly Warning[], after: readonly Warning[]): Warning[] {
  const told = new Set(before.map(sameOf))
  return after.filter((warning) => !told.has(sameOf(warning)))
}

function sameOf({ kind, dealId, row, words }: Warning): string {
  // The distance differs with every price, so the words are part of the identity.
  return [kind, dealId, row, kind === 'price-far' ? words : ''].join('\n')
}
