import type { Viewer } from '#app/membership/server/membership.ts'

/**
 * Whom a search is for. Each audience has tables of its own: answers to the public are made from public facts
 * alone, and paid content is not even queried.
 */
export type Audience = 'public' | 'members'

export function audienceOf(viewer: Viewer): Audience {
  return viewer.class === 'member' ? 'members' : 'public'
}
