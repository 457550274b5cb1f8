import { expect, test } from 'vitest'
import { SORTS } from '#app/deals/filters/filters.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { openTestDatabase } from '#test/support/databases/test-database.ts'
import { maskRandom } from './compare.ts'
import { CANARIES, cookieOf, createWorld } from './world.ts'

const QUESTIONS = 700

/** The same numbers for everybody who runs this. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Words of brands, of the vocabulary, of what is locked in one world or the other, and of none. */
const WORDS = [
  ...['house', 'house 3', 'houes', 'hosue 1', 'women', 'bags', 'red', 'boots', 'sac', 'noir', 'a'],
  ...CANARIES,
  ...['aquamarin', 'zephirine', 'zymurgi', 'zyzyva', 'quilon', 'tote', 'totes', 'ghost', 'watch'],
  ...[
    'gold',
    'preview',
    'canary',
    'shop',
    'emporium',
    'zym-7',
    'x',
    'ж',
    '東',
    "o'",
    '!',
    '1',
    '29',
  ],
]
const VALUES: Record<string, string[]> = {
  q: WORDS,
  department: ['women', 'men', 'unisex', 'nobody'],
  category: [...VOCABULARY.category.map(({ value }) => value), 'tote'],
  brand: [
    ...Array.from({ length: 7 }, (_, index) => `house-${index}`),
    'ghost',
    'spectre',
    'zymurgy',
  ],
  colour: [...VOCABULARY.colour.map(({ value }) => value), 'aquamarine'],
  size: ['one-size', 'w-clothing-us4', 'zyzzyva'],
  retailer: ['zymurgy-0', 'an-altogether-longer-quillon-emporium-1', 'nobody'],
  'not-retailer': ['zymurgy-0', ''],
  ships: ['CA', 'atlantis'],
  'not-brand': ['house-1', 'ghost', 'zyzzyva'],
  'not-category': ['bags', 'totes', 'watches'],
  min: ['100', '400', 'x'],
  max: ['400', '401', '99999999999'],
  off: ['59', '60', '61'],
  save: ['600', '601'],
  day: ['today', 'week', 'month', '2026-11-20', '2026-11-18', '2026-12-25', 'soon'],
  sort: [...SORTS, 'productName', 'domain'],
  ended: ['1', '0'],
  page: ['1', '2', '3', '-1'],
}

function question(next: (below: number) => number): string {
  const call = next(10)
  if (call < 2) {
    const word = WORDS[next(WORDS.length)] ?? ''
    const typed = word.slice(0, 1 + next(word.length + 1))
    return `/api/suggestions?q=${encodeURIComponent(typed)}`
  }
  const names = Array.from({ length: 1 + next(4) }, () => FILTER_NAMES[next(FILTER_NAMES.length)])
  const asked = names.flatMap((name = 'q') => {
    const values = VALUES[name] ?? []
    return `${name}=${encodeURIComponent(values[next(values.length)] ?? '')}`
  })
  if (next(3) > 0) asked.push('lenient=1')
  return `/api/deals${call < 6 ? '' : '/facets'}?${asked.join('&')}`
}

test('whatever is searched, narrowed or sorted, nobody who has not paid can tell two worlds apart', async () => {
  const one = await createWorld('one', await openTestDatabase())
  const two = await createWorld('two', await openTestDatabase())
  const next = random(14)
  const told: string[] = []
  const statuses = new Set<number>()
  for (let count = 0; count < QUESTIONS; count += 1) {
    const url = question(next)
    for (const who of [undefined, 'none']) {
      // Who is signed in may read only so many pages; that is another test's.
      if (who !== undefined && count % 100 === 0) {
        for (const world of [one, two]) await world.db.deleteFrom('throttles').execute()
      }
      const [first, second] = await Promise.all(
        [one, two].map(async (world) => {
          const cookie = who === undefined ? '' : cookieOf(who)
          const response = await world.as({ cookie }).inject({ url })
          const { date, ...headers } = response.headers
          statuses.add(response.statusCode)
          return maskRandom(JSON.stringify([response.statusCode, headers, response.body]))
        }),
      )
      if (first !== second) told.push(`${who ?? 'visitor'}: ${url}`)
    }
  }
  expect(told).toEqual([])
  // Questions that are all refused would show nothing.
  expect([...statuses].toSorted()).toEqual([200, 400, 403])
  await one.close()
  await two.close()
}, 120_000)
