import { expect, test } from 'vitest'
import { SORTS } from '#app/deals/filters/filters.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { openTestDatabase } from '#test/support/databases/test-database.ts'
import { maskRandom } from './compare.ts'
import { CANARIES, cookieOf, createWorld } from './world.ts'

const QUESTIONS = 2000
/** The number asked at once, so that neither the database nor the test waits for the other. */
const AT_ONCE = 4
/** A busy machine answers 503 now and then; a real difference between the worlds shows up each time. */
const TRIES = 4
/** Every so many questions, one is asked as a page. */
const PAGE_EVERY = 20
const PAGE = '/daily-deals'

/** A seeded generator, so that every run asks the same. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Words of brands, of the vocabulary, of locked deals in one world or the other, and of nothing. */
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

const LETTERS = 'abcdefghijklmnopqrstuvwxyzéж'

/** Returns a word, often with a typing error. */
function typed(next: (below: number) => number): string {
  const word = WORDS[next(WORDS.length)] ?? ''
  const letters = [...word]
  const at = next(letters.length)
  switch (next(8)) {
    case 0:
      letters.splice(at, 2, ...letters.slice(at, at + 2).reverse())
      break
    case 1:
      letters.splice(at, 1)
      break
    case 2:
      letters.splice(at, 0, LETTERS[next(LETTERS.length)] ?? '')
      break
    case 3:
      return word + (WORDS[next(WORDS.length)] ?? '')
    case 4:
      return `${word} ${WORDS[next(WORDS.length)]}`
  }
  return letters.join('')
}

function question(next: (below: number) => number, isPage: boolean): string {
  const call = next(10)
  if (call < 2 && !isPage) {
    const word = typed(next)
    return `/api/suggestions?q=${encodeURIComponent(word.slice(0, 1 + next(word.length + 1)))}`
  }
  const names = Array.from({ length: 1 + next(4) }, () => FILTER_NAMES[next(FILTER_NAMES.length)])
  const asked = names.flatMap((name = 'q') => {
    const values = VALUES[name] ?? []
    const value = name === 'q' ? typed(next) : values[next(values.length)]
    return `${name}=${encodeURIComponent(value ?? '')}`
  })
  // Adds words to a third of the filters that have none.
  if (next(3) === 0 && !names.includes('q')) asked.push(`q=${encodeURIComponent(typed(next))}`)
  if (isPage) return `${PAGE}?${asked.join('&')}`
  if (next(3) > 0) asked.push('lenient=1')
  return `/api/deals${call < 6 ? '' : '/facets'}?${asked.join('&')}`
}

test('whatever is searched, narrowed or sorted, nobody who has not paid can tell two worlds apart', async () => {
  const one = await createWorld('one', await openTestDatabase())
  const two = await createWorld('two', await openTestDatabase())
  const next = random(14)
  const questions = Array.from({ length: QUESTIONS }, (_, index) =>
    question(next, index % PAGE_EVERY === 0),
  )
  const told: string[] = []
  const statuses = new Map<number, number>()
  const answers = (url: string, who: string | undefined) =>
    Promise.all(
      [one, two].map(async (world) => {
        const cookie = who === undefined ? '' : cookieOf(who)
        const response = await world.as({ cookie }).inject({ url })
        const { date, ...headers } = response.headers
        const { statusCode, body } = response
        return { statusCode, all: maskRandom(JSON.stringify([statusCode, headers, body])) }
      }),
    )
  const ask = async (url: string, who: string | undefined) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const given = await answers(url, who)
      const [status, ...others] = new Set(given.map(({ statusCode }) => statusCode))
      if (status === 503 || others.includes(503)) continue
      if (new Set(given.map(({ all }) => all)).size > 1) {
        // A page is rendered even when one of its own calls was rejected under load.
        if (url.startsWith(PAGE)) continue
        break
      }
      statuses.set(status ?? 0, (statuses.get(status ?? 0) ?? 0) + 1)
      return
    }
    told.push(`${who ?? 'visitor'}: ${url}`)
  }
  for (let at = 0; at < QUESTIONS; at += AT_ONCE) {
    // Signed-in people may read only so many pages; other tests cover that limit.
    if (at % (25 * AT_ONCE) === 0) {
      for (const world of [one, two]) await world.db.deleteFrom('throttles').execute()
    }
    const some = questions.slice(at, at + AT_ONCE)
    await Promise.all(some.flatMap((url) => [ask(url, undefined), ask(url, 'none')]))
  }
  expect(told).toEqual([])
  // If all questions were refused, equal answers would prove nothing.
  expect([...statuses.keys()].toSorted()).toEqual([200, 302, 400, 403, 404])
  expect(statuses.get(200)).toBeGreaterThan(QUESTIONS / 2)
  await one.close()
  await two.close()
  // Thousands of requests take time on a busy machine.
})
