import { foldName } from '#app/shared/names.ts'

const MOST_WORDS = 8

/** A search word: as a regular expression for names, and as a LIKE pattern for folded names. */
type SearchWord = { inName: string; inKey: string | undefined }

/** Splits a search into words, all of which must occur. Ignores case, accents and the kind of quotes. */
export function searchWords(text: string): SearchWord[] {
  const words = text.normalize('NFC').split(/\s+/).filter(Boolean)
  return words.slice(0, MOST_WORDS).map((word) => {
    const key = foldName(word)
    return {
      inName: [...word].map(anySpelling).join(''),
      // A word of punctuation folds to an empty string, which would match everything.
      inKey: key === '' ? undefined : `%${key}%`,
    }
  })
}

/** Accented letters in product names, by the plain letter that people type for them. */
const SPELLINGS = spellingsOf('àáâãäåāăąçćčďđèéêëēėęěğìíîïīłñńňòóôõöøōőřśşšťùúûüūůűýÿźżž')

function spellingsOf(letters: string): Map<string, string> {
  const loose: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd' }
  const spellings = new Map<string, string>()
  for (const letter of letters) {
    const typed = loose[letter] ?? letter.normalize('NFD').charAt(0)
    spellings.set(typed, (spellings.get(typed) ?? '') + letter)
  }
  return spellings
}

// PostgreSQL and PGlite disagree on the lower case of É, so each pattern contains both cases.
function anySpelling(sign: string): string {
  if (/['’‘]/.test(sign)) return "['’‘]"
  if (!/\p{L}/u.test(sign)) return /[\p{N}\s]/u.test(sign) ? sign : escaped(sign)
  const plain = plainLetter(sign.toLowerCase())
  const small = [...plain, ...(SPELLINGS.get(plain) ?? '')]
  // Some letters have no single capital: ß becomes SS.
  const capital = small.map((each) => each.toUpperCase()).filter((each) => [...each].length === 1)
  return `[${[...new Set([...small, ...capital, sign])].join('')}]`
}

function plainLetter(letter: string): string {
  for (const [plain, marked] of SPELLINGS) if (marked.includes(letter)) return plain
  return letter
}

/** In PostgreSQL's regular expressions a backslash makes any ASCII punctuation literal. */
function escaped(sign: string): string {
  return /[!-~]/.test(sign) ? `\\${sign}` : sign
}
