import type { LifeState } from '#app/deals/life.facts.ts'

type Life = { isPublished: boolean; isScheduled: boolean; endedAt: Date | null }

export function lifeState({ isPublished, isScheduled, endedAt }: Life): LifeState {
  if (isPublished) return endedAt === null ? 'live' : 'ended'
  return isScheduled ? 'scheduled' : 'draft'
}
