import type { Deal } from '#app/deals/deals.contract.ts'
import { MAY_BE_GONE } from '#app/deals/life.copy.ts'

/** Says that members reported a living deal, until a curator has looked. */
export function MayBeGone({ deal: { state, mayBeGone } }: { deal: Deal }) {
  return state === 'live' && mayBeGone ? <p className="ends">{MAY_BE_GONE}</p> : null
}
