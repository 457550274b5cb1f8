import type { Followed } from '#app/deals/web/follow-slot.ts'
import type { Follow, Follows } from '#app/follows/follows.contract.ts'

export const STANCES = ['followed', 'hidden', 'neither'] as const
export type Stance = (typeof STANCES)[number]

export function findFollow(
  follows: Follows | null | undefined,
  { kind, value }: Followed,
): Follow | undefined {
  return follows?.follows.find((each) => each.kind === kind && each.value === value)
}

export function stanceOf(follow: Follow | undefined): Stance {
  if (!follow) return 'neither'
  return follow.isHidden ? 'hidden' : 'followed'
}
