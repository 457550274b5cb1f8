import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** Letters to all. */
export function lettersPath(): string {
  return ADMIN_PAGES.letters.path
}

/** The form of one that nobody has written yet. */
export const NEW_LETTER = 'new'

export function letterPath(letterId: string): string {
  return `${ADMIN_PAGES.letters.path}/${encodeURIComponent(letterId)}`
}
