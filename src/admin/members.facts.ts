import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

export const SHORTEST_ADDRESS_SEARCH = 3
export const LONGEST_ADDRESS_SEARCH = 320

/** Kept apart because only the back office links to it. */
export function membersPath(q = ''): string {
  return ADMIN_PAGES.members.path + (q && `?q=${encodeURIComponent(q)}`)
}

export function memberPath(userId: string): string {
  return `${ADMIN_PAGES.members.path}/${encodeURIComponent(userId)}`
}
