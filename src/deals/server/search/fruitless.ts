import { createHash } from 'node:crypto'
import { singularWords } from '#app/deals/server/deal/terms.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { FRUITLESS_KEPT_WEEKS } from '#app/shared/retention.ts'
import { findMatches } from './followed.ts'
import {
  deleteFruitlessBefore,
  findFruitless,
  markFruitless,
  PEOPLE_BITS,
} from './fruitless.queries.ts'

const MOST_WORDS = 6
const LONGEST_WORDS = 60
/** Candidates examined per result, because some searches find something by now. */
const LOOKED_THROUGH = 3
/** Before any deal. */
const FIRST_DAY = '2000-01-01'

/**
 * Counts a person whose search found nothing without storing who it was: only which of 1,024 bits a hash of
 * person and words falls on, so one person in 1,024 shares it. Words that may be an address or a personal
 * number are not stored.
 */
export async function noteFruitless(
  { db, now, log }: Pick<AppContext, 'db' | 'now' | 'log'>,
  userId: string,
  typed: string,
): Promise<void> {
  const words = wordsKept(typed)
  if (words === undefined) return
  const hash = createHash('sha256').update(`${userId}\n${words}`).digest()
  const bit = hash.readUInt32BE(0) % PEOPLE_BITS
  try {
    await markFruitless(db, { words, week: weekOf(businessDay(now())), bit })
  } catch (error) {
    // A failed count must not fail the search.
    log.warn({ err: error }, 'a search that found nothing was not counted')
  }
}

/** Undefined for words that are not stored. */
export function wordsKept(typed: string): string | undefined {
  if (/@|\d{5}/.test(typed)) return
  const words = singularWords(typed)
  const text = [...new Set(words)].toSorted().join(' ')
  if (words.length === 0 || words.length > MOST_WORDS || text.length > LONGEST_WORDS) return
  return text
}

/** Recent searches without results by at least `least` people, that would still find nothing. */
export async function listFruitless(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { least, most }: { least: number; most: number },
): Promise<Array<{ words: string; people: number }>> {
  const today = businessDay(now())
  const since = addDays(weekOf(today), -7 * (FRUITLESS_KEPT_WEEKS - 1))
  const found: Array<{ words: string; people: number }> = []
  for (const each of await findFruitless(db, { since, least, most: most * LOOKED_THROUGH })) {
    const search = new URLSearchParams({ q: each.words }).toString()
    const days = { from: FIRST_DAY, to: today }
    const living = await findMatches(db, search, { isMember: true, days })
    if (living.size === 0) found.push(each)
    if (found.length === most) break
  }
  return found
}

export async function purgeFruitless({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await deleteFruitlessBefore(db, addDays(weekOf(businessDay(now())), -7 * FRUITLESS_KEPT_WEEKS))
}

/** The Monday of the week. */
function weekOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}
