import { businessDay } from '#app/shared/dates.ts'

/** Fewer of this morning’s would go round and round. */
const FEWEST_OF_TODAY = 3

/**
 * Which of the chosen deals to show, and under what words: those of this morning where there are
 * enough, else all of them, as what they are. `today` is unknown while the figures could not be read.
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
