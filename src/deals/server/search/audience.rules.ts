import type { Viewer } from '#app/membership/server/membership.ts'

/**
 * For whom is searched. Each has rows of their own: what everybody is answered is made from public facts
 * alone, and nothing of what members pay for is even looked at.
 */
export type Audience = 'public' | 'members'

export function audienceOf(viewer: Viewer): Audience {
  return viewer.class === 'member' ? 'members' : 'public'
}
