import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { claimsOf } from '#app/marketing/claims.ts'
import { offer } from '#app/shared/offer.ts'
import { BOTH_PLANS } from '#test/support/offer.ts'

/** The text of the pages, in components and text files; the sources of its facts are elsewhere. */
const files = globSync('src/{*/web/**/*,ui/**/*,web/**/*,marketing/*}.{ts,tsx}').filter(
  (file) => !file.includes('.test.') && file !== 'src/marketing/claims.ts',
)

const prices = [...BOTH_PLANS.map(({ price }) => price), 67]
const figures = Object.values(claimsOf(undefined, true)).map(({ figure }) => figure)
const days = ['zero', 'one', 'two', 'three', 'four', 'five'][offer.trialDays]

/** Not prices: `$0`, which is what is due today, and an empty replacement of a regular expression. */
const REPEATS: RegExp[] = [
  /\$[1-9]\d{0,3}(,\d{3})*(\.\d\d)?(?!-\$|'|\d*-)\b/,
  ...prices.map((price) => new RegExp(`(?<![\\w.#-])${price}(?= ?(dollars|USD|a year|a month|/))`)),
  new RegExp(`\\b(${offer.trialDays}|${days})[ -](free[ -])?days?\\b`, 'i'),
  ...figures.map((figure) => new RegExp(figure.replace(/[$+]/g, '\\$&'), 'i')),
  /\b\d[\d,.]*\+? ?(k )?(retailers|shops|brands|deals|pieces|members|people|women)\b/i,
  /\d ?% (off|less|savings)/i,
]

function repeatsIn(source: string): string[] {
  const said = source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
  return REPEATS.flatMap((repeat) => repeat.exec(said)?.[0] ?? [])
}

/** Pages, texts and mails, with the sources of their facts. */
const everything = globSync('src/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))

test('nothing is sold for a lifetime, and no other guarantee is given than the one', () => {
  const forms = [
    // The validity of a link is a lifetime too, but only as a name in the source.
    /(?<!const |\$\{)\blife-?(time|long)/i,
    /\b(member|members|membership|access|pay|paid|join|once|yours)\b[^.;\n]{0,20} for (life|ever)\b/i,
    /guarantee[^.;{}]{0,40}\$(97|100|200)|\$(97|200) back|\$200 in/i,
  ]
  const said = everything.flatMap((file) =>
    forms
      .flatMap((form) => form.exec(readFileSync(file, 'utf8'))?.[0] ?? [])
      .map((text) => `${file}: ${text}`),
  )
  expect(said).toEqual([])
})

test('no price, no trial and no claim is repeated where pages are written', () => {
  expect(files.length).toBeGreaterThan(100)
  const repeats = files.flatMap((file) =>
    repeatsIn(readFileSync(file, 'utf8')).map((repeat) => `${file} says ${repeat}`),
  )
  expect(repeats).toEqual([])
})

test.each([
  '<p>Only $97 a year</p>',
  "words: 'Save $1,754'",
  '97 dollars',
  'a 3-day free trial',
  'Three days, free',
  '3 free days',
  '400+ Retailers.',
  '450+ brands',
  'over 30+ new deals a day',
  'All 40-80% off.',
  'save over $700',
  'Over 9,000 members',
  'from 300 brands',
  'up to 80% off',
])('a planted repeat is found: %s', (source) => {
  expect(repeatsIn(source)).not.toEqual([])
})

test.each(['// `$97`, but `$97.50`.', '/** `$67` */', "'$1-$2-$3'", '<p>$0</p>'])(
  'what is no price is none: %s',
  (source) => {
    expect(repeatsIn(source)).toEqual([])
  },
)
