import type { Deal } from '#app/deals/deals.contract.ts'
import { MAY_BE_GONE } from '#app/deals/life.copy.ts'

/** What members say of a living deal, until somebody has looked. */
export function MayBeGone({ deal: { state, mayBeGone } }: { deal: Deal }) {
  return state === 'live' && mayBeGone ? <p className="ends">{MAY_BE_GONE}</p> : null
}
