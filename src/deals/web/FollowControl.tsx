import { use } from 'react'
import { type Followed, FollowSlot } from './follow-slot.ts'

/** Renders the control to follow or hide something, where the page provides one. */
export function FollowControl(followed: Followed) {
  const Control = use(FollowSlot)
  return Control && <Control {...followed} />
}
