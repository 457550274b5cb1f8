import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hiddenInWords, hindranceInWords } from '#app/admin/web/bulk-upload/words.copy.ts'
import { leftInWords, stepInWords, totalInWords } from '#app/admin/web/deal-list/words.copy.ts'
import { otherCurrenciesInWords, stillOnTrialInWords } from '#app/admin/web/metrics/words.copy.ts'
import { endInWords, openInWords } from '#app/deals/web/feed/days.rules.ts'
import { claimsOf } from '#app/marketing/claims.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'

const report = (wrong: number) =>
  ({
    rowCount: wrong,
    sheet: { hiddenRows: 0 },
    rows: Array.from({ length: wrong }, (_, row) => ({ row: row + 2 })),
    duplicates: [],
    problems: Array.from({ length: wrong }, (_, row) => ({ row: row + 2, column: 'Price' })),
  }) as unknown as Parameters<typeof hindranceInWords>[0]
const figures = (count: number) =>
  claimsOf(
    {
      retailers: count,
      brands: count,
      dealsADay: count,
      today: '2026-11-22',
      lowestDiscount: 40,
      highestDiscount: 80,
      upToDiscount: 80,
    },
    false,
  )
const left = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Coat ${index}`, reason: 'Gone.' }))

/** The texts for a count of one and of two. */
const SAID: Record<string, [(count: number) => unknown, string, string]> = {
  'deals that match': [(count) => totalInWords(count, true), '1 deal matches', '2 deals match'],
  'deals in all': [(count) => totalInWords(count, false), '1 deal', '2 deals'],
  'deals left alone': [
    (count) => leftInWords(count, 'deal'),
    '1 deal left as it was',
    '2 deals left as they were',
  ],
  'deals left alone, in a sentence': [
    (count) => stepInWords({ words: 'Done', left: left(count) } as never),
    'Done. 1 left as it was',
    'Done. 2 left as they were',
  ],
  'wrong rows': [
    (count) => hindranceInWords(report(count)),
    'Put the wrong row right first: either every row is imported or none.',
    'Put the 2 wrong rows right first: either every row is imported or none.',
  ],
  'rows not drawn': [
    (count) => hiddenInWords(count, count),
    'The first 1 is shown, 1 is not.',
    'The first 2 are shown, 2 are not.',
  ],
  'people on trial': [
    stillOnTrialInWords,
    '1 more is still on trial.',
    '2 more are still on trial.',
  ],
  'payments left out': [
    otherCurrenciesInWords,
    '1 payment in another currency is left out.',
    '2 payments in other currencies are left out.',
  ],
  'the end of the feed': [
    endInWords,
    "You've seen the one deal there is",
    "You've seen all 2 deals",
  ],
  'open deals': [
    openInWords,
    'One of them is open for you, above.',
    'Two of them are open for you, above.',
  ],
  'retailers claimed': [
    (count) => figures(count).retailers?.words,
    'retailer with a deal in the feed',
    'retailers with a deal in the feed',
  ],
  'retailers in the headline': [
    (count) => figures(count).retailers?.headline,
    '1 Retailer.',
    '2 Retailers.',
  ],
  'brands claimed': [(count) => figures(count).brands?.words, 'brand', 'brands'],
  'anything counted': [(count) => countOf(count, 'deal'), '1 deal', '2 deals'],
  'the word that goes with it': [(count) => wordFor(count, 'is', 'are'), 'is', 'are'],
}

test.each(Object.entries(SAID))('of one and of two, right: %s', (_name, [say, one, two]) => {
  expect([say(1), say(2)]).toEqual([one, two])
})

/** Matches a count before a plural that has no singular form. */
const UNCOUNTED =
  /\$\{[\w.]*(count|length|Deals)\} (deals|pictures|rows|retailers|brands|members|changes)\b/

const unguarded = (source: string) =>
  source
    .split('\n')
    .filter((line) => UNCOUNTED.test(line) && !/=== 1|> 1/.test(line))
    .map((line) => line.trim())

test('nothing that is counted stands in front of a plural by hand', () => {
  const said = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) => unguarded(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`))
  expect(said).toEqual([])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what is looked for
  expect(unguarded('`${list.length} deals selected`')).toHaveLength(1)
})
