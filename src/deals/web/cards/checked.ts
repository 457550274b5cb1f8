import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_MEMBERSHIP, ViewerOfPage } from '#app/membership/web/subscription.ts'
import { MINUTE_MS } from '#app/shared/dates.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { LastLook } from './ask-checked.ts'

/** How long an answer is reused. */
const GOOD_FOR_MS = 5 * MINUTE_MS

/**
 * When somebody last looked at a deal's price, for members only. Loaded separately, because the page itself is
 * the same for a whole class. Undefined until loaded.
 */
export function useChecked(dealId: string): LastLook | undefined {
  const isMember = use(ViewerOfPage) === 'member'
  const isHydrated = useHydrated()
  const { data } = useQuery({
    queryKey: [`/api/deals/checked?ids=${dealId}`, OF_VIEWER, OF_MEMBERSHIP],
    // Loaded on demand, since only members need it.
    queryFn: async () => (await import('./ask-checked.ts')).askTogether(dealId),
    enabled: isMember && isHydrated,
    staleTime: GOOD_FOR_MS,
  })
  return isMember ? data : undefined
}
