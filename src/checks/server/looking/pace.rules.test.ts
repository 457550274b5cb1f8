import { expect, test } from 'vitest'
import { nextAt } from './pace.rules.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const DAY = 24 * 60 * 60
const answered = { status: 200 as number | undefined, retryAfter: undefined, crawlDelay: undefined }

test.each([
  ['at the usual pace', {}, 5],
  ['at the pace of its robots.txt', { crawlDelay: 30 }, 30],
  ['no faster than usual, whatever that says', { crawlDelay: 1 }, 5],
  ['every ten minutes where that asks for more', { crawlDelay: DAY }, 600],
  ['after a minute of silence', { status: undefined }, 60],
  ['ten minutes after it was too much', { status: 429 }, 600],
  ['ten minutes after it was away', { status: 503 }, 600],
  ['at the usual pace after another fault', { status: 500 }, 5],
  ['when it says', { status: 503, retryAfter: ' 120 ' }, 120],
  ['when it says by the clock', { status: 429, retryAfter: 'Mon, 23 Nov 2026 15:02:00 GMT' }, 120],
  ['at the usual pace where that is over', { retryAfter: 'Mon, 23 Nov 2026 14:00:00 GMT' }, 5],
  ['within a week, whatever it says', { status: 429, retryAfter: String(30 * DAY) }, 7 * DAY],
  ['as if it had said nothing that is no time', { status: 429, retryAfter: 'later' }, 600],
])('a shop is asked again %s', (_when, said, seconds) => {
  const at = nextAt({ ...answered, ...said }, NOW)
  expect((at.getTime() - NOW.getTime()) / 1000).toBe(seconds)
})
