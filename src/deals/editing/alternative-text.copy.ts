import { TERM_WORDS } from '#app/deals/vocabulary/term-words.facts.ts'
import { TERM_FIELDS, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { capitalize } from '#app/shared/counts.ts'
import { foldName } from '#app/shared/names.ts'

/** The name of a single piece of each category. */
const ONE_OF: Record<string, string> = {
  clothing: 'piece of clothing',
  'coats-and-jackets': 'coat or jacket',
  'blazers-and-suits': 'blazer or suit',
  dresses: 'dress',
  knitwear: 'knit',
  'tops-and-shirts': 'top or shirt',
  denim: 'piece in denim',
  skirts: 'skirt',
  'swim-and-lingerie': 'piece of swimwear or lingerie',
  bags: 'bag',
  'shoulder-bags': 'shoulder bag',
  'crossbody-bags': 'crossbody bag',
  totes: 'tote',
  clutches: 'clutch',
  backpacks: 'backpack',
  accessories: 'accessory',
  belts: 'belt',
  scarves: 'scarf',
  eyewear: 'glasses',
  watches: 'watch',
  jewellery: 'piece of jewellery',
  'hats-and-gloves': 'hat or gloves',
  'small-leather-goods': 'small leather good',
}

const FOR: Record<string, string> = { women: 'for women', men: 'for men', kids: 'for kids' }

/** Public facts of a deal: a suggested alternative text uses nothing else. */
export type PublicFacts = {
  brandName: string
  department: string | null
  category: string | null
  colour: string | null
}

/** Suggests a text to start from: `Red tote by Maison Aubrelle, for women`. */
export function suggestAlternative({ brandName, department, category, colour }: PublicFacts) {
  const kind =
    category === null
      ? 'designer piece'
      : (ONE_OF[category] ?? termLabel('category', category).toLowerCase())
  const what = colour === null ? kind : `${termLabel('colour', colour).toLowerCase()} ${kind}`
  const by = brandName.trim() === '' ? '' : ` by ${brandName.trim()}`
  const whom = FOR[department ?? '']
  return `${capitalize(what)}${by}${whom ? `, ${whom}` : ''}`
}

const LITTLE = 'a an and by for in of on or the to with'
const MADE_OF =
  'leather suede nappa calfskin lambskin shearling canvas wool merino cashmere mohair alpaca tweed silk satin velvet cotton poplin linen jersey lace chiffon nylon mesh rubber straw raffia'
const MADE_SO =
  'long short midi mini maxi oversized slim cropped quilted pleated ribbed knitted padded belted printed striped checked embroidered small medium large'

function wordsOf(text: string): string[] {
  return foldName(text).split(' ').filter(Boolean)
}

/** Words that many pieces share: alone they identify none. */
const ORDINARY = new Set(
  [
    ...[LITTLE, MADE_OF, MADE_SO],
    ...TERM_FIELDS.flatMap((field) => Object.values(TERM_WORDS[field])),
  ].flatMap(wordsOf),
)

/** The part of a name that identifies it: from its first to its last word that is not shared. */
function ownWords(words: string[], isShared: (word: string) => boolean): string[] {
  const isOwn = (word: string) => !isShared(word)
  return words.slice(words.findIndex(isOwn), words.findLastIndex(isOwn) + 1)
}

/**
 * Returns the first hidden name that a public text gives away, as it was given; undefined when there is none. A
 * name made only of public words, such as that of a house that sells its own pieces, hides nothing.
 */
export function nameGivenAway(
  text: string,
  hidden: readonly string[],
  facts: PublicFacts,
): string | undefined {
  const said = ` ${wordsOf(text).join(' ')} `
  const brand = new Set(wordsOf(facts.brandName))
  const open = new Set([...wordsOf(suggestAlternative(facts)), ...publicWords(facts), ...brand])
  return hidden.find((name) => {
    const words = wordsOf(name)
    if (words.every((word) => open.has(word))) return false
    const ways = [
      words,
      // A name often begins with its brand.
      ownWords(words, (word) => brand.has(word)),
      ownWords(words, (word) => open.has(word) || ORDINARY.has(word)),
    ]
    return ways.some((way) => way.length > 0 && said.includes(` ${way.join(' ')} `))
  })
}

function publicWords(facts: PublicFacts): string[] {
  return TERM_FIELDS.flatMap((field) => {
    const value = facts[field]
    return value === null ? [] : wordsOf(termLabel(field, value))
  })
}

/** The shop's name in its host: `farfetch` of `www.farfetch.com`. */
export function shopOfHost(host: string): string {
  return (
    host
      .replace(/^www\./, '')
      .split('.')
      .at(-2) ?? host
  )
}
