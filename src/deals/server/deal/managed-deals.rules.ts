import { foldName } from '#app/shared/names.ts'

const MOST_WORDS = 8

/** A word to look for: as a regular expression in a name, and as a pattern in a folded name. */
type SearchWord = { inName: string; inKey: string | undefined }

/** The words that must each occur. Case and accents do not matter, nor does the kind of quote. */
export function searchWords(text: string): SearchWord[] {
  const words = text.normalize('NFC').split(/\s+/).filter(Boolean)
  return words.slice(0, MOST_WORDS).map((word) => {
    const key = foldName(word)
    return {
      inName: [...word].map(anySpelling).join(''),
      // A word of signs alone folds to nothing, which would occur everywhere.
      inKey: key === '' ? undefined : `%${key}%`,
    }
  })
}

/** Letters that names of pieces are written with, by the letter that people type for them. */
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

// The two engines do not agree on what the small letter of É is, so each pattern names both.
function anySpelling(sign: string): string {
  if (/['’‘]/.test(sign)) return "['’‘]"
  if (!/\p{L}/u.test(sign)) return /[\p{N}\s]/u.test(sign) ? sign : escaped(sign)
  const plain = plainLetter(sign.toLowerCase())
  const small = [...plain, ...(SPELLINGS.get(plain) ?? '')]
  // A few have no single capital: that of ß is SS.
  const capital = small.map((each) => each.toUpperCase()).filter((each) => [...each].length === 1)
  return `[${[...new Set([...small, ...capital, sign])].join('')}]`
}

function plainLetter(letter: string): string {
  for (const [plain, marked] of SPELLINGS) if (marked.includes(letter)) return plain
  return letter
}

/** In the database's expressions a backslash makes any sign of ASCII stand for itself. */
function escaped(sign: string): string {
  return /[!-~]/.test(sign) ? `\\${sign}` : sign
}
