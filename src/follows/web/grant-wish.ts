import type { QueryClient } from '@tanstack/react-query'
import type { Followed } from '#app/deals/web/follow-slot.ts'
import { FOLLOW_KINDS } from '#app/follows/follows.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { setStance } from './following.ts'
import { STANCES, type Stance } from './stance.ts'

/** Carries out what a visitor wanted to follow before signing in. */
export async function grantFollowWish(queryClient: QueryClient, stored: unknown): Promise<void> {
  const wish = readWish(stored)
  if (!wish || Date.now() - wish.at > DAY_MS) return
  const { what, stance } = wish
  if (!(await setStance(queryClient, what, stance))) return
  const title = stance === 'hidden' ? 'Left out' : 'Followed'
  const description =
    what.kind === 'search' ? 'We tell you what comes out that fits your search.' : what.name
  showToast({ title, description })
}

function readWish(stored: unknown): { what: Followed; stance: Stance; at: number } | undefined {
  const { kind, value, name, stance, at } = (stored ?? {}) as Record<string, unknown>
  const knownKind = FOLLOW_KINDS.find((each) => each === kind)
  const knownStance = STANCES.find((each) => each === stance)
  if (!knownKind || !knownStance || typeof at !== 'number') return
  if (typeof value !== 'string' || typeof name !== 'string') return
  return { what: { kind: knownKind, value, name }, stance: knownStance, at }
}
