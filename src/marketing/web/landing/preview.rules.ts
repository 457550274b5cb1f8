import { businessDay } from '#app/shared/dates.ts'

/** With fewer of this morning's deals the carousel would repeat too soon. */
const FEWEST_OF_TODAY = 3

/**
 * The deals of the preview and their title: this morning's if there are enough, otherwise all of them under
 * another title. `today` is undefined if the figures could not be loaded.
 */
export function latestEdition<T extends { publishedAt: string | null }>(
  deals: T[],
  today: string | undefined,
): { title: string; shown: T[] } {
  const ofToday = deals.filter(
    ({ publishedAt }) => publishedAt !== null && businessDay(new Date(publishedAt)) === today,
  )
  return ofToday.length >= FEWEST_OF_TODAY
    ? { title: 'From this morning’s edition', shown: ofToday }
    : { title: 'From the latest editions', shown: deals }
}
