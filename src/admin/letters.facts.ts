import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** The list of letters to everybody. */
export function lettersPath(): string {
  return ADMIN_PAGES.letters.path
}

/** Stands for the id of a letter that is not written yet. */
export const NEW_LETTER = 'new'

export function letterPath(letterId: string): string {
  return `${ADMIN_PAGES.letters.path}/${encodeURIComponent(letterId)}`
}
