import { use } from 'react'
import { type Followed, FollowSlot } from './follow-slot.ts'

/** Where something is seen that may be followed or left out. */
export function FollowControl(followed: Followed) {
  const Control = use(FollowSlot)
  return Control && <Control {...followed} />
}
